//! The results: a table on the terminal while it grows, and a section of the document at the end.

mod memory;
mod verdict;

use crate::harness::Measured;
use crate::limits::{Limit, Limits};
use crate::row::{Bar, Peer};
use crate::{FAMILIES, lang};

/// The file that keeps whole runs, one section for each family.
const FILE: &str = "bench/RESULTS.md";

const PREFACE: &str = "\
# Results

Written by `cargo xtask bench`; do not edit. Each section is one run of one family.

Each row is the same work in every library, measured side by side: the sides take turns in short rounds, and
the tables show the fastest turn of each. *ratio* is Lunette's time over that of the fastest peer, by the
fastest turns; *median* is the same by the median turns. Every library runs on as many threads as it chooses: ndarray
on one (its own operations have no others), NumPy too except in products and decompositions of matrices, the others
and Lunette on the machine's cores where they see fit. Every library computes on operands in memory that it took itself.
";

const NAME: usize = 56;

/// One run of one family.
pub struct Section<'a> {
    pub name: &'a str,
    pub machine: &'a str,
    pub limits: Limits,
    pub rows: &'a [Measured],
}

pub fn heading(peers: &[Peer]) -> String {
    let peers: String = shown(peers).map(|peer| format!(" {:>11}", peer.name())).collect();
    format!("{:<NAME$}{peers} {:>7} {:>7} {:>6}  bar", "", "ratio", "median", "limit")
}

/// One row: the fastest time of each side, our ratio by minima and by medians, and the bar.
pub fn line(row: &Measured, peers: &[Peer], limits: Limits) -> String {
    let times: String = shown(peers).map(|peer| format!(" {:>11}", cell(row, peer))).collect();
    let (min, median) = row.ratios().unwrap_or((f64::NAN, f64::NAN));
    let share = share(row, limits).map_or_else(|| "-".to_owned(), percent);
    format!("{:<NAME$}{times} {min:>7.2} {median:>7.2} {share:>6}  {}", row.name, bar(row))
}

/// Lunette without reuse has a table of its own.
fn shown(peers: &[Peer]) -> impl Iterator<Item = Peer> {
    peers.iter().copied().filter(|peer| *peer != Peer::Fresh)
}

fn cell(row: &Measured, peer: Peer) -> String {
    row.times(peer).map_or_else(|| "-".to_owned(), |times| duration(times.min))
}

fn bar(row: &Measured) -> String {
    let times = |name: &str, factor: f64| match factor {
        1.0 => format!("<= {name}"),
        _ => format!("<= {factor:.2} {name}"),
    };
    let limit = match row.bar {
        Bar::BestPeer(factor) => times("best peer", factor),
        Bar::Nanoseconds(limit) => format!("<= {limit} ns"),
        Bar::Peer(peer, factor) => times(peer.name(), factor),
    };
    format!("{limit}: {}", if row.holds() { "yes" } else { "NO" })
}

/// The part of the machine's limit that we reach, where the row has one.
fn share(row: &Measured, limits: Limits) -> Option<f64> {
    Some(limits.share(row.limit?, row.times(Peer::Lunette)?.min))
}

fn percent(part: f64) -> String {
    format!("{:.0} %", part * 100.0)
}

fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        n if n < 1e3 => format!("{n:.1} ns"),
        n if n < 1e6 => format!("{:.2} us", n / 1e3),
        n => format!("{:.2} ms", n / 1e6),
    }
}

/// Writes a section into the document, in place of the one that it had; the others stay.
pub fn keep(section: &Section<'_>) -> Result<(), String> {
    keep_text(section.name, &section.document())
}

/// Writes the section of a family into the document, in place of the one that it had; the others stay.
pub fn keep_text(name: &str, document: &str) -> Result<(), String> {
    let old = std::fs::read_to_string(FILE).unwrap_or_default();
    let names = FAMILIES.iter().map(|family| family.name).chain([lang::NAME]);
    let sections = names.filter_map(|family| match family == name {
        true => Some(document.to_owned()),
        false => kept(&old, family),
    });
    let text = sections.fold(PREFACE.to_owned(), |text, section| text + "\n" + &section);
    std::fs::write(FILE, text).map_err(|error| format!("cannot write {FILE}: {error}"))?;
    println!("written to {FILE}");
    Ok(())
}

/// The section of a family as it stands in the document.
fn kept(document: &str, family: &str) -> Option<String> {
    let start = document.find(&format!("\n## {family}\n"))? + 1;
    let rest = &document[start..];
    let end = rest[1..].find("\n## ").map_or(rest.len(), |end| end + 2);
    Some(rest[..end].trim_end().to_owned() + "\n")
}

impl Section<'_> {
    fn document(&self) -> String {
        format!(
            "## {}\n\nMachine and versions: {}. The machine reaches {}.\n\n{}\n{}{}### {}: what each side does\n{}",
            self.name,
            self.machine,
            self.limits.describe(),
            self.table(),
            memory::table(self),
            self.verdict_document(),
            self.name,
            self.what_is_done(),
        )
    }

    /// The peers that have a side in some row.
    fn peers(&self) -> Vec<Peer> {
        let present = |peer: &Peer| self.rows.iter().any(|row| row.times(*peer).is_some());
        shown(&Peer::ALL).filter(present).collect()
    }

    fn table(&self) -> String {
        let peers = self.peers();
        let names: String = peers.iter().map(|peer| format!(" {} |", peer.name())).collect();
        let lines = "---:|".repeat(peers.len());
        let mut text =
            format!("| work |{names} ratio | median | limit | bar |\n|---|{lines}---:|---:|---:|---|\n");
        for row in self.rows {
            let times: String = peers.iter().map(|peer| format!(" {} |", cell(row, *peer))).collect();
            let (min, median) = row.ratios().unwrap_or((f64::NAN, f64::NAN));
            let share =
                share(row, self.limits).map_or_else(|| "-".to_owned(), |part| self.of_limit(row, part));
            text += &format!("| {} |{times} {min:.2} | {median:.2} | {share} | {} |\n", row.name, bar(row));
        }
        text
    }

    fn of_limit(&self, row: &Measured, part: f64) -> String {
        let what = if matches!(row.limit, Some(Limit::Memory(_))) { "memory" } else { "FMA" };
        format!("{} {what}", percent(part))
    }

    /// What each side of each row calls, and why a side is missing.
    fn what_is_done(&self) -> String {
        let mut text = String::new();
        for row in self.rows {
            text += &format!("\n**{}**\n\n", row.name);
            for times in row.times.iter().filter(|times| times.peer != Peer::Fresh) {
                text += &format!("- {}: `{}`\n", times.peer.name(), times.how);
            }
            // Whoever is not installed is missing everywhere; the machine's line says it once.
            for (peer, why) in row.absent.iter().filter(|(_, why)| why != "it is not installed") {
                text += &format!("- {}: none; {why}\n", peer.name());
            }
        }
        text
    }
}
