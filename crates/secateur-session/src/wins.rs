//! The shortest win of either side: the engine guesses who wins and how soon, and a prover asks both sides, on one budget of
//! nodes. Where few positions are left, all are listed instead.

use self::listed::Listed;
use crate::answer::{Answer, StoppedBy, Task};
use crate::engine::Thinker;
use crate::play::is_over;
use crate::searcher::Searcher;
use crate::signals::{Limiter, Signals};
use crate::{Algorithm, Limits, Request};
use secateur::best::{DfPn, WinTable, Within, df_pn_within, winning_line};
use secateur::order::{MoveScore, Ranked};
use secateur::{Halt, Score, Search, Stats, With};
use secateur_games::Notation;

mod listed;

/// The context of the prover: rules alone.
type Context<'t, G> =
    Search<G, fn(&G) -> Score, With<Stats, Limiter<'t>, (), Ranked<MoveScore, G>, secateur::Static, ()>>;

/// Nodes of the first round where no limit is given; each further round has twice as many.
const FIRST_ROUND: u64 = 100_000;
/// The engine has one node in this many of a round.
const ENGINE: u64 = 8;
/// The first share of each question: one node in this many of those that the prover has.
const SHARES: u64 = 64;
/// The bytes of an entry of the prover's table, of which a node makes two at most.
const BYTES_A_NODE: u64 = 48;

/// Looks for the shortest win within a number of moves, proves it, and gives its line to the end of the game.
///
/// Every win that is told is proven, by rules alone, and its line ends the game. The answer is exact once nothing
/// shorter is possible, or no win at all; its depth says how many plies are proven to hold no other.
pub(crate) fn wins<G: Notation>(task: &Task<'_, G>, report: &mut dyn FnMut(&Answer)) -> Answer {
    let (pos, request, mut answer) = (task.pos, task.request, task.empty());
    if is_over(pos) {
        answer.set_value(pos, pos.outcome().unwrap_or_else(|| pos.no_moves()), true);
        return answer;
    }
    answer.begin_with(pos, pos.moves().next());
    answer.stopped_by = StoppedBy::Depth;
    let nodes = request.limits.nodes.unwrap_or(u64::MAX);
    let room = usize::try_from(nodes.saturating_mul(BYTES_A_NODE)).unwrap_or(usize::MAX);
    let table = WinTable::with_bytes((request.resources.hash / 4 * 3).min(room));
    let most = request.limits.mate.unwrap_or(Limits::MOST_MOVES).clamp(1, Limits::MOST_MOVES) as u8;
    let mut hunt = Hunt { task, answer, table, nodes: 0, none: [0; 2], found: None, claim: None, most };
    hunt.run(nodes, report);
    hunt.answer
}

/// A search for wins.
struct Hunt<'a, G: Notation> {
    task: &'a Task<'a, G>,
    answer: Answer,
    table: WinTable,
    /// Nodes so far.
    nodes: u64,
    /// The moves within which it is proven that the opponent, or the side to move, does not win.
    none: [u8; 2],
    /// The moves within which a win is proven.
    found: Option<u8>,
    /// The moves within which the engine says that there is a win.
    claim: Option<u8>,
    /// The most moves that are of interest.
    most: u8,
}

impl<'a, G: Notation> Hunt<'a, G> {
    fn run(&mut self, nodes: u64, report: &mut dyn FnMut(&Answer)) {
        self.answer.stopped_by = match self.list(nodes, report) {
            Ok(true) if self.found.is_some() => StoppedBy::Solved,
            Ok(true) => StoppedBy::Depth,
            Ok(false) => self.search(nodes, report),
            Err(halt) => halt.into(),
        };
        self.take_stock();
        report(&self.answer);
    }

    /// Lists the positions that the game can still come to, if they are few. Whether all is known then.
    fn list(&mut self, nodes: u64, report: &mut dyn FnMut(&Answer)) -> Result<bool, Halt> {
        let (pos, bytes) = (self.task.pos, self.task.request.resources.hash);
        let signals = self.signals();
        let look = || signals.look();
        let mut stop = Limiter::new(u64::MAX, &look as &(dyn Fn() -> Option<Halt> + Sync));
        let Some(ending) = Listed::from(pos, nodes, bytes, &mut stop)? else { return Ok(false) };
        self.nodes += ending.positions();
        self.answer.begin_with(pos, ending.best(pos));
        let line = ending.line(pos);
        let (within, to_move) = (line.len().div_ceil(2), line.len() % 2 == 1);
        if line.is_empty() || within > usize::from(self.most) {
            self.none = [self.most; 2];
            return Ok(true);
        }
        let ends = self.ends(&line);
        if ends {
            self.none[usize::from(to_move)] = within as u8 - 1;
            self.tell(to_move, &line, report);
        }
        Ok(ends)
    }

