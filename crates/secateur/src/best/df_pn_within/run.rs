//! The state of the search beside its table: the families on the path, and what is settled by a look.

use super::Within;
use crate::best::proof_table::key_of;
use crate::best::{DfPn, Numbers, Sums, WinTable};
use crate::{Bounds, Cx, Game, Hints, Keyed, Moves, Node, Score};
use std::ops::Range;

/// The numbers of a node, as its side to move sees them ([`Numbers`]).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

impl Found {
    const REACHED: Found = Found { phi: 0, delta: Numbers::INFINITE };
    const MISSED: Found = Found { phi: Numbers::INFINITE, delta: 0 };

    /// Settled.
    #[inline(always)]
    fn settled(reached: bool) -> Self {
        if reached { Found::REACHED } else { Found::MISSED }
    }

    /// At the end of the game.
    #[inline(always)]
    fn ended(score: Score, attacks: bool) -> Self {
        let won = if attacks { score > Score::DRAW } else { score < Score::DRAW };
        Found::settled((score.is_decisive() && won) == attacks)
    }

    /// A guess at a node that nobody has opened. The defender is as far from lost as it has replies; the attacker as far
    /// from winning as there are replies to the best of the moves that may win at once.
    fn guessed<G: Hints>(pos: &G, attacks: bool) -> Self {
        if pos.outcome().is_some() {
            return Found { phi: 1, delta: 1 };
        }
        if !attacks {
            return Found { phi: 1, delta: replies(pos) };
        }
        let may_win = pos.may_win();
        let threats = pos.moves().filter(|&m| may_win(m)).take(MANY);
        Found { phi: threats.map(|m| replies(&pos.child(m))).min().unwrap_or(MANY as u32), delta: 1 }
    }

    #[inline(always)]
    pub(super) fn is_settled(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// A number beyond those of other open nodes.
const FAR: u32 = 1 << 20;

/// Replies are counted up to this many where a node is guessed at: it is the moves that leave few that matter.
const MANY: usize = 16;

/// The replies that there are, up to [`MANY`]; one where there are none, or where the game is over.
fn replies<G: Game>(pos: &G) -> u32 {
    if pos.outcome().is_some() { 1 } else { pos.moves().take(MANY).count().max(1) as u32 }
}

/// Whether the game is over.
fn is_over<G: Game>(pos: &G) -> bool {
    pos.outcome().is_some() || pos.moves().next().is_none()
}

/// A child of a node on the path.
#[derive(Copy, Clone, Debug)]
pub(super) struct Child<M> {
    pub(super) m: M,
    pub(super) found: Found,
    /// Whether that is known, or a guess.
    pub(super) seen: bool,
}

/// The children of a node on the path.
pub(super) struct Family {
    children: Range<usize>,
    /// The moves that are left to the attacker below.
    pub(super) moves: u8,
    /// The count of nodes when they were looked at.
    nodes: u64,
}

/// A node of which nothing is known.
fn undecided<M>() -> Node<M> {
    let (alpha, beta) = (-Score::INF, Score::INF);
    Node { known: None, alpha, beta, hint: None, bounds: Bounds::NONE, opened: 0 }
}

/// One search.
pub(super) struct Run<'t, M> {
    question: Within,
    pub(super) how: DfPn,
    table: &'t mut WinTable,
    /// The families on the path, one behind the other.
    stack: Vec<Child<M>>,
    /// The keys of the nodes on the path.
    path: Vec<u64>,
    /// By plies from the root, the code of the last reply that parried a threat to win with one move.
    parries: Vec<u16>,
    nodes: u64,
}

impl<'t, M: Copy + PartialEq> Run<'t, M> {
    pub(super) fn new(question: Within, how: DfPn, table: &'t mut WinTable) -> Self {
        Run { question, how, table, stack: Vec::new(), path: Vec::new(), parries: Vec::new(), nodes: 0 }
    }

    /// Whether the side to move is the one that is to win.
    #[inline(always)]
    fn attacks(&self, ply: u32) -> bool {
        ply.is_multiple_of(2) == self.question.to_move
    }

    /// The key of an entry: of the position, and of the side that is to win.
    #[inline(always)]
    fn key<G: Hints>(pos: &G, attacks: bool) -> u64 {
        key_of(pos.key(), attacks.into())
    }

    /// What the table knows of a position.
    fn recall<G: Hints<Move = M>>(&self, pos: &G, attacks: bool, moves: u8) -> Option<Found> {
        let key = Self::key(pos, attacks);
        let entry = self.table.get(key);
        let known = entry.and_then(|entry| entry.wins_within(moves));
        if known.is_none() && moves > 1 && self.path.contains(&key) {
            // To come back is of no use to the attacker, who would have fewer moves left.
            return Some(if attacks { Found { phi: FAR, delta: 1 } } else { Found { phi: 1, delta: FAR } });
        }
        let entry = entry?;
        match known {
            Some(won) => Some(Found::settled(won == attacks)),
            None if moves > 1 => Some(Found { phi: entry.phi, delta: entry.delta }),
            None => None,
        }
    }

