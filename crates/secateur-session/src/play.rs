//! Any game behind the object-safe traits.

use crate::answer::Task;
use crate::goals::Values;
use crate::prove::ProofSearch;
use crate::searcher::{Searcher, searcher};
use crate::start::Start;
use crate::{
    AlgorithmKind, Analyst, Answer, Board, Book, ComparePlan, Comparison, Contender, Ending, Learning,
    NETWORK, Prover, Recording, Request, SeenBoard, SeenGame, SelfPlay, Session, Solver, StoppedBy, Study,
    Tablebase, TablebaseValue, Tabled, TraceLimits, Tracer, TupleWeights, book, compare, erased, kinds,
    learning, minimal, rulebook::on_scale, solve, tablebase, trace, wins,
};
use secateur::algo::MoveKind;
use secateur::{Score, legal_moves, result};
use secateur_games::linear::{Features, Weight};
use secateur_games::{Cells, Component, Inputs, Notation, Scale, Unreadable, perft, written};

/// A [`Session`] of the game `G`.
pub(crate) struct Play<G: Notation> {
    name: &'static str,
    start: Start<G>,
    /// The positions before the current one.
    past: Vec<G>,
    /// The move played from each of those.
    moves: Vec<G::Move>,
    at: G,
    /// The position as it was given.
    given: Option<String>,
    /// The last searcher of each kind, with the state it left behind.
    engine: Option<Box<dyn Searcher<G>>>,
    windowed: Option<Box<dyn Searcher<G>>>,
    best_first: Option<Box<dyn Searcher<G>>>,
    /// The random player, which keeps nothing.
    chance: Option<Box<dyn Searcher<G>>>,
}

impl<G: Notation> Play<G> {
    pub(crate) fn new(name: &'static str, start: Start<G>) -> Self {
        let (past, moves, at) = (Vec::new(), Vec::new(), start.position());
        let (engine, windowed, best_first, chance) = (None, None, None, None);
        Play { name, start, past, moves, at, given: None, engine, windowed, best_first, chance }
    }

    /// The position at hand.
    pub(crate) fn at(&self) -> &G {
        &self.at
    }

    /// The positions before it.
    pub(crate) fn past(&self) -> &[G] {
        &self.past
    }

