use super::*;
use secateur_standard::standard;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn all() -> impl Iterator<Item = &'static Claim> {
    CLAIMS.iter().flat_map(|group| group.iter())
}

#[test]
fn claims_are_told_apart_and_say_where_they_stand() {
    let ids: HashSet<&str> = all().map(|claim| claim.id).collect();
    assert_eq!(ids.len(), all().count());
    for claim in all() {
        assert!(
            claim.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
            "{}",
            claim.id
        );
        for text in [claim.says, claim.section, claim.tested] {
            assert!(!text.is_empty() && text.trim() == text, "{}", claim.id);
        }
        assert!(claim.tested.ends_with('.') && !claim.says.ends_with('.'), "{}", claim.id);
    }
}

#[test]
fn every_claim_has_an_experiment_that_depends_on_the_seed_alone() {
    let games = standard();
    let bench = |threads| ClaimBench::new(&games, Size::Tiny, 7, threads, &Arc::default());
    let (one, two) = (bench(1), bench(2));
    for claim in all().filter(|claim| claim.lacks(&games).is_empty()) {
        let finding = claim.test(&one).unwrap().unwrap();
        assert_eq!(finding, claim.test(&two).unwrap().unwrap(), "{}", claim.id);
        assert_eq!(ClaimVerdict::of(&finding.figures, claim.rule), Some(finding.verdict));
        let finite = |f: &ClaimFigure| f.estimate.value.is_finite() && f.estimate.samples > 0;
        assert!(finding.figures.iter().all(finite), "{}: {:?}", claim.id, finding.figures);
        let names: HashSet<&String> = finding.figures.iter().map(|figure| &figure.at).collect();
        assert_eq!(names.len(), finding.figures.len(), "{}: {:?}", claim.id, finding.figures);
    }
}

#[test]
fn a_raised_flag_ends_every_experiment_that_searches() {
    let (games, flag) = (standard(), Arc::new(AtomicBool::new(true)));
    let bench = ClaimBench::new(&games, Size::Full, 1, 2, &flag);
    for claim in all().filter(|claim| !claim.needs.is_empty() && claim.lacks(&games).is_empty()) {
        assert_eq!(claim.test(&bench).unwrap(), None, "{}", claim.id);
    }
}

#[test]
fn what_a_registry_lacks_is_named() {
    let none = Registry::new();
    for claim in all() {
        assert_eq!(claim.lacks(&none), claim.needs);
    }
}

#[test]
fn every_rule_can_be_broken_and_kept() {
    for claim in all() {
        let [inside, outside] = match claim.rule {
            Rule::Between(low, high) => [(low + high) / 2.0, high + 1.0],
            Rule::AtMost(high) => [high, high * 2.0 + 1.0],
            Rule::AtLeast(low) => [low, low - 1.0],
        };
        let figure = |at: &str, value| ClaimFigure::new(at, ClaimEstimate::exact(value));
        let of = |figures: &[ClaimFigure]| ClaimVerdict::of(figures, claim.rule).unwrap();
        let (good, bad) = (figure("good", inside), figure("bad", outside));
        assert_eq!(of(std::slice::from_ref(&good)), ClaimVerdict::Holds, "{}", claim.id);
        assert_eq!(of(std::slice::from_ref(&bad)), ClaimVerdict::NotAsStated, "{}", claim.id);
        assert_eq!(
            of(&[bad.clone(), good.clone()]),
            ClaimVerdict::HoldsIf(vec!["good".into()]),
            "{}",
            claim.id
        );
        // What is there for comparison says nothing.
        assert_eq!(of(&[good, ClaimFigure { counts: false, ..bad }]), ClaimVerdict::Holds, "{}", claim.id);
    }
}

#[test]
fn positions_are_of_the_games_own_play() {
    let games = standard();
    let bench = |seed| ClaimBench::new(&games, Size::Tiny, seed, 2, &Arc::default());
    let field = bench::Field::game("connect4", 3, 6);
    let positions = bench(1).positions(&field).unwrap();
    assert_eq!((positions.len(), &positions), (6, &bench(1).positions(&field).unwrap()));
    assert_ne!(positions, bench(2).positions(&field).unwrap());
    let mut board = games.find("connect4").unwrap().open();
    for position in &positions {
        board.set(position).unwrap();
        assert_eq!(board.outcome(), None, "{position}");
    }
    // More of them begin with the same.
    let more = bench(1).positions(&bench::Field { count: 9, ..field }).unwrap();
    assert_eq!(more[..6], positions);
}
