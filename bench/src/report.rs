//! The results: a table on the terminal while it grows, and a document at the end.

use crate::harness::Measured;
use crate::row::{Bar, Peer};

const NAME: usize = 56;

pub fn heading() -> String {
    let peers: String = Peer::ALL.iter().map(|peer| format!(" {:>11}", peer.name())).collect();
    format!("{:<NAME$}{peers} {:>7} {:>7}  bar", "", "ratio", "median")
}

/// One row: the fastest time of each side, our ratio by minima and by medians, and the bar.
pub fn line(row: &Measured) -> String {
    let times: String = Peer::ALL.iter().map(|peer| format!(" {:>11}", cell(row, *peer))).collect();
    let (min, median) = row.ratios().unwrap_or((f64::NAN, f64::NAN));
    format!("{:<NAME$}{times} {min:>7.2} {median:>7.2}  {}", row.name, bar(row))
}

fn cell(row: &Measured, peer: Peer) -> String {
    row.times(peer).map_or_else(|| "-".to_owned(), |times| duration(times.min))
}

fn bar(row: &Measured) -> String {
    let limit = match row.bar {
        Bar::BestPeer => "<= best peer".to_owned(),
        Bar::Nanoseconds(limit) => format!("<= {limit} ns"),
        Bar::Peer(peer) => format!("<= {}", peer.name()),
    };
    format!("{limit}: {}", if row.holds() { "yes" } else { "NO" })
}

fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        n if n < 1e3 => format!("{n:.1} ns"),
        n if n < 1e6 => format!("{:.2} us", n / 1e3),
        n => format!("{:.2} ms", n / 1e6),
    }
}

/// How many rows reach their bars, and which do not.
pub fn verdict(rows: &[Measured]) -> String {
    let missed: Vec<&Measured> = rows.iter().filter(|row| !row.holds()).collect();
    let mut text = format!("{} of {} rows reach their bar", rows.len() - missed.len(), rows.len());
    for row in missed {
        let ratio = row.ratios().map_or(f64::NAN, |(min, _)| min);
        text +=
            &format!("\n  {} (ratio {ratio:.2}): {}", row.name, row.reason.unwrap_or("no reason is known"));
    }
    text
}

/// The document that keeps a whole run.
pub fn document(machine: &str, rows: &[Measured]) -> String {
    let mut text = format!(
        "# Results\n\n\
         Written by `cargo xtask bench views`; do not edit. Machine and versions: {machine}.\n\n\
         Each row is the same work in every library, measured side by side: the sides take turns in short rounds, and\n\
         the table shows the fastest turn of each. *ratio* is Lunette's time over that of the fastest peer, by the\n\
         fastest turns; *median* is the same by the median turns. ndarray runs on one thread (its own operations have no\n\
         others), NumPy too; candle and Lunette use the machine's cores where they choose to.\n\n"
    );
    text += &table(rows);
    text += "\n## Rows above their bar\n\n";
    let missed: Vec<&Measured> = rows.iter().filter(|row| !row.holds()).collect();
    for row in &missed {
        let ratio = row.ratios().map_or(f64::NAN, |(min, _)| min);
        text += &format!("- **{}** ({ratio:.2}): {}\n", row.name, row.reason.unwrap_or("no reason is known"));
    }
    if missed.is_empty() {
        text += "None.\n";
    }
    text + &what_is_done(rows)
}

fn table(rows: &[Measured]) -> String {
    let peers: String = Peer::ALL.iter().map(|peer| format!(" {} |", peer.name())).collect();
    let mut text =
        format!("| work |{peers} ratio | median | bar |\n|---|{}---:|---:|---|\n", "---:|".repeat(5));
    for row in rows {
        let times: String = Peer::ALL.iter().map(|peer| format!(" {} |", cell(row, *peer))).collect();
        let (min, median) = row.ratios().unwrap_or((f64::NAN, f64::NAN));
        text += &format!("| {} |{times} {min:.2} | {median:.2} | {} |\n", row.name, bar(row));
    }
    text
}

/// What each side of each row calls, and why a side is missing.
fn what_is_done(rows: &[Measured]) -> String {
    let mut text = String::from("\n## What each side does\n");
    for row in rows {
        text += &format!("\n**{}**\n\n", row.name);
        for times in &row.times {
            text += &format!("- {}: `{}`\n", times.peer.name(), times.how);
        }
        for (peer, why) in &row.absent {
            text += &format!("- {}: none; {why}\n", peer.name());
        }
    }
    text
}