    /// The position that was set.
    pub(crate) fn root(&self) -> &G {
        self.past.first().unwrap_or(&self.at)
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Plays a legal move.
    pub(crate) fn make(&mut self, m: G::Move) {
        self.past.push(self.at.clone());
        self.moves.push(m);
        self.at.play(m);
    }

    /// The number of the move after which the position stood that this one brings back, where the rules forbid that
    /// ([`Hints::RETURNED`](secateur::Hints::RETURNED)).
    fn brings_back(&self, m: G::Move) -> Option<usize> {
        if !G::CYCLES || G::RETURNED != Score::WIN {
            return None;
        }
        let identity = self.at.child(m).identity();
        self.past.iter().position(|pos| pos.identity() == identity)
    }

    /// Refuses a tablebase where values depend on the path.
    fn check_tabled(&self) -> Result<(), Unreadable> {
        if G::RETURNED == Score::DRAW {
            return Ok(());
        }
        Err(Unreadable(format!(
            "{} has no tablebase, since its rules forbid to bring a position back; expected a game in which a position is \
             worth the same whatever came before",
            self.name
        )))
    }

    /// Reads a legal move, as the game at hand has it.
    fn legal(&self, text: &str) -> Result<G::Move, Unreadable> {
        let m = self.at.read_move(text)?;
        match self.brings_back(m) {
            None => Ok(m),
            Some(after) => Err(Unreadable(format!(
                "'{text}' brings back the position after {after} moves, expected one that was not there before"
            ))),
        }
    }

    /// The game as if it began at the position at hand.
    fn begun_here(&self) -> Play<G> {
        let (at, given) = (self.at.clone(), Some(self.position()));
        Play { at, given, ..Play::new(self.name, self.start.clone()) }
    }

    /// The place where the searcher of this method is kept.
    fn kept(&mut self, request: &Request) -> &mut Option<Box<dyn Searcher<G>>> {
        match request.method.algorithm.kind {
            AlgorithmKind::Random => &mut self.chance,
            AlgorithmKind::BestFirst | AlgorithmKind::Prover => &mut self.best_first,
            _ if request.method.algorithm.is_engine() => &mut self.engine,
            _ => &mut self.windowed,
        }
    }

    /// The searcher of this method: that of the last search, if it suits the request, or a new one.
    fn take_searcher(&mut self, request: &Request) -> Box<dyn Searcher<G>> {
        let last = self.kept(request).take().filter(|last| last.suits(request));
        last.unwrap_or_else(|| searcher(request.method.algorithm, request))
    }
}

pub(crate) fn is_over<G: Notation>(pos: &G) -> bool {
    result(pos).is_some()
}

impl<G: Notation> Board for Play<G> {
    fn set(&mut self, text: &str) -> Result<(), Unreadable> {
        self.at = self.start.read(text)?;
        if let Some(pass) = self.at.pass() {
            self.at.play(pass);
        }
        self.past.clear();
        self.moves.clear();
        self.windowed.iter_mut().chain(&mut self.engine).for_each(|searcher| searcher.forget());
        self.given = Some(text.to_owned());
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Unreadable> {
        self.make(self.legal(text)?);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.moves.pop();
        let last = self.past.pop();
        last.map(|pos| self.at = pos).is_some()
    }

    fn read_move(&self, text: &str) -> Result<String, Unreadable> {
        self.legal(text).map(|m| self.at.write_move(m))
    }

    fn record_move(&self, text: &str) -> Result<String, Unreadable> {
        self.at.read_move(text).map(|m| self.at.record_move(m))
    }

    fn position(&self) -> String {
        match &self.given {
            Some(given) if self.past.is_empty() => given.clone(),
            given => {
                let start = self.past.first().unwrap_or(&self.at);
                written(given.as_deref().unwrap_or(""), start, &self.moves)
            }
        }
    }

    fn draw(&self) -> String {
        self.at.draw()
    }

    fn cells(&self) -> Option<Cells> {
        self.at.cells()
    }

    fn side(&self) -> String {
        let side = self.at.side();
        match self.past.len() % 2 {
            _ if !side.is_empty() => side,
            0 => "first".into(),
            _ => "second".into(),
        }
    }

    fn moves(&self) -> Vec<String> {
        let legal = legal_moves(&self.at).into_iter().filter(|&m| self.brings_back(m).is_none());
        legal.map(|m| self.at.write_move(m)).collect()
    }

    fn pass(&self) -> Option<String> {
        self.at.pass().map(|m| self.at.write_move(m))
    }

    fn outcome(&self) -> Option<Ending> {
        result(&self.at).map(|score| Ending::of(&self.at, score))
    }

    fn is_drawn_by_repetition(&self) -> bool {
        let identity = self.at.identity();
        let before = || self.past.iter().filter(|pos| pos.identity() == identity).count();
        G::CYCLES && before() + 1 >= G::REPETITION as usize
    }

    fn plies_left(&self) -> Option<u32> {
        self.at.plies_left()
    }

    fn is_quiet(&self, best: &str) -> bool {
        !self.at.in_check() && self.at.read_move(best).is_ok_and(|m| !self.at.is_noisy(m))
    }
}

impl<G: Notation> Analyst for Play<G> {
    fn prepare(&mut self, request: &Request) {
        if !self.kept(request).as_ref().is_some_and(|last| last.suits(request)) {
            let mut new = searcher(request.method.algorithm, request);
            new.touch();
            *self.kept(request) = Some(new);
            // What knowledge reads once, such as weights, is read by the first to ask for it.
            drop(G::Knowledge::default());
        }
    }

    fn analyse(&mut self, request: &Request, report: &mut dyn FnMut(&Answer)) -> Answer {
        // Making the table takes time, too.
        let start = request.control.clock.start();
        let proves_wins = request.limits.mate.is_some() && G::SCALE != Scale::Points;
        let searcher = (!proves_wins).then(|| self.take_searcher(request));
        let position = self.position();
        let (game, past, pos) = (self.name, &self.past[..], &self.at);
        let task = Task { game, position: &position, past, pos, request, start };
        let Some(mut searcher) = searcher else { return wins::wins(&task, report) };
        let answer = searcher.analyse(&task, report);
        *self.kept(request) = Some(searcher);
        answer
    }
}

impl<G: Notation> Tracer for Play<G> {
    fn record(&self, request: &Request, limits: &TraceLimits) -> Result<Recording, Unreadable> {
        let position = self.position();
        let algorithm = request.method.algorithm;
        if algorithm.grows_a_tree() || algorithm.is_solver() {
            let (past, pos, start) = (&self.past[..], &self.at, request.control.clock.start());
            let task = Task { game: self.name, position: &position, past, pos, request, start };
            return if algorithm.is_solver() {
                trace::solving(&task, limits)
            } else {
                trace::grown(&task, limits)
            };
        }
        let minimal =
            |depth, value| minimal::minimal_leaves(&vec![self.at.clone()], depth, &[value], request);
        let erased = erased::erase(&self.past, &self.at, request);
        let values = Values::of(&self.at);
        let saying = trace::Saying { game: self.name, position: &position, values, minimal: &minimal };
        let told = trace::Told { saying, erased };
        trace::trace(told, request, limits)
    }
}

impl<G: Notation> Tabled for Play<G> {
    fn tablebase(
        &self,
        request: &Request,
        report: &mut dyn FnMut(u64),
    ) -> Result<Result<Tablebase, StoppedBy>, Unreadable> {
        self.check_tabled()?;
        let at = self.at.clone();
        let roots = || erased::erase_each(std::iter::once(at.clone()));
        Ok(tablebase::build((self.name, self.position()), &roots, request, report))
    }

