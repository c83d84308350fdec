//! Random texts: nothing panics or hangs, and what can be read is formatted to a text that says the same.

use lunette_lang::diagnostic::{Diagnostic, Severity};
use lunette_lang::source::Source;
use lunette_lang::syntax::{dump, format, highlight, is_complete, parse, parse_expression};

use crate::rng::Rng;
use crate::source;

mod grammar;

/// Pieces of texts, right ones and wrong ones, with a bar of two lines between them.
const SOUP: &str = "let ‖mut ‖fun ‖if ‖else ‖for ‖while ‖return ‖break‖continue‖lambda‖module ‖ and ‖ or ‖ not ‖ div \
    ‖true‖false‖NewAxis‖Fill‖(‖)‖[‖]‖{‖}‖(‖)‖[‖]‖{‖}‖,‖, ‖;‖:‖.‖..‖...‖ -> ‖ <- ‖<-‖ = ‖=‖ += ‖ div= ‖ == ‖ < ‖<‖>‖>>‖>=\
    ‖ + ‖ - ‖-‖ * ‖*‖ / ‖ ** ‖ @ ‖&‖ & ‖ | ‖~‖ << ‖&&‖||‖!‖x‖y‖f‖tensor‖i32‖f64‖string‖range‖from‖ to ‖ step ‖ in ‖ as \
    ‖1‖2.5‖3L‖0xff‖1e5‖1.‖.5‖\"text\"‖\"open‖'c'‖\\‖// note\n‖//\n‖# hash\n‖/* no */‖\n‖\n‖\n\n‖ ‖\t‖\r\n‖\0‖é‖−‖€\
    ‖\u{feff}‖?‖$‖elif ‖def ‖x.f(‖.[‖]]‖tensor<f32, 2>‖fun f(a) {‖if (c) {‖} else {‖for (i from 0 to 3) {";

fn piece(rng: &mut Rng) -> &'static str {
    let pieces: Vec<&str> = SOUP.split('‖').collect();
    rng.pick(&pieces)
}

/// Whatever holds for every text. Says whether the text has no mistakes, or what is wrong.
fn check_any(text: &str) -> Result<bool, String> {
    let source = source(text);
    let (module, mistakes) = parse(&source);
    let _ = (dump(&module), is_complete(text), parse_expression(&source));
    let pieces = highlight(text);
    ensure(pieces.windows(2).all(|pair| pair[0].end <= pair[1].start), || "pieces overlap".to_owned())?;
    for label in mistakes.iter().flat_map(|mistake| &mistake.labels) {
        let (start, end) = (label.span.start as usize, label.span.end as usize);
        ensure(text.get(start..end).is_some(), || format!("{start}..{end} is no place in the text"))?;
    }
    let readable = !has_errors(&mistakes);
    if readable {
        check_format(&source)?;
    }
    Ok(readable)
}

fn ensure(holds: bool, words: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(words()) }
}

fn has_errors(mistakes: &[Diagnostic]) -> bool {
    mistakes.iter().any(|mistake| mistake.severity == Severity::Error)
}

/// The formatted text says the same, has the same comments, and is its own formatted text.
fn check_format(source: &Source) -> Result<(), String> {
    let formatted = format(source).map_err(|_| "not formatted".to_owned())?;
    let again = crate::source(&formatted);
    let (module, mistakes) = parse(&again);
    ensure(!has_errors(&mistakes), || format!("formatted text has mistakes: {mistakes:?}\n{formatted}"))?;
    let (before, after) = (dump(&parse(source).0), dump(&module));
    ensure(before == after, || format!("{before}\nhas become\n{after}"))?;
    let (mut before, mut after) = (comments(&source.text), comments(&formatted));
    // One that goes above its statement passes those that stay in it.
    before.sort_unstable();
    after.sort_unstable();
    ensure(before == after, || format!("{before:?}\nhas become\n{after:?}\n{formatted}"))?;
    let twice = format(&again).map_err(|_| "not formatted twice".to_owned())?;
    ensure(twice == formatted, || format!("formatted once\n{formatted}\ntwice\n{twice}"))?;
    let spaces = formatted.lines().any(|line| line.ends_with(' '));
    ensure(!spaces, || format!("spaces at the end of a line\n{formatted}"))
}

/// The words of all comments in order.
fn comments(text: &str) -> Vec<&str> {
    let comments =
        highlight(text).into_iter().filter(|piece| piece.class == lunette_lang::syntax::Class::Comment);
    comments.map(|piece| text[piece.start as usize..piece.end as usize].trim_end()).collect()
}

/// Runs `cases` texts, at least `readable` of which have no mistakes. Of those that fail the shortest is shown, with
/// the seed that makes it.
fn run(first_seed: u64, cases: u64, readable: u64, text: impl Fn(&mut Rng) -> String) {
    let mut read = 0;
    let mut failures: Vec<(u64, String, String)> = Vec::new();
    for seed in first_seed..first_seed + cases {
        let text = text(&mut Rng::new(seed));
        let checked =
            std::panic::catch_unwind(|| check_any(&text)).unwrap_or_else(|_| Err("a panic".to_owned()));
        match checked {
            Ok(false) if readable == cases => failures.push((seed, crate::mistakes(&text), text)),
            Ok(fine) => read += u64::from(fine),
            Err(words) => failures.push((seed, words, text)),
        }
    }
    if let Some((seed, words, text)) = failures.iter().min_by_key(|(_, _, text)| text.len()) {
        panic!("{} failures; seed {seed}:\n{text}\n(as a literal: {text:?})\n{words}", failures.len());
    }
    assert!(read >= readable, "only {read} of {cases} texts have no mistakes: the test says little");
}

