//! Memory around memory: what a wrapper does not do itself, the memory inside does.

use crate::common::seeded::Seeded;
use secateur::table::{BoundTable, Etc, Handle, Prefetching, SameDepth, SkipTrivial};
use secateur::{Bounds, Memory, Place, Recall, Score, Table};
use std::cell::RefCell;

/// Answers all that can be asked in a way of its own, and writes down what was asked.
struct Spy<'a>(&'a RefCell<Vec<&'static str>>);

const BOUNDS: Bounds = Bounds { lower: Score::DRAW, upper: Score::WIN };

impl Spy<'_> {
    fn hears<T>(&self, what: &'static str, answer: T) -> T {
        self.0.borrow_mut().push(what);
        answer
    }
}

impl Memory<Seeded> for Spy<'_> {
    fn tick(&mut self) {
        self.hears("tick", ());
    }
    fn ticks(&self) -> u64 {
        self.hears("ticks", 17)
    }
    fn recall(&mut self, _: &Seeded, _: Place) -> Recall<u16> {
        self.hears("recall", Recall { bounds: BOUNDS, hint: Some(1) })
    }
    fn record(&mut self, _: &Seeded, _: Place, _: Bounds, _: Option<u16>, _: u64) {
        self.hears("record", ());
    }
    fn etc_cutoff(&mut self, _: &Seeded, _: Place, _: Score) -> Option<Score> {
        self.hears("etc_cutoff", Some(Score::WIN))
    }
    fn peek(&mut self, _: &Seeded, _: u32) -> Bounds {
        self.hears("peek", BOUNDS)
    }
    fn refutes(&mut self, _: &Seeded, _: u32, _: Score) -> bool {
        self.hears("refutes", true)
    }
    fn prefetch(&mut self, _: &Seeded) {
        self.hears("prefetch", ());
    }
}

/// Asks a memory all that can be asked.
fn ask(memory: &mut impl Memory<Seeded>) -> (u64, Bounds, Option<u16>, Option<Score>, Bounds, bool) {
    let pos = Seeded::uniform(3, 2, 4, 10);
    let place = Place { ply: 0, depth: 3, salt: 0 };
    memory.tick();
    memory.record(&pos, place, BOUNDS, Some(1), 2);
    memory.prefetch(&pos);
    let Recall { bounds, hint } = memory.recall(&pos, place);
    let prefetched = memory.etc_cutoff(&pos, place, Score::WIN);
    let (glanced, refutes) = (memory.peek(&pos, 0), memory.refutes(&pos, 0, Score::WIN));
    (memory.ticks(), bounds, hint, prefetched, glanced, refutes)
}

const ALL: [&str; 8] = ["tick", "record", "prefetch", "recall", "etc_cutoff", "peek", "refutes", "ticks"];

#[test]
fn nothing_is_forgotten() {
    let heard = RefCell::new(Vec::new());
    let own = ask(&mut Spy(&heard));
    assert_eq!(heard.take(), ALL);

    assert_eq!(ask(&mut SkipTrivial(Spy(&heard))), own);
    assert_eq!(heard.take(), ALL);

    // Etc asks about the children itself: about the first, and that one's lower bound of a draw is no refutation
    // for it, nor the second's.
    let mut etc = Etc::new(Spy(&heard));
    assert_eq!(ask(&mut etc), (own.0, own.1, own.2, None, own.4, own.5));
    let looked = ["tick", "record", "prefetch", "recall", "recall", "recall", "peek", "refutes", "ticks"];
    assert_eq!(heard.take(), looked);
}

/// A handle of a table hears no more than is asked of it; the fetch alone is the wrapper's own.
#[test]
fn fetching_early_answers_the_same() {
    let [plain, fetching] = [(); 2].map(|()| Table::with_entries(64));
    let mut around: Prefetching<Handle<'_, SameDepth>> = Prefetching(fetching.exact());
    assert_eq!(ask(&mut plain.exact()), ask(&mut around));
}

/// A bound table has a way of its own to say whether a child refutes its parent, with the same answers as the others'.
#[test]
fn a_bound_table_refutes_as_its_bounds_say() {
    let bound_table = BoundTable::with_bytes(1 << 12);
    let (pos, place) = (Seeded::ragged(3, 2, 4, 10), Place { ply: 4, depth: 9, salt: 0 });
    for score in [Score::loss_in(9), Score::points(-7), Score::DRAW, Score::points(7), Score::win_in(9)] {
        for (bounds, best) in [(Bounds::at_least(score), Some(1)), (Bounds::at_most(score), None)] {
            let mut memory = SkipTrivial(bound_table.handle());
            memory.record(&pos, place, bounds, best, 1);
            for beta in [-score - 1, -score, -score + 1, Score::DRAW, Score::INF] {
                let upper = memory.peek(&pos, 4).upper;
                assert_eq!(memory.refutes(&pos, 4, beta), -upper >= beta, "{bounds:?} for {beta}");
            }
        }
    }
}
