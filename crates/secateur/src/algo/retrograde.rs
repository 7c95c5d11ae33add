use self::reached::{Reached, Web};
use crate::{Hints, Score, Stop};
use std::collections::BinaryHeap;

mod reached;

/// Retrograde analysis: what every position that can be reached is worth, from the ends of the game backwards. For games
/// in which positions come back, where no search to a depth ever reaches the end.
///
/// # Idea
///
/// Number all positions that moves lead to, and keep for each the list of those that lead there. Then go backwards from
/// the finished games, those of most worth first. A position from which one move wins is won. A position whose moves all
/// lose is lost, once the last of them is known: that one holds out longest, since quicker ends came first. What is
/// never reached in this way is a draw: neither side can force an end, and play goes on for ever.
///
/// # Contract
///
/// The values are those of minimax without a limit of depth, in which a position that comes back is a draw
/// ([`Repetition::exact`](crate::Repetition::exact)), as if the game began at the root. Decisive ones tell the distance
/// to the end, exactly up to [`Score::MAX_DISTANCE`]. Points count, too: more points are of more worth. Proven bounds
/// are not asked for. It is not for games in which that is no draw ([`Hints::RETURNED`]): there a value may depend on the
/// path.
///
/// `None` if there are more positions than `bytes` have room for. `stop` is polled once for each position as it is found
/// and once as it is settled.
///
/// # Cost
///
/// About 100 bytes a position and 8 a move, and the positions of two generations. It allocates.
///
/// # Source
///
/// T. Ströhlein, *Untersuchungen über kombinatorische Spiele*, thesis, Technische Hochschule München, 1970. K. Thompson,
/// *Retrograde analysis of certain endgames*, ICCA Journal 9, 1986. Counting the moves that are still open is older than
/// both in the theory of games on graphs; a queue by worth, for games that end with points, is Dijkstra's (1959).
///
/// # Example
///
/// ```
/// use secateur::{Game, Hints, Keyed, Never, Score, algo::retrograde};
///
/// /// Squares 0 to 6 in a row. Either side moves the token by one; whoever reaches 0 or 6 wins.
/// #[derive(Clone)]
/// struct Token(u64);
/// impl Game for Token {
///     type Move = u64;
///     fn moves(&self) -> impl Iterator<Item = u64> { [self.0 - 1, self.0 + 1].into_iter() }
///     fn play(&mut self, to: u64) { self.0 = to }
///     fn outcome(&self) -> Option<Score> { (self.0 % 6 == 0).then_some(Score::LOSS) }
/// }
/// impl Keyed for Token {
///     fn key(&self) -> u64 { self.0 }
/// }
/// impl Hints for Token {}
///
/// let Ok(Some(ends)) = retrograde(&Token(3), 1 << 20, &mut Never) else { panic!("it has room") };
/// let values = [1, 2, 3, 4, 5].map(|at| ends.value(&Token(at)).unwrap());
/// // Nobody steps beside an edge: from 3 the token goes to 2 or 4, and back, for ever.
/// assert_eq!(values, [Score::win_in(1), Score::DRAW, Score::DRAW, Score::DRAW, Score::win_in(1)]);
/// assert_eq!((ends.positions(), ends.best(&Token(2))), (7, Some(3)));
/// ```
// ANCHOR: page
pub fn retrograde<G: Hints, S: Stop>(
    root: &G,
    bytes: usize,
    stop: &mut S,
) -> Result<Option<Retrograde>, S::Halt> {
    let Some(Web { reached, ends, mut open, before }) = Web::from(root, bytes, stop)? else {
        return Ok(None);
    };
    let mut values = vec![Score::DRAW; open.len()];
    let mut best = vec![-Score::INF; open.len()];
    let mut queue: BinaryHeap<_> = ends.iter().map(|&(at, score)| (worth(score), at, score)).collect();
    while let Some((_, at, score)) = queue.pop() {
        if score == Score::DRAW || values[at as usize] != Score::DRAW {
            continue; // nobody forces a draw: it is what remains. Or it was settled by more.
        }
        stop.poll()?;
        values[at as usize] = score;
        let score = -score.to_root(1);
        for &parent in before.of(at) {
            let p = parent as usize;
            open[p] -= 1;
            let wins = score > best[p] && score > Score::DRAW;
            best[p] = best[p].max(score);
            if wins || open[p] == 0 {
                queue.push((worth(best[p]), parent, best[p]));
            }
        }
    }
    Ok(Some(Retrograde { reached, values }))
}
// ANCHOR_END: page

/// What settles earlier: the higher, the better for whoever it is good for.
fn worth(score: Score) -> i32 {
    score.get().abs()
}

/// What [`retrograde`] analysis found: the value of every position that can be reached from its root.
#[derive(Clone, Debug)]
pub struct Retrograde {
    reached: Reached,
    values: Vec<Score>,
}

impl Retrograde {
    /// The value for the side to move; none of a position that cannot be reached.
    pub fn value<G: Hints>(&self, pos: &G) -> Option<Score> {
        self.reached.number(pos).map(|at| self.values[at as usize])
    }

    /// The first of the moves that are worth the value; none where the game is over.
    pub fn best<G: Hints>(&self, pos: &G) -> Option<G::Move> {
        let value = self.value(pos).filter(|_| pos.outcome().is_none())?;
        pos.moves().find(|&m| self.value(&pos.child(m)).is_some_and(|score| -score.to_root(1) == value))
    }

    /// Every position's key ([`Hints::whole`]) and its value for the side to move, in no order.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Score)> {
        self.reached.keys().map(|(key, at)| (key, self.values[at as usize]))
    }

    /// How many positions there are, finished ones included.
    pub fn positions(&self) -> usize {
        self.values.len()
    }
}