fn soup(rng: &mut Rng) -> String {
    let length = 1 + rng.below(30);
    (0..length).map(|_| piece(rng)).collect()
}

#[test]
fn token_soup() {
    run(1, 20_000, 200, soup);
}

#[test]
fn characters() {
    let character = |rng: &mut Rng| {
        let end = if rng.chance(80) { 128 } else { 0x11_0000 };
        char::from_u32(rng.below(end) as u32)
    };
    run(1, 5_000, 10, |rng| (0..rng.below(40)).filter_map(|_| character(rng)).collect());
}

#[test]
fn programs() {
    run(1, 2_000, 2_000, grammar::program);
}

/// Programs with one more comment, at each boundary of their tokens in turn.
#[test]
fn comments_at_every_boundary() {
    for seed in 1..=10 {
        let text = grammar::program(&mut Rng::new(seed));
        let mut readable = 0;
        for piece in highlight(&text) {
            for comment in ["\n// put in\n", " // put in\n"] {
                let mut text = text.clone();
                text.insert_str(piece.start as usize, comment);
                match check_any(&text) {
                    Ok(fine) => readable += u32::from(fine),
                    Err(words) => panic!("seed {seed}:\n{text}\n{words}"),
                }
            }
        }
        assert!(readable > 0, "seed {seed}: no text has no mistakes");
    }
}

/// Statements whose last word is `last`, each with one comment on a line of its own at a boundary of its tokens: it stays
/// between the statement before and the last word of its own, so that it never comes to speak of another one.
#[test]
fn comments_stay_with_their_statement() {
    let statements = [
        "let total = a * -b + last",
        "let mut x : tensor<f32, 2> , y = f ( a , axis = - 1 ) , last",
        "x [ 0 , 1 : 2 ] <- [ [ 1 , - 2 ] , [ 3 , 4 ] ] . T + last",
        "x += x . f ( a ) . g ( ) [ 0 ] - last",
        "total = if ( a < b ) { a } else if c { - b } else { last }",
        "while a < - 3 { f ( lambda ( u , v = - 2 ) { u + v } ) ; last }",
        "for ( i from - 1 to n step 2 ) { return not last }",
        "fun g ( a , mut & b : f64 = 1.5 ) -> i32 { let c = & a ; last }",
        "x = y . [[ 1L ; 2L ]] + ( a , b ) . name * last",
    ];
    for statement in statements {
        let tokens: Vec<&str> = statement.split(' ').collect();
        for k in 1..tokens.len() {
            let (head, tail) = (tokens[..k].join(" "), tokens[k..].join(" "));
            for comment in ["\n  // own\n", " // end\n", " // end\n// own\n"] {
                let text = format!("before(0)\n{head}{comment}{tail}\nafter(0)\n");
                check_comment(&text);
                check_comment(&format!("fun outer() {{\n{text}}}\n"));
            }
        }
    }
}

/// Nothing is asked of a text that cannot be read: a line does not end everywhere.
fn check_comment(text: &str) {
    let Ok(formatted) = format(&source(text)) else { return };
    check_any(text).unwrap_or_else(|words| panic!("{text}\n{words}"));
    let place = |word: &str| formatted.find(word).unwrap_or_else(|| panic!("{word} is gone:\n{formatted}"));
    let (before, last) = (place("before(0)"), place("last"));
    let end = formatted[last..].find('\n').map_or(formatted.len(), |end| last + end);
    for (at, comment) in formatted.match_indices("// ") {
        // One that ends a line of the statement may end its last, and one behind the last word stays behind it.
        let limit = match text.find("// ") > text.find("last") {
            true => place("after(0)"),
            false if formatted[at..].starts_with("// end") => end,
            false => last,
        };
        assert!(
            before < at && at < limit,
            "{comment} has left its statement:\n{text}\nhas become\n{formatted}"
        );
    }
}

/// Programs with pieces cut out, doubled, moved or put in.
#[test]
fn broken_programs() {
    run(1, 4_000, 200, |rng| {
        let mut text = grammar::program(rng);
        for _ in 0..1 + rng.below(3) {
            mutate(rng, &mut text);
        }
        text
    });
}

/// A place between two characters.
fn place(rng: &mut Rng, text: &str) -> usize {
    let mut at = rng.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn mutate(rng: &mut Rng, text: &mut String) {
    let (a, b) = (place(rng, text), place(rng, text));
    let (start, end) = (a.min(b), a.max(b));
    let near = (start..=end.min(start + 8)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(start);
    match rng.below(5) {
        0 => text.replace_range(start..near, ""),
        1 => text.insert_str(start, piece(rng)),
        2 => text.replace_range(start..near, piece(rng)),
        3 => {
            let copied = text[start..near].to_owned();
            text.insert_str(end, &copied);
        }
        _ => text.truncate(end),
    }
}
