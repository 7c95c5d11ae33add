//! The number of positions there are to search.

use super::bench::{ClaimBench, ClaimError, Field, by};
use super::{Claim, ClaimEstimate, ClaimFigure, Lecture, Rule, Unit};
use crate::random::below;
use secateur_session::{Outcome, Session};

const CHESS: &[&str] = &["chess"];
/// Plies that are counted in full at the end of a random path.
const WHOLE: u32 = 2;

/// The claims.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "chess-35",
        says: "A chess position has about 35 legal moves",
        lecture: Lecture::Recherche,
        section: "Minimax Search; The problem with min-max",
        tested: "Legal moves in all positions of games of the program against itself, each from a random opening; the mean over games.",
        unit: Unit::Moves,
        rule: Rule::Between(31.5, 38.5),
        needs: CHESS,
        run: moves,
    },
    Claim {
        id: "chess-2-plies",
        says: "Two plies of minimax in chess: 35 squared, about a thousand positions",
        lecture: Lecture::Recherche,
        section: "The problem with min-max",
        tested: "Paths of two plies (perft); in positions of games of the program against itself, the geometric mean. Half and twice a thousand will do.",
        unit: Unit::Positions,
        rule: Rule::Between(0.5e3, 2e3),
        needs: CHESS,
        run: |bench| paths(bench, 2),
    },
    Claim {
        id: "chess-6-plies",
        says: "Six plies of minimax in chess: almost two billion positions",
        lecture: Lecture::Recherche,
        section: "The problem with min-max",
        tested: "Paths of six plies, estimated from random ones (Knuth 1975). Half and twice two billion will do.",
        unit: Unit::Positions,
        rule: Rule::Between(1e9, 4e9),
        needs: CHESS,
        run: |bench| paths(bench, 6),
    },
    Claim {
        id: "chess-10-plies",
        says: "Ten plies of minimax in chess: over two quadrillion positions",
        lecture: Lecture::Recherche,
        section: "The problem with min-max",
        tested: "Paths of ten plies, estimated from random ones (Knuth 1975). From one to four quadrillion will do.",
        unit: Unit::Positions,
        rule: Rule::Between(1e15, 4e15),
        needs: CHESS,
        run: |bench| paths(bench, 10),
    },
    Claim {
        id: "whole-game",
        says: "The tree of tic-tac-toe is small enough to be searched to its end by plain minimax",
        lecture: Lecture::Recherche,
        section: "Minimax Search",
        tested: "Nodes of plain minimax from the empty board to the end, all iterations. A few million, seconds of work, will do.",
        unit: Unit::Positions,
        rule: Rule::AtMost(5e6),
        needs: &["tictactoe"],
        run: tic_tac_toe,
    },
    Claim {
        id: "knight-3-pawns",
        says: "To be a knight ahead in chess is worth something like three pawns",
        lecture: Lecture::Recherche,
        section: "How min-max works",
        tested: "Positions of games of the program against itself, searched by alpha-beta as they are and with a knight of the other side taken off: the mean difference, in pawns. The evaluation's makers have read such claims, too.",
        unit: Unit::Pawns,
        rule: Rule::Between(2.5, 3.5),
        needs: CHESS,
        run: knight,
    },
];

/// The moves of a game: the mean of all positions, and of those that a part of the game has.
fn moves(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let games = bench.games("chess", bench.pick(3, 100, 400))?;
    let counted: Vec<Vec<f64>> = bench.each(games.len(), |n| {
        let mut board = bench.open("chess")?;
        let count = |position: &String| -> Result<f64, ClaimError> {
            board.set(position)?;
            Ok(board.moves().len() as f64)
        };
        games[n].iter().map(count).collect::<Result<Vec<f64>, ClaimError>>().map(Some)
    })?;
    let parts: [(&str, std::ops::Range<usize>); 4] = [
        ("whole games", 0..usize::MAX),
        ("plies 1 to 20", 0..20),
        ("plies 21 to 60", 20..60),
        ("plies from 61 on", 60..usize::MAX),
    ];
    let mut figures = Vec::new();
    for (name, range) in parts {
        let mean = |game: &Vec<f64>| {
            let some: Vec<f64> = game.iter().take(range.end).skip(range.start).copied().collect();
            (!some.is_empty()).then(|| ClaimEstimate::mean(&some).value)
        };
        let means: Vec<f64> = counted.iter().filter_map(mean).collect();
        if !means.is_empty() {
            figures.push(ClaimFigure::new(name, ClaimEstimate::mean(&means)));
        }
    }
    Ok(figures)
}

/// Paths of `plies` plies: 35 moves everywhere, from the start, and from positions in the midst of games.
fn paths(bench: &ClaimBench<'_>, plies: u32) -> Result<Vec<ClaimFigure>, ClaimError> {
    let field = Field::game("chess", plies, bench.pick(3, 40, 200));
    let probes = bench.pick(20, 200, 500);
    let typical = bench.samples(&field, |position| {
        let mut board = bench.open("chess")?;
        board.set(position)?;
        let estimate = estimated(bench, &mut *board, plies, probes, 3)?;
        Ok(Some(estimate.value).filter(|&paths| paths > 0.0))
    })?;
    let start = match plies {
        ..=3 => ClaimEstimate::exact(bench.open("chess")?.perft(plies) as f64),
        _ => {
            // The parts are independent of each other, and so on all threads.
            let parts = bench.each(bench.pick(2, 20, 80), |n| {
                estimated(bench, &mut *bench.open("chess")?, plies, probes, 100 + n as u64)
                    .map(|e| Some(e.value))
            })?;
            ClaimEstimate::mean(&parts)
        }
    };
    Ok(vec![
        ClaimFigure::new("35 moves everywhere", ClaimEstimate::exact(35f64.powi(plies as i32))),
        ClaimFigure::new("typical positions", ClaimEstimate::geometric(&typical)),
        ClaimFigure::new("the start", start),
    ])
}