    /// Looks at a node: at the table first, at the position itself if that knows nothing. The attacker has `moves`
    /// moves left. What is one move from the end is played out at once.
    pub(super) fn look<C>(&mut self, cx: &mut C, pos: &C::Game, moves: u8) -> Result<Found, C::Halt>
    where
        C: Cx<Game: Hints<Move = M>>,
    {
        let ply = cx.ply();
        let attacks = self.attacks(ply);
        if ply > 0
            && let Some(found) = self.recall(pos, attacks, moves)
        {
            return Ok(found);
        }
        self.nodes += 1;
        let goal = if attacks { Score::DRAW + 1 } else { Score::DRAW };
        let node = cx.open_beyond(pos, goal.prev(), goal)?;
        if let Some(score) = node.known {
            if pos.outcome().is_some() {
                return Ok(Found::ended(score, attacks));
            } else if attacks == (score < goal) {
                return Ok(Found::settled(!attacks));
            }
        }
        if attacks && moves == 1 {
            let found = self.wins_at_once(cx, pos)?;
            return Ok(found);
        }
        let replies = pos.moves().count() as u32;
        if replies == 0 {
            let score = cx.close(pos, &node, -Score::INF);
            return Ok(Found::ended(score, attacks));
        }
        if moves == 0 {
            return Ok(Found::REACHED);
        }
        if moves == 1 {
            return self.parries(cx, pos);
        }
        if ply == 0 {
            return Ok(Found { phi: 1, delta: 1 });
        }
        let phi = if attacks { Found::guessed(pos, true).phi } else { 1 };
        Ok(Found { phi, delta: replies })
    }

    /// Comes back to a node that is known: that counts as well.
    pub(super) fn again<C>(&mut self, cx: &mut C, pos: &C::Game) -> Result<(), C::Halt>
    where
        C: Cx<Game: Hints<Move = M>>,
    {
        self.nodes += 1;
        cx.open_beyond(pos, -Score::INF, Score::INF).map(|_| ())
    }

    /// Whether the attacker to move wins with this move. Only moves that end the game are entered: that one does not is
    /// seen on a list of moves.
    fn wins_at_once<C>(&mut self, cx: &mut C, pos: &C::Game) -> Result<Found, C::Halt>
    where
        C: Cx<Game: Hints<Move = M>>,
    {
        let (nodes, mut best) = (self.nodes, None);
        let may_win = pos.may_win();
        for m in pos.moves().filter(|&m| may_win(m) && is_over(&pos.child(m))) {
            let mut won = false;
            cx.visit(pos, m, |cx, pos| {
                won = self.look(cx, pos, 0)?.delta == 0;
                Ok(Score::INF)
            })?;
            if won {
                best = Some(m);
                break;
            }
        }
        let code = best.map_or(u16::MAX, |m| pos.encode(m));
        let won = best.is_some();
        self.learn(Self::key(pos, true), true, 1, won, (code, self.nodes - nodes));
        Ok(Found::settled(won))
    }

    /// Whether the defender to move has a reply after which the attacker does not win with one move.
    fn parries<C>(&mut self, cx: &mut C, pos: &C::Game) -> Result<Found, C::Halt>
    where
        C: Cx<Game: Hints<Move = M>>,
    {
        let (nodes, ply) = (self.nodes, cx.ply() as usize);
        // What parries one threat often parries the next.
        let killer = self.parries.get(ply).and_then(|&code| pos.decode(code));
        let mut refutation = None;
        if let Some(m) = killer
            && self.holds(cx, pos, m)?
        {
            refutation = killer;
        }
        let node = undecided();
        let mut moves = cx.moves(pos, &node);
        while refutation.is_none()
            && let Some(m) = moves.next(cx)
        {
            if Some(m) != killer && self.holds(cx, pos, m)? {
                refutation = Some(m);
            }
        }
        drop(moves);
        let code = refutation.map_or(u16::MAX, |m| pos.encode(m));
        if refutation.is_some() {
            self.parries.resize(self.parries.len().max(ply + 1), u16::MAX);
            self.parries[ply] = code;
        }
        self.learn(Self::key(pos, false), false, 1, refutation.is_none(), (code, self.nodes - nodes));
        Ok(Found::settled(refutation.is_some()))
    }

