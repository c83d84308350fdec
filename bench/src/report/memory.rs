//! Where the memory of large results comes from, and what that does to the rows.

use super::{Section, duration};
use crate::harness::{Measured, Times, best_peer, of};
use crate::row::Peer;

/// The rows with large results, under three regimes of memory.
pub fn table(section: &Section<'_>) -> String {
    let rows: Vec<&Measured> = section.rows.iter().filter(|row| row.fresh).collect();
    if rows.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "### {}: where the memory comes from\n\n\
         The rows whose results are large. *As it comes*: every library as it is installed; Lunette keeps freed memory\n\
         and hands it out again. *System*: Lunette told to keep none, so that everybody is on the system's allocator.\n\
         *Warm*: everybody on a heap that keeps what is freed (glibc told to map no block on its own and to give\n\
         nothing back).\n\n\
         | work | lunette | best peer | ratio | lunette, system | ratio, system | lunette, warm | best peer, warm | ratio, warm |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        section.name
    );
    for row in rows {
        let comes = compare(of(&row.times, Peer::Lunette), best_peer(&row.times));
        let system = compare(of(&row.times, Peer::Fresh), best_peer(&row.times));
        let warm = compare(of(&row.warm, Peer::Lunette), best_peer(&row.warm));
        text += &format!("| {} | {} | {} | {} |", row.name, comes[0], comes[1], comes[2]);
        text += &format!(" {} | {} | {} | {} | {} |\n", system[0], system[2], warm[0], warm[1], warm[2]);
    }
    text + "\n"
}

/// Our time, the best peer's name and time, and the ratio.
fn compare(ours: Option<&Times>, best: Option<&Times>) -> [String; 3] {
    let missing = || "-".to_owned();
    [
        ours.map_or_else(missing, |ours| duration(ours.min)),
        best.map_or_else(missing, |best| format!("{} ({})", duration(best.min), best.peer.name())),
        ratio(ours, best).map_or_else(missing, |ratio| format!("{ratio:.2}")),
    ]
}

fn ratio(ours: Option<&Times>, best: Option<&Times>) -> Option<f64> {
    Some(ours?.min / best?.min)
}

/// On a warm heap: how many of the rows with large results take no longer than the best peer.
pub fn warm_count(rows: &[Measured]) -> (usize, usize) {
    let ratios = rows.iter().filter_map(|row| ratio(of(&row.warm, Peer::Lunette), best_peer(&row.warm)));
    let ratios: Vec<f64> = ratios.collect();
    (ratios.iter().filter(|ratio| **ratio <= 1.005).count(), ratios.len())
}

/// On the system's allocator: how many of the rows with large results take no longer than the best peer.
pub fn system_count(rows: &[Measured]) -> (usize, usize) {
    let ratios = rows.iter().filter_map(|row| ratio(of(&row.times, Peer::Fresh), best_peer(&row.times)));
    let ratios: Vec<f64> = ratios.collect();
    (ratios.iter().filter(|ratio| **ratio <= 1.005).count(), ratios.len())
}