    /// Guesses and proves in turn, in rounds. The reason that it ended.
    fn search(&mut self, nodes: u64, report: &mut dyn FnMut(&Answer)) -> StoppedBy {
        let mut round = if nodes == u64::MAX { FIRST_ROUND } else { nodes };
        let mut engine = Thinker::new(&self.engine_request(0));
        loop {
            let until = self.nodes.saturating_add(round).min(nodes);
            let engine_nodes = (round / ENGINE).max(1).min(nodes - self.nodes);
            let likely = match self.found {
                Some(_) => self.answer.points > 0,
                None => self.guess(&mut engine, engine_nodes),
            };
            match self.prove(likely, until, report) {
                Ok(()) if self.found.is_some() => break StoppedBy::Solved,
                Ok(()) => break StoppedBy::Depth,
                Err(Halt::Nodes) if self.nodes < nodes => round = round.saturating_mul(2),
                Err(halt) => break halt.into(),
            }
        }
    }

    /// The clock and the flags that end all of it.
    fn signals(&self) -> Signals<'a> {
        let request = self.task.request;
        Signals {
            time: request.most_time().map(|most| (self.task.start, most)),
            pondering: Some(&request.control.pondering),
            ..Signals::of(&request.control)
        }
    }

    /// What the engine is asked: for the best move, on its own.
    fn engine_request(&self, nodes: u64) -> Request {
        let mut request = self.task.request.clone().mate(None).nodes(nodes).lines(1).threads(1);
        request.method.algorithm = Algorithm::player();
        request.method.handicap = None;
        (request.limits.depth, request.limits.aim, request.limits.win_within) = (None, None, None);
        request.limits.only.clear();
        request.resources.hash /= 4;
        request
    }

    /// The engine's turn: whether it expects the side to move to win. Its move is the answer's until a win is proven; the
    /// length of a win that it sees is a claim to be proven.
    fn guess(&mut self, engine: &mut Thinker<G>, nodes: u64) -> bool {
        let request = self.engine_request(nodes);
        let thought = engine.analyse(&Task { request: &request, ..*self.task }, &mut |_| {});
        self.nodes += thought.nodes;
        let within = thought.plies_to_end.map(|plies| plies.div_ceil(2));
        self.claim = within.and_then(|moves| u8::try_from(moves).ok()).filter(|&moves| moves <= self.most);
        self.answer.best = thought.best.or(self.answer.best.take());
        (self.answer.pv, self.answer.seldepth) = (thought.pv, thought.seldepth);
        (self.answer.value, self.answer.points) = (thought.value, thought.points);
        self.answer.points >= 0
    }

    /// Asks whether the likely winner wins as soon as the engine claims; if that stays open, both sides are asked, with
    /// shares that double in each turn: who wins by force is often not who has more, and the engine cannot tell. Once a side
    /// wins, the question is always the same: within one move fewer. A win that is much shorter answers that, too, and is
    /// found the sooner the more moves it may take.
    fn prove(&mut self, likely: bool, until: u64, report: &mut dyn FnMut(&Answer)) -> Result<(), Halt> {
        let left = until.saturating_sub(self.nodes);
        if let (Some(moves), None) = (self.claim, self.found)
            && moves > self.none[usize::from(likely)]
        {
            self.settle(Within { to_move: likely, moves }, left / 2, until, report)?;
        }
        let mut share = (left / SHARES).max(1);
        while self.found.is_none() && self.none != [self.most; 2] {
            self.ask_both(likely, share, until, report)?;
            share = share.saturating_mul(2);
        }
        let to_move = self.answer.points > 0;
        while let Some(found) = self.found
            && found - 1 > self.none[usize::from(to_move)]
        {
            self.settle(Within { to_move, moves: found - 1 }, u64::MAX, until, report)?;
        }
        Ok(())
    }

    /// Asks both sides in turn, the likely winner first, whether it wins within as few moves as are open, then within one
    /// more, and so on, until one of them does. Each question has this many nodes.
    fn ask_both(
        &mut self,
        likely: bool,
        nodes: u64,
        until: u64,
        report: &mut dyn FnMut(&Answer),
    ) -> Result<(), Halt> {
        let known = self.none;
        for more in 1..=self.most {
            for to_move in [likely, !likely] {
                let moves = known[usize::from(to_move)].saturating_add(more);
                if self.found.is_none() && moves <= self.most {
                    self.settle(Within { to_move, moves }, nodes, until, report)?;
                }
            }
        }
        Ok(())
    }

    /// Asks one question, with this many nodes at most, and keeps the answer if there is one.
    fn settle(
        &mut self,
        question: Within,
        nodes: u64,
        until: u64,
        report: &mut dyn FnMut(&Answer),
    ) -> Result<(), Halt> {
        match self.ask(question, nodes, until) {
            Ok(Some(line)) if self.ends(&line) => self.tell(question.to_move, &line, report),
            // What the key leaves out, such as a count of moves without progress, ends the game before.
            Ok(Some(_)) => return Err(Halt::Nodes),
            Ok(None) => self.none[usize::from(question.to_move)] = question.moves,
            Err(Halt::Nodes) if self.nodes < until => {}
            Err(halt) => return Err(halt),
        }
        Ok(())
    }

    /// One question, with this many nodes at most: the line of a win, or none.
    fn ask(&mut self, question: Within, nodes: u64, until: u64) -> Result<Option<Vec<G::Move>>, Halt> {
        let signals = self.signals();
        let look = || signals.look();
        let left = until.saturating_sub(self.nodes).min(nodes);
        let mut cx: Context<'_, G> = Search::new((|_| Score::DRAW) as fn(&G) -> Score)
            .watch(Stats::default())
            .stop(Limiter::new(left, &look as &(dyn Fn() -> Option<Halt> + Sync)))
            .order(Ranked::new(MoveScore));
        let (pos, how) = (self.task.pos, DfPn::default());
        let won = df_pn_within(&mut cx, pos, question, how, &mut self.table);
        let line = won.and_then(|won| match won {
            true => winning_line(&mut cx, pos, question, how, &mut self.table).map(Some),
            false => Ok(None),
        });
        self.nodes += cx.watch.nodes;
        self.answer.leaves += cx.watch.leaves;
        self.answer.seldepth = self.answer.seldepth.max(cx.watch.seldepth);
        line
    }

    /// Whether the game ends with a line, and no sooner, and is lost for whoever would be to move.
    fn ends(&self, line: &[G::Move]) -> bool {
        let mut pos = self.task.pos.clone();
        let played = line.iter().all(|&m| {
            let goes_on = !is_over(&pos);
            if goes_on {
                pos.play(m);
            }
            goes_on
        });
        let end = || pos.outcome().unwrap_or_else(|| pos.no_moves());
        played && is_over(&pos) && end() < Score::DRAW
    }

    /// Puts a proven win into the answer. Its length is the line's: it may be shorter than was asked for.
    fn tell(&mut self, to_move: bool, line: &[G::Move], report: &mut dyn FnMut(&Answer)) {
        let (pos, plies) = (self.task.pos, line.len() as u32);
        self.found = Some(plies.div_ceil(2) as u8);
        let score = if to_move { Score::win_in(plies) } else { Score::loss_in(plies) };
        self.answer.set_value(pos, score, false);
        self.answer.set_line(pos, line);
        self.answer.best = self.answer.pv.first().cloned();
        self.take_stock();
        report(&self.answer);
    }

    /// Counts, and how much is proven.
    fn take_stock(&mut self) {
        let plies = self.answer.plies_to_end.filter(|_| self.found.is_some());
        let side = usize::from(self.answer.points > 0);
        let none = match self.found {
            Some(_) => self.none[side],
            None => self.none[0].min(self.none[1]),
        };
        self.answer.exact = self.found.map_or(none >= self.most, |found| found == none + 1);
        self.answer.depth = match plies {
            Some(plies) if self.answer.exact => plies,
            _ => 2 * u32::from(none),
        };
        self.answer.nodes = self.nodes;
        self.answer.set_time(self.task.start);
    }
}