    /// Whether the attacker does not win with one move after this reply.
    fn holds<C>(&mut self, cx: &mut C, pos: &C::Game, m: M) -> Result<bool, C::Halt>
    where
        C: Cx<Game: Hints<Move = M>>,
    {
        let mut holds = false;
        cx.visit(pos, m, |cx, pos| {
            holds = self.look(cx, pos, 1)?.delta == 0;
            Ok(Score::INF)
        })?;
        Ok(holds)
    }

    /// Keeps what is proven. The code of a move stays with what it was proven to do: that of the attacker with a win,
    /// that of the defender with the longest defence.
    fn learn(&mut self, key: u64, attacks: bool, moves: u8, won: bool, (code, nodes): (u16, u64)) {
        self.table.put(key, nodes, |entry| {
            if won && moves < entry.won_within {
                entry.won_within = moves;
            } else if !won && moves >= entry.not_before {
                entry.not_before = moves + 1;
                (entry.phi, entry.delta) = (1, 1);
            }
            if won == attacks {
                entry.code = code;
            }
        });
    }

    /// Looks at the children of a node.
    pub(super) fn expand<C>(&mut self, cx: &mut C, pos: &C::Game, moves: u8) -> Result<Family, C::Halt>
    where
        C: Cx<Game: Hints<Move = M>>,
    {
        let (start, nodes) = (self.stack.len(), self.nodes);
        let attacks = self.attacks(cx.ply());
        self.path.push(Self::key(pos, attacks));
        let moves = if attacks { moves - 1 } else { moves };
        let node = undecided();
        let mut listed = cx.moves(pos, &node);
        while let Some(m) = listed.next(cx) {
            let child = pos.child(m);
            let known = self.recall(&child, !attacks, moves);
            let found = known.unwrap_or_else(|| Found::guessed(&child, !attacks));
            self.stack.push(Child { m, found, seen: known.is_some() });
            if found.delta == 0 {
                // One that reaches the goal is enough.
                break;
            }
        }
        let children = start..self.stack.len();
        Ok(Family { children, moves, nodes })
    }

    /// Values a node by its children.
    pub(super) fn value(&self, node: &mut Found, family: &Family) {
        let none = Found { phi: Numbers::INFINITE, delta: 0 };
        let mut open = 0;
        *node = self.stack[family.children.clone()].iter().fold(none, |node, Child { found, .. }| {
            open += u32::from(!found.is_settled());
            Found {
                phi: node.phi.min(found.delta),
                delta: self.how.sums.add((node.phi, node.delta), (found.phi, found.delta)),
            }
        });
        node.delta = self.how.sums.total(node.delta, open);
    }

    /// The child to go on with, and the number of the second best.
    pub(super) fn most_proving(&self, family: &Family) -> (usize, u32) {
        let (mut best, mut least, mut second) = (family.children.start, Numbers::INFINITE, Numbers::INFINITE);
        for at in family.children.clone() {
            let delta = self.stack[at].found.delta;
            if delta < least {
                (best, least, second) = (at, delta, least);
            } else {
                second = second.min(delta);
            }
        }
        (best, second)
    }

    pub(super) fn child(&self, at: usize) -> Child<M> {
        self.stack[at]
    }

    pub(super) fn set(&mut self, at: usize, found: Found) {
        self.stack[at].found = found;
        self.stack[at].seen = true;
    }

    /// The value of a child's φ at which δ of its parent comes to `limit`.
    pub(super) fn share(&self, limit: u32, node: &Found, child: &Child<M>, family: &Family) -> u32 {
        let others = match self.how.sums {
            Sums::Proper => node.delta - child.found.phi,
            Sums::Weak | Sums::Branches => {
                self.stack[family.children.clone()].iter().filter(|c| !c.found.is_settled()).count() as u32
                    - 1
            }
        };
        if limit == Numbers::INFINITE { limit } else { limit.saturating_sub(others) }
    }

    /// Leaves a node: its children are forgotten, what is known is kept.
    pub(super) fn close<C>(&mut self, cx: &mut C, pos: &C::Game, moves: u8, node: &Found, family: Family)
    where
        C: Cx<Game: Hints<Move = M>>,
    {
        let attacks = self.attacks(cx.ply());
        let least = self.stack[family.children.clone()].iter().min_by_key(|child| child.found.delta);
        let code = least.map_or(u16::MAX, |child| pos.encode(child.m));
        let (key, nodes) = (Self::key(pos, attacks), self.nodes - family.nodes);
        match node.is_settled() {
            true => self.learn(key, attacks, moves, (node.phi == 0) == attacks, (code, nodes)),
            false => self.table.put(key, nodes, |entry| (entry.phi, entry.delta) = (node.phi, node.delta)),
        }
        self.stack.truncate(family.children.start);
        self.path.pop();
    }

    /// The key of an entry, from outside a search.
    pub(super) fn key_of<G: Hints<Move = M>>(pos: &G, attacks: bool) -> u64 {
        Self::key(pos, attacks)
    }
}
