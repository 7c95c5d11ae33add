//! A policy says where PUCT looks, and not what it finds.

use crate::common::seeded::{ROOM, Seeded, minimax, trees};
use secateur::best::{self, Playing, SearchTree, Visited};
use secateur::{Bounds, Eval, Halt, Limiter, Score, Search};

/// A policy that likes late moves, whatever they are worth.
struct Prejudiced;

impl Eval<Seeded> for Prejudiced {
    fn eval(&mut self, pos: &Seeded) -> Score {
        pos.eval()
    }

    fn prior(&mut self, _: &Seeded, m: u16) -> Option<f32> {
        Some(2.0 * f32::from(m))
    }
}

#[test]
fn a_policy_changes_the_way_and_not_the_value() {
    let mut late = [0, 0];
    for pos in trees(1_000) {
        let value = minimax(Seeded::eval, &pos);
        let answer = best::puct(
            &mut Search::new(Prejudiced),
            &pos,
            Playing::default(),
            &mut SearchTree::with_bytes(ROOM),
        );
        assert_eq!(answer.bounds, Bounds::exact(value), "{pos:?}");
        // Whether the last move has more visits than the first, after a few.
        let mut tree = SearchTree::with_bytes(ROOM);
        let few = || Limiter::new(8, || None::<Halt>);
        let visits = |tree: &SearchTree<_, Visited>| {
            let visits: Vec<u32> = tree.children().iter().map(|child| child.data.visits).collect();
            u32::from(visits.last() > visits.first())
        };
        let _ = best::puct(&mut Search::new(Prejudiced).stop(few()), &pos, Playing::default(), &mut tree);
        late[0] += visits(&tree);
        tree.clear();
        let _ = best::puct(&mut Search::new(Seeded::eval).stop(few()), &pos, Playing::default(), &mut tree);
        late[1] += visits(&tree);
    }
    assert!(late[0] > 2 * late[1] && late[1] > 0, "{late:?}");
}
