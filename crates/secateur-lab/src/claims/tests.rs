use super::*;
use secateur_games::standard;
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
    let bench = |threads| Bench::new(&games, Size::Tiny, 7, threads, &Arc::default());
    let (one, two) = (bench(1), bench(2));
    for claim in all().filter(|claim| claim.lacks(&games).is_empty()) {
        let finding = claim.test(&one).unwrap().unwrap();
        assert_eq!(finding, claim.test(&two).unwrap().unwrap(), "{}", claim.id);
        assert_eq!(Verdict::of(&finding.figures, claim.rule), Some(finding.verdict));
        let finite = |f: &Figure| f.estimate.value.is_finite() && f.estimate.samples > 0;
        assert!(finding.figures.iter().all(finite), "{}: {:?}", claim.id, finding.figures);
        let names: HashSet<&String> = finding.figures.iter().map(|figure| &figure.at).collect();
        assert_eq!(names.len(), finding.figures.len(), "{}: {:?}", claim.id, finding.figures);
    }
}

#[test]
fn a_raised_flag_ends_every_experiment_that_searches() {
    let (games, flag) = (standard(), Arc::new(AtomicBool::new(true)));
    let bench = Bench::new(&games, Size::Full, 1, 2, &flag);
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
