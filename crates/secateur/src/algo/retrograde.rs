use self::reached::{Before, Queue, Reached, Web};
use crate::{Hints, Score, Stop};
use std::mem;

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
/// ([`Repetition::exact`](crate::Repetition::exact)), as if the game began at the root; there may be several roots,
/// such as all positions of an ending. Decisive ones tell the distance
/// to the end, exactly up to [`Score::MAX_DISTANCE`]. Points count, too: more points are of more worth. Proven bounds
/// are not asked for. It is not for games in which that is no draw ([`Hints::RETURNED`]): there a value may depend on the
/// path.
///
/// `None` if there are more positions than `bytes` have room for. `stop` is polled once for each position as it is found
/// and once as it is settled.
///
/// # Cost
///
/// About 40 bytes a position and 8 a move, and the positions of two generations of a root. It allocates.
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
/// let Ok(Some(ends)) = retrograde([Token(3)], 1 << 20, &mut Never) else { panic!("it has room") };
/// let values = [1, 2, 3, 4, 5].map(|at| ends.value(&Token(at)).unwrap());
/// // Nobody steps beside an edge: from 3 the token goes to 2 or 4, and back, for ever.
/// assert_eq!(values, [Score::win_in(1), Score::DRAW, Score::DRAW, Score::DRAW, Score::win_in(1)]);
/// assert_eq!((ends.positions(), ends.best(&Token(2))), (7, Some(3)));
/// ```
// ANCHOR: page
pub fn retrograde<G: Hints, S: Stop>(
    roots: impl IntoIterator<Item = G>,
    bytes: usize,
    stop: &mut S,
) -> Result<Option<Retrograde>, S::Halt> {
    let Some(Web { reached, ends, mut open, before }) = Web::from(roots, bytes, stop)? else {
        return Ok(None);
    };
    let mut best = vec![-Score::INF; open.len()];
    let (mut settled, mut queue) = (vec![false; open.len()], Queue::default());
    for (at, score) in ends {
        best[at as usize] = score;
        queue.push(at, score);
    }
    while let Some(at) = queue.pop() {
        if mem::replace(&mut settled[at as usize], true) {
            continue;
        }
        stop.poll()?;
        let score = -best[at as usize].to_root(1);
        for &parent in before.of(at) {
            let p = parent as usize;
            open[p] -= 1;
            let wins = score > best[p] && score > Score::DRAW;
            best[p] = best[p].max(score);
            if wins || open[p] == 0 {
                queue.push(parent, best[p]);
            }
        }
    }
    Ok(Some(Retrograde::new(reached, best, &settled, &before)))
}
// ANCHOR_END: page

/// What [`retrograde`] analysis found: the value of every position that can be reached from its roots.
#[derive(Clone, Debug)]
pub struct Retrograde {
    reached: Reached,
    values: Vec<Score>,
    longest: Vec<u32>,
}

impl Retrograde {
    /// Whatever is not settled is drawn.
    fn new(reached: Reached, mut values: Vec<Score>, settled: &[bool], before: &Before) -> Self {
        for (value, &settled) in values.iter_mut().zip(settled) {
            *value = if settled { *value } else { Score::DRAW };
        }
        let plies =
            |at: &u32| values[*at as usize].plies_to_end().filter(|_| values[*at as usize] > Score::DRAW);
        let longest = (0..values.len() as u32).filter(|at| plies(at).is_some()).max_by_key(plies);
        let longest = longest.map_or_else(Vec::new, |at| before.way_to(at));
        Retrograde { reached, values, longest }
    }

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
        self.reached.keys().iter().copied().zip(self.values.iter().copied())
    }

    /// A way from a root to a position from which the win takes longest: the keys of the positions on it, those two
    /// included. Nothing if nobody wins anywhere.
    pub fn longest(&self) -> impl Iterator<Item = u64> {
        self.longest.iter().map(|&at| self.reached.keys()[at as usize])
    }

    /// How many positions there are, finished ones included.
    pub fn positions(&self) -> usize {
        self.values.len()
    }
}
