//! Searches.

use crate::line::Reader;
use crate::{Ask, Kept, Place, Playground, Say, TimeLeft};
use secateur::Score;
use secateur_games::Unreadable;
use secateur_session::{
    Algorithm, ComparePlan, Control, GameClock, Handicap, InPlay, Limits, Method, Request, Session,
    TraceLimits, values,
};
use std::sync::PoisonError;
use std::time::Duration;

/// The time that a move takes on its way to the page and back, at most.
const ON_THE_WAY: Duration = Duration::from_millis(60);

/// The time for which an opponent of full strength thinks.
const OPPONENT: Duration = Duration::from_millis(1_500);

impl Playground {
    /// Does what takes a search.
    pub(crate) fn search(
        &self,
        id: u32,
        ask: &Ask,
        control: &Control,
        report: &mut dyn FnMut(Say),
    ) -> Result<Say, Unreadable> {
        match ask {
            Ask::Analyse { place, request } => self.analyse(place, self.checked(request, control)?, report),
            Ask::Opponent { place, level, seed, clock } => {
                let handicap = Handicap::of_level(*level, *seed);
                let method = Method { algorithm: Algorithm::player(), handicap, ..Method::default() };
                let limits = match clock {
                    Some(clock) => within(clock, place.open(&self.games)?.board.plies_left()),
                    None => Limits { time: handicap.is_none().then_some(OPPONENT), ..Limits::default() },
                };
                let request = Request { method, limits, ..Request::default() };
                self.analyse(place, self.checked(&request, control)?, &mut |_| ())
            }
            Ask::Threats { place, request } => {
                let request = self.checked(request, control)?;
                threats(&mut *place.open(&self.games)?.board, &request, report)
            }
            Ask::Values { place, request } => {
                let request = self.checked(request, control)?;
                self.at(place, &mut |at| {
                    let all = values(&mut *at.board, &request, &mut |all| report(Say::Values(all.to_vec())));
                    Ok(Say::Values(all))
                })
            }
            Ask::Solve { place, request } => {
                let request = self.checked(request, control)?;
                self.at(place, &mut |at| {
                    at.board.solver(&request).solve(&at.board.position()).map(Say::Solution)
                })
            }
            Ask::Trace { place, request, window, keep, part, minimal } => {
                let request = self.checked(request, control)?;
                let limits =
                    TraceLimits { minimal: *minimal, window: window.map(asked), ..TraceLimits::default() };
                let kept = (id, (*keep).min(self.allowance.trace), *part);
                let now = control.clock.0;
                let start = now();
                self.at(place, &mut |at| {
                    let mut record = |nodes| at.board.record(&request, &TraceLimits { nodes, ..limits });
                    self.records.record(kept, &mut record, &|| now().saturating_sub(start))
                })
            }
            Ask::Compare { place, request, plan } => {
                let request = self.checked(request, control)?;
                self.at(place, &mut |at| {
                    let plan = ComparePlan { given: vec![at.board.position()], ..plan.clone() };
                    let each = &mut |one: &_| report(Say::Contender(Box::new(Clone::clone(one))));
                    Ok(Say::Comparison(Box::new(at.board.compare(&plan, &request, each))))
                })
            }
            _ => Err(Unreadable("that takes no search".into())),
        }
    }

    /// The request within the allowance, with the handles of whoever asks, if there is nothing in it that would be ignored.
    fn checked(&self, request: &Request, control: &Control) -> Result<Request, Unreadable> {
        let request = Request { control: control.clone(), ..self.allowance.keep(request.clone()) };
        request.check()?;
        Ok(request)
    }

    fn analyse(
        &self,
        place: &Place,
        request: Request,
        report: &mut dyn FnMut(Say),
    ) -> Result<Say, Unreadable> {
        self.at(place, &mut |at| analysed(&mut *at.board, &request, report))
    }

    /// Works at a position, with what the last search left behind if that was of the same game.
    fn at(
        &self,
        place: &Place,
        work: &mut dyn FnMut(&mut InPlay) -> Result<Say, Unreadable>,
    ) -> Result<Say, Unreadable> {
        let wanted = place.open(&self.games)?;
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        let moved = kept.filter(|kept| kept.game == place.game).and_then(|Kept { mut at, .. }| {
            at.follow(&wanted).ok()?;
            Some(at)
        });
        let mut at = moved.unwrap_or(wanted);
        let said = work(&mut at);
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Kept { game: place.game.clone(), at });
        said
    }
}

/// Refuses a game that is over.
fn check_going(board: &dyn Session) -> Result<(), Unreadable> {
    match board.outcome() {
        None => Ok(()),
        Some(_) => Err(Unreadable("the game is over: there is nothing to search".into())),
    }
}

/// Searches a position; each iteration and each line is reported.
fn analysed(
    board: &mut dyn Session,
    request: &Request,
    report: &mut dyn FnMut(Say),
) -> Result<Say, Unreadable> {
    check_going(board)?;
    let mut reader = Reader::at(board);
    let answer = board.analyse(request, &mut |answer| report(Say::Answer(Box::new(reader.read(answer)))));
    Ok(Say::Answer(Box::new(reader.read(&answer))))
}

/// The word for a pass among the moves of a game that has it.
const PASS: &str = "pass";

/// Searches the position in which the side to move has passed.
fn threats(
    board: &mut dyn Session,
    request: &Request,
    report: &mut dyn FnMut(Say),
) -> Result<Say, Unreadable> {
    check_going(board)?;
    if board.play(PASS).is_ok() {
        return analysed(board, request, report);
    }
    let mut passed = board.passed().ok_or_else(|| Unreadable("the turn cannot be passed here".into()))?;
    analysed(&mut *passed, request, report)
}

/// The limits of a move by the clock: what is lost on the way to a browser is taken off.
fn within(clock: &TimeLeft, plies_left: Option<u32>) -> Limits {
    let [left, increment] = [clock.left, clock.increment].map(Duration::from_millis);
    let share = GameClock { left, increment, moves_to_go: None, overhead: ON_THE_WAY, plies_left }.share();
    Limits { time: Some(share.most), aim: Some(share.aim), ..Limits::default() }
}

/// A window in points of the search, open at an end that is not named.
fn asked((alpha, beta): (Option<i32>, Option<i32>)) -> (Score, Score) {
    (alpha.map_or(-Score::INF, Score::from_raw), beta.map_or(Score::INF, Score::from_raw))
}
