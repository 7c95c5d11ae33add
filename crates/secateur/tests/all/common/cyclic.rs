//! Random graphs with cycles, and what their vertices are worth.

use super::seeded::hash;
use super::web::Web;

/// A random graph with cycles: some vertices are ends, won, lost or worth some points, some moves cannot be undone.
pub(crate) fn cyclic(seed: u64, most: u64) -> Web {
    let draw = |what: u64, n: u64| hash(hash(seed, 11), what) % n;
    let size = 4 + draw(0, most - 3);
    let ends = 1 + draw(1, 2);
    let ranks: Vec<u32> =
        (0..size).map(|at| if draw(10_000 + at, 6) == 0 { (at / 4) as u32 } else { 0 }).collect();
    let vertices = (0..size).map(|at| {
        let degree = if at + ends < size { 1 + draw(20_000 + at, 3) } else { 0 };
        let mut edges: Vec<u16> = (0..degree).map(|n| draw(30_000 + 8 * at + n, size) as u16).collect();
        edges.sort_unstable();
        edges.dedup();
        edges.retain(|&to| u64::from(to) != at && ranks[usize::from(to)] >= ranks[at as usize]);
        let value = 1 + draw(40_000 + at, 9) as i32;
        (if draw(50_000 + at, 2) == 0 { value } else { -value }, edges)
    });
    Web { vertices: vertices.collect(), ranks: ranks.clone() }
}

/// Retrograde analysis: what every vertex is worth if play without end is a draw. In each pass, another ply is
/// known.
pub(crate) fn retrograde(web: &Web) -> Vec<i32> {
    let mut values = vec![0; web.vertices.len()];
    for _ in 0..2 * web.vertices.len() {
        let next = web
            .vertices
            .iter()
            .map(|(value, edges)| edges.iter().map(|&to| -values[usize::from(to)]).max().unwrap_or(*value));
        values = next.collect();
    }
    values
}
