//! What a run says about the bars: how many rows reach them, and which do not.

use super::{Section, memory, percent, share};
use crate::harness::Measured;
use crate::limits::Limit;
use crate::row::{Bar, MEMORY, Peer};

/// The part of the machine's bandwidth that work limited by memory has to reach.
const BANDWIDTH: f64 = 0.85;

/// Above this much of the best peer's time, a row needs more than a reason.
const FAR: f64 = 1.3;

impl Section<'_> {
    /// The verdict for the terminal.
    pub fn verdict(&self) -> String {
        let findings = self.findings();
        findings.iter().map(|(title, rows)| format!("{title}\n{}", list("  ", rows))).collect()
    }

    /// The verdict for the document.
    pub(super) fn verdict_document(&self) -> String {
        let mut text = format!("### {}: the bars\n\n", self.name);
        for (title, rows) in self.findings() {
            text += &format!("{title}{}\n\n{}", if rows.is_empty() { "." } else { ":" }, list("- ", &rows));
            text += if rows.is_empty() { "" } else { "\n" };
        }
        text
    }

    /// Each finding, and the rows that it names.
    fn findings(&self) -> Vec<(String, Vec<String>)> {
        let rows = self.rows;
        let missed: Vec<&Measured> = rows.iter().filter(|row| !row.holds()).collect();
        let mut findings = vec![finding(
            format!("{} of {} rows reach their bar", rows.len() - missed.len(), rows.len()),
            ["the others", "none misses it"],
            missed.iter().map(|row| self.reason(row)).collect(),
        )];
        findings.push(far_ones(rows));
        findings.extend(regimes(rows));
        findings.extend(self.bandwidth());
        findings.push(slower_than_static(rows));
        findings
    }

    /// Why a row misses its bar.
    fn reason(&self, row: &Measured) -> String {
        let is_at_the_limit = || share(row, self.limits).is_some_and(|part| part >= BANDWIDTH);
        let known = row.reason.filter(|reason| *reason != MEMORY || is_at_the_limit());
        format!("{} ({:.2}): {}", row.name, ratio(row), known.unwrap_or("no reason is known"))
    }

    /// Rows that memory limits and that reach less of it than they should.
    fn bandwidth(&self) -> Option<(String, Vec<String>)> {
        let limited: Vec<(&Measured, f64)> = self
            .rows
            .iter()
            .filter(|row| matches!(row.limit, Some(Limit::Memory(_))))
            .filter_map(|row| Some((row, share(row, self.limits)?)))
            .collect();
        let low: Vec<_> = limited.iter().filter(|(_, part)| *part < BANDWIDTH).collect();
        let count = format!(
            "{} of {} rows that memory limits reach {} of its bandwidth",
            limited.len() - low.len(),
            limited.len(),
            percent(BANDWIDTH)
        );
        let names = low.iter().map(|(row, part)| format!("{}: {}", row.name, percent(*part))).collect();
        (!limited.is_empty()).then(|| finding(count, ["below it are", "none is below it"], names))
    }
}

/// A count, and the rows that it leaves out, by words for some and for none.
fn finding(count: String, [some, none]: [&str; 2], rows: Vec<String>) -> (String, Vec<String>) {
    (format!("{count}; {}", if rows.is_empty() { none } else { some }), rows)
}

fn list(bullet: &str, rows: &[String]) -> String {
    rows.iter().map(|row| format!("{bullet}{row}\n")).collect()
}

fn ratio(row: &Measured) -> f64 {
    row.ratios().map_or(f64::NAN, |(min, _)| min)
}

/// How many rows on much data are no slower than the best peer, and which are far slower.
fn far_ones(rows: &[Measured]) -> (String, Vec<String>) {
    let bulk: Vec<&Measured> = rows.iter().filter(|row| matches!(row.bar, Bar::BestPeer(_))).collect();
    let equal = bulk.iter().filter(|row| ratio(row) <= 1.005).count();
    let part = equal as f64 / bulk.len().max(1) as f64;
    let far = bulk.iter().filter(|row| ratio(row) > FAR);
    let far: Vec<String> = far.map(|row| format!("{} ({:.2})", row.name, ratio(row))).collect();
    let count = format!(
        "{equal} of {} rows on much data ({}) take no longer than the best peer",
        bulk.len(),
        percent(part)
    );
    finding(count, [&format!("above {FAR} are"), &format!("none is above {FAR}")], far)
}

/// The same for rows with large results, on the system's allocator and on a warm heap.
fn regimes(rows: &[Measured]) -> Vec<(String, Vec<String>)> {
    let (system, warm) = (memory::system_count(rows), memory::warm_count(rows));
    let regimes = [("on the system's allocator", system), ("on a warm heap", warm)];
    let some = regimes.into_iter().filter(|(_, (_, all))| *all > 0);
    some.map(|(regime, (good, all))| {
        let title =
            format!("{good} of {all} rows with large results take no longer than the best peer {regime}");
        (title, Vec::new())
    })
    .collect()
}

/// Our rank is always dynamic: it should not cost more than ndarray's static one.
fn slower_than_static(rows: &[Measured]) -> (String, Vec<String>) {
    let over = |row: &Measured| Some(row.times(Peer::Lunette)?.min / row.times(Peer::Ndarray)?.min);
    let beside: Vec<(&Measured, f64)> = rows.iter().filter_map(|row| Some((row, over(row)?))).collect();
    let slower: Vec<_> = beside.iter().filter(|(_, over)| *over > 1.005).collect();
    let count = format!(
        "{} of {} rows take no longer than ndarray with the rank in the type",
        beside.len() - slower.len(),
        beside.len()
    );
    let names = slower.iter().map(|(row, over)| format!("{} ({over:.2})", row.name)).collect();
    finding(count, ["slower are", "none is slower"], names)
}
