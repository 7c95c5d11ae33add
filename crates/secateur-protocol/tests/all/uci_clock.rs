//! The share of the clock, whatever it shows.

use proptest::prelude::*;
use secateur_session::{GameClock, time_for_move};
use std::time::Duration;

const MS: fn(u64) -> Duration = Duration::from_millis;

fn clocks() -> impl Strategy<Value = GameClock> {
    let left = prop_oneof![0u64..200, 200u64..100_000, 0u64..40_000_000_000];
    let moves =
        prop_oneof![3 => Just(None), 2 => (0u32..60).prop_map(Some), 1 => any::<u32>().prop_map(Some)];
    let plies = prop_oneof![Just(None), (0u32..200).prop_map(Some), any::<u32>().prop_map(Some)];
    let overhead = prop_oneof![0u64..100, 0u64..10_000];
    (left, prop_oneof![0u64..50, 0u64..1_000_000], moves, overhead, plies).prop_map(
        |(left, increment, moves_to_go, overhead, plies_left)| GameClock {
            left: MS(left),
            increment: MS(increment),
            moves_to_go,
            overhead: MS(overhead),
            plies_left,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_most_is_never_more_than_is_safe(clock in clocks()) {
        let share = clock.share();
        prop_assert!(share.aim <= share.most && share.aim > Duration::ZERO);
        let usable = clock.left.saturating_sub(clock.overhead);
        let part = if clock.moves_to_go.is_some_and(|n| n <= 1) { 9 } else if clock.moves_to_go == Some(2) { 6 } else { 4 };
        prop_assert!(share.most <= MS(1) || share.most <= usable * part / 10);
        prop_assert!(share.most <= MS(1) || share.most <= share.aim * 5);
        prop_assert!(share.most <= (clock.left / 16).max(usable).max(Duration::from_micros(100)));
    }

    #[test]
    fn more_time_is_never_less_for_a_move(clock in clocks(), more in 0u64..100_000) {
        let richer = GameClock { left: clock.left + MS(more), ..clock };
        prop_assert!(richer.share().aim >= clock.share().aim && richer.share().most >= clock.share().most);
        let faster = GameClock { increment: clock.increment + MS(more), ..clock };
        prop_assert!(faster.share().aim >= clock.share().aim);
    }

    #[test]
    fn a_clock_of_its_own_is_the_share_aimed_at(left in 0u64..1_000_000, increment in 0u64..10_000, overhead in 0u64..1000) {
        let (left, increment, overhead) = (MS(left), MS(increment), MS(overhead));
        let clock = GameClock { left, increment, overhead, ..GameClock::default() };
        prop_assert_eq!(time_for_move(left, increment, overhead), clock.share().aim);
    }

    /// Every move takes the most it may, and nearly all that is added is lost on the way.
    #[test]
    fn no_game_with_an_increment_is_lost_on_time(
        (left, increment, lost) in prop_oneof![
            Just((1_000_000u64, 10_000u64, 9_000u64)),
            Just((100_000, 1_000, 800)),
            (20_000u64..10_000_000, 1_000u64..100_000).prop_flat_map(|(left, inc)| (Just(left), Just(inc), 0..inc * 8 / 10)),
        ],
        long in any::<bool>(),
    ) {
        let micros = Duration::from_micros;
        let overhead = MS(10).max(micros(lost));
        let (left, increment) = (micros(left).max(2 * overhead), micros(increment));
        let mut clock = GameClock { left, increment, overhead, ..GameClock::default() };
        for number in 0..400 {
            clock.plies_left = long.then(|| 400_u32.saturating_sub(2 * number));
            let spent = clock.share().most + micros(lost);
            prop_assert!(spent < clock.left, "move {}: {:?} of {:?}", number, spent, clock.left);
            clock.left = clock.left - spent + clock.increment;
        }
    }

    /// A number of moves in an amount of time, over and over.
    #[test]
    fn no_time_control_is_missed(moves in 1u32..60, each in 20u64..3_000, lost in 0u64..9) {
        let period = MS(each) * moves;
        let mut clock = GameClock { left: period, moves_to_go: Some(moves), overhead: MS(10), ..GameClock::default() };
        for number in 0..3 * moves {
            clock.moves_to_go = Some(moves - number % moves);
            let spent = clock.share().most + MS(lost);
            prop_assert!(spent < clock.left, "move {}: {:?} of {:?}", number, spent, clock.left);
            clock.left -= spent;
            if clock.moves_to_go == Some(1) {
                clock.left += period;
            }
        }
    }
}

#[test]
fn an_even_pace_uses_the_clock() {
    // Sixty moves at the time aimed at: most of the clock is used, and some is kept.
    let start = GameClock { left: MS(60_000), overhead: MS(10), ..GameClock::default() };
    let mut clock = start;
    for _ in 0..60 {
        clock.left -= clock.share().aim;
    }
    assert!(clock.left > MS(3_000) && clock.left < MS(20_000), "{:?}", clock.left);
    // A game of sixty plies, the last twenty of which take no time.
    let mut clock = start;
    for plies in (20..60).rev().step_by(2) {
        clock.plies_left = Some(plies);
        clock.left -= clock.share().aim;
    }
    assert!(clock.left > MS(3_000) && clock.left < MS(10_000), "{:?}", clock.left);
    // The last move before a time control may take everything.
    let mut clock = GameClock { moves_to_go: Some(20), ..start };
    while let Some(moves @ 1..) = clock.moves_to_go {
        clock.left -= clock.share().aim;
        clock.moves_to_go = Some(moves - 1);
    }
    assert!(clock.left > MS(0) && clock.left < MS(8_000), "{:?}", clock.left);
}