    fn ending_tablebase(
        &self,
        ending: &str,
        request: &Request,
        report: &mut dyn FnMut(u64),
    ) -> Option<Result<Result<Tablebase, StoppedBy>, Unreadable>> {
        drop(G::ending(ending)?);
        Some(self.check_tabled().map(|()| {
            let roots = || erased::erase_each(G::ending(ending).into_iter().flatten());
            tablebase::build((self.name, ending.to_owned()), &roots, request, report)
        }))
    }

    fn look_up(&self, table: &Tablebase) -> Option<TablebaseValue> {
        let score = table.value(&self.at).filter(|_| table.game() == self.name)?;
        Some(TablebaseValue::of(score, on_scale(&self.at, score)))
    }
}

impl<G: Notation> Study for Play<G> {
    fn compare(
        &self,
        plan: &ComparePlan,
        request: &Request,
        report: &mut dyn FnMut(&Contender),
    ) -> Comparison {
        let (texts, positions) = compare::chosen(&self.start, (&self.position(), &self.at), plan);
        // All value positions alike, the engine too.
        let mut request = request.clone();
        request.method.without.push(NETWORK.into());
        compare::compare(self.name, (texts, &positions), plan, &request, report)
    }

    fn minimal(&self, request: &Request, as_graph: bool) -> Answer {
        minimal::minimal(self.name, &self.position(), &self.at, request, as_graph)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.at, depth)
    }

    fn bench(&self) -> u64 {
        let mut positions = Vec::new();
        for (pos, _) in compare::sample(&self.start.position(), 2, 1) {
            positions.push(pos);
        }
        compare::bench(&positions)
    }

    fn openings(&self, plies: u32) -> Vec<String> {
        book::openings(&self.start.position(), plies)
    }

    fn book(&self, plies: u32, lines: &[(String, i32)]) -> Result<Book, Unreadable> {
        Book::new(&self.start, plies, lines)
    }

    fn split_line<'a>(&self, line: &'a str) -> Result<(&'a str, Option<i32>), Unreadable> {
        G::split_line(line)
    }

    fn components(&self) -> Vec<Component> {
        solve::components::<G>()
    }

    fn weights(&self) -> Vec<Weight> {
        G::weights()
    }

    fn features(&self) -> Option<Features> {
        self.at.features()
    }

    fn write_weights(&self, points: &[[i32; 2]]) -> String {
        G::write_weights(points)
    }

    fn move_kinds(&self) -> Vec<(String, MoveKind)> {
        kinds::move_kinds(&self.at)
    }

    fn unit(&self) -> i32 {
        G::UNIT
    }
}

impl<G: Notation> Learning for Play<G> {
    fn inputs(&self) -> Option<Inputs> {
        self.at.inputs()
    }

    fn seen(&self) -> Option<SeenBoard> {
        SeenBoard::of(&self.at)
    }

    fn self_play(
        &self,
        value: TupleWeights<'_>,
        policy: Option<TupleWeights<'_>>,
        how: &SelfPlay,
        number: u64,
    ) -> SeenGame {
        learning::self_play(&self.at, value, policy, how, number)
    }

    fn nearby(&self, count: usize, seed: u64) -> Vec<(SeenBoard, i32)> {
        learning::nearby(&self.at, count, seed)
    }
}

impl<G: Notation> Session for Play<G> {
    fn fresh(&self) -> Box<dyn Session> {
        Box::new(Play::new(self.name, self.start.clone()))
    }

    fn copy(&self) -> Box<dyn Session> {
        let (past, moves) = (self.past.clone(), self.moves.clone());
        let (at, given) = (self.at.clone(), self.given.clone());
        Box::new(Play { past, moves, at, given, ..Play::new(self.name, self.start.clone()) })
    }

    fn passed(&self) -> Option<Box<dyn Session>> {
        let at = self.at.null_move().filter(|_| !is_over(&self.at))?;
        let given = Some(at.write());
        Some(Box::new(Play { at, given, ..Play::new(self.name, self.start.clone()) }))
    }

    fn solver(&self, request: &Request) -> Box<dyn Solver> {
        if G::CYCLES {
            Box::new(solve::FromTheEnds::new(request, self.start.clone()))
        } else {
            Box::new(solve::TableSolver::new(self.name, request, self.start.clone()))
        }
    }

    fn prover(&self, goal: Option<i32>, request: &Request) -> Result<Box<dyn Prover>, Unreadable> {
        Ok(Box::new(ProofSearch::new(self.begun_here(), goal, request)?))
    }
}