/// The number of paths of `plies` plies, from random ones: the product of the choices along each, in the mean.
///
/// Source: D. Knuth, *Estimating the efficiency of backtrack programs*, 1975.
fn estimated(
    bench: &ClaimBench<'_>,
    board: &mut dyn Session,
    plies: u32,
    probes: usize,
    purpose: u64,
) -> Result<ClaimEstimate, ClaimError> {
    if plies <= WHOLE {
        return Ok(ClaimEstimate::exact(board.perft(plies) as f64));
    }
    let mut samples = Vec::new();
    for n in 0..probes {
        let (mut random, mut paths, mut made) = (bench.random(purpose, n), 1.0, 0);
        while made < plies - WHOLE {
            let mut moves = board.moves();
            paths *= moves.len() as f64;
            if moves.is_empty() {
                break;
            }
            let chosen = below(&mut random, moves.len());
            board.play(&moves.swap_remove(chosen))?;
            made += 1;
        }
        samples.push(if paths > 0.0 { paths * board.perft(WHOLE) as f64 } else { 0.0 });
        for _ in 0..made {
            board.undo();
        }
    }
    Ok(ClaimEstimate::mean(&samples))
}

fn tic_tac_toe(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let position = bench.open("tictactoe")?.position();
    let answer = bench.answer("tictactoe", &position, by("minimax"), 9)?;
    let outcome = answer.outcome.map_or("nothing", Outcome::word);
    Ok(vec![ClaimFigure::new(
        format!("the empty board, which is proven a {outcome}"),
        ClaimEstimate::exact(answer.nodes as f64),
    )])
}

/// The change in value when the other side is a knight down.
fn knight(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let field = Field::game("chess", bench.pick(1, 4, 5), bench.pick(4, 60, 150));
    let unit = f64::from(bench.open("chess")?.unit());
    let pawns = bench.samples(&field, |position| {
        let mut board = bench.open("chess")?;
        let Some(ahead) = without_a_knight(position) else { return Ok(None) };
        // Whoever moves may find himself giving check from behind where the knight was: no such position is legal.
        if board.set(&ahead).is_err() {
            return Ok(None);
        }
        let value = |position: &str| bench.search("chess", position, by("alpha-beta-memory"), field.depth);
        let both = value(&ahead)?.zip(value(position)?);
        let both = both.filter(|(ahead, even)| ahead.outcome.is_none() && even.outcome.is_none());
        Ok(both.map(|(ahead, even)| f64::from(ahead.points - even.points) / unit))
    })?;
    Ok(vec![ClaimFigure::new(field.name(), ClaimEstimate::mean(&pawns))])
}

/// The FEN with the first knight of the side not to move taken off. None where it has none.
fn without_a_knight(fen: &str) -> Option<String> {
    let (board, rest) = fen.split_once(' ')?;
    let knight = if rest.starts_with('w') { 'n' } else { 'N' };
    let (before, after) = board.split_once(knight)?;
    // Two counts of empty squares side by side are read as their sum only by some: they are joined.
    let joined = |mut row: String| {
        let mut fields = String::new();
        let mut empty = 0;
        row.push(' ');
        for c in row.chars() {
            match c.to_digit(10) {
                Some(count) => empty += count,
                None => {
                    if empty > 0 {
                        fields += &empty.to_string();
                    }
                    empty = 0;
                    fields.push(c);
                }
            }
        }
        fields.trim_end().to_owned()
    };
    Some(format!("{} {rest}", joined(format!("{before}1{after}"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::Size;
    use std::sync::Arc;

    #[test]
    fn a_knight_is_taken_off() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let without = without_a_knight(fen).unwrap();
        assert_eq!(without, "r1bqkb1r/pppp1ppp/2n5/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let without = without_a_knight(&without).unwrap();
        assert_eq!(without, "r1bqkb1r/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(without_a_knight(&without), None);
    }

    #[test]
    fn random_paths_tell_how_many_there_are() {
        let games = secateur_standard::standard();
        let bench = ClaimBench::new(&games, Size::Tiny, 1, 1, &Arc::default());
        let mut board = bench.open("chess").unwrap();
        let estimate = estimated(&bench, &mut *board, 4, 2_000, 1).unwrap();
        let (low, high) = estimate.interval.unwrap();
        // The published count, within four standard errors.
        assert!((estimate.value - 197_281.0).abs() < high - low && high - low < 5_000.0, "{estimate:?}");
        assert_eq!(estimated(&bench, &mut *board, 2, 1, 1).unwrap(), ClaimEstimate::exact(400.0));
        // Seven columns, whatever the path.
        let estimate = estimated(&bench, &mut *bench.open("connect4").unwrap(), 5, 9, 1).unwrap();
        assert_eq!((estimate.value, estimate.interval), (16_807.0, Some((16_807.0, 16_807.0))));
    }
}
