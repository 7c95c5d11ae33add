//! The window searches in print that the printed drivers call, and that are sound as far as values go.

use super::games::Uniform;

/// Eppstein's second listing, "fail-soft". `win` is his `WIN`.
pub(crate) fn fail_soft(pos: &Uniform, depth: i32, mut alpha: i32, beta: i32, win: i32) -> i32 {
    let mut current = -win;
    if pos.over() || depth <= 0 {
        return pos.eval();
    }
    for m in pos.children() {
        let score = -fail_soft(&m, depth - 1, -beta, -alpha, win);
        if score >= current {
            current = score;
            if score >= alpha {
                alpha = score;
            }
            if score >= beta {
                break;
            }
        }
    }
    current
}

/// Moreland's alpha-beta as Bouzy prints it: fail-hard.
pub(crate) fn fail_hard(pos: &Uniform, depth: i32, mut alpha: i32, beta: i32) -> i32 {
    if depth == 0 {
        return pos.eval();
    }
    for m in pos.children() {
        let val = -fail_hard(&m, depth - 1, -beta, -alpha);
        if val >= beta {
            return beta;
        }
        if val > alpha {
            alpha = val;
        }
    }
    alpha
}
