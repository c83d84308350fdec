//! What can be written on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// A small typed language of tensors.
///
/// Without arguments: a prompt on a terminal; otherwise the program on standard input is run.
#[derive(Debug, Parser)]
#[command(name = "lunette", version, args_conflicts_with_subcommands = true, max_term_width = 100)]
pub struct Cli {
    /// What to do; without it, programs are run.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub color: Colour,
    /// What to run.
    #[command(flatten)]
    pub program: Program,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a program
    Run(Program),
    /// Look for mistakes without running anything
    Check {
        /// Write them as JSON
        #[arg(long)]
        json: bool,
        /// The programs, or folders of them; `-` or none for standard input
        files: Vec<PathBuf>,
    },
    /// Write programs in the one way
    Fmt {
        /// Change nothing, but name the files that would change
        #[arg(long)]
        check: bool,
        /// The programs, or folders of them; `-` or none for standard input, which is written to standard output
        files: Vec<PathBuf>,
    },
    /// Run programs whose comments say what they must do: `print(1 + 1) // = 2`
    Test {
        /// The programs, or folders of them; none for all below the current folder
        files: Vec<PathBuf>,
    },
    /// Tell what a built-in function does; without a name, list them
    Doc {
        /// The function, or a file whose functions are listed
        name: Option<String>,
    },
    /// Draw what an index takes
    #[command(after_help = "Example: lunette explain 'x[(0:2:1, 1)]' --shape 2,3")]
    Explain(Explain),
    /// Serve an editor over standard input and output
    Lsp,
}

/// A program to run.
#[derive(Args, Debug)]
pub struct Program {
    /// Run this text
    #[arg(short, long = "eval", value_name = "TEXT")]
    pub eval: Option<String>,
    /// Say on standard error how long it took
    #[arg(long)]
    pub time: bool,
    /// A file, or `-` for standard input; the words after it are the program's own, whatever they look like
    // One list: with the file apart, its first words would still be taken for ours.
    #[arg(trailing_var_arg = true, num_args = 0.., value_names = ["FILE", "ARGS"])]
    pub words: Vec<String>,
}

/// A picture to draw.
#[derive(Args, Debug)]
pub struct Explain {
    /// An index, `x[1:, 0]`, or a store, `x[1:] <- [7, 8]`
    pub index: String,
    /// The shape of what is indexed: sizes with commas between, `2,3`
    #[arg(long, value_name = "SIZES")]
    pub shape: String,
    /// Write the picture to a file too, as SVG; `-` writes that to standard output instead
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
