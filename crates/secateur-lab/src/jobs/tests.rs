use super::simulation::{Costs, Simulated, simulate};
use super::{Division, JobDone, Master, ProofJob, ProofTask, lead};
use crate::crew::{Doing, Making, Threads};
use proptest::prelude::*;
use secateur_session::{Algorithm, Request, StoppedBy, ValueClaim};
use secateur_standard::standard;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Small positions: no draws, draws, points, wins that count how soon, cycles, moves that are not needed.
const POSITIONS: [(&str, &str); 15] = [
    ("tictactoe", ""),
    ("tictactoe", "XO./.X./..O"),
    ("nim", "2,3,4"),
    ("nim", "0"),
    ("clobber", "XOXO/OXOX/XOXO X"),
    ("breakthrough", "4x4"),
    ("connect4-5x4", "3333"),
    ("connect4-5x4", "33221"),
    ("dodgem", "3x3"),
    ("domineering", "4x4"),
    ("nogo", "3x3"),
    ("tree", "((3 12 8) (2 (4 7) 6) (14 5 2))"),
    ("tree", "(-3 (0 (1 -1)) (4))"),
    ("tree", "(((4 (-4)) (0 0)) (0))"),
    ("tree", "7"),
];

fn task(game: &str, position: &str) -> ProofTask {
    let request = Request::default().hash(1 << 20).algorithm(Algorithm::named("df-pn").unwrap());
    let position = (!position.is_empty()).then(|| position.to_owned());
    ProofTask { entry: *standard().find(game).unwrap(), position, goal: None, request }
}

/// What one search proves.
fn alone(task: &ProofTask) -> (Vec<ValueClaim>, u64) {
    let mut proof = task.session().unwrap().prover(task.goal, &task.request).unwrap();
    let progress = proof.search(u64::MAX);
    let mut nodes = progress.nodes;
    let mut claims = progress.claims;
    while claims.is_empty() {
        let progress = proof.search(u64::MAX);
        assert!(matches!(progress.stopped_by, StoppedBy::Nodes | StoppedBy::Solved), "{progress:?}");
        (claims, nodes) = (progress.claims, progress.nodes);
    }
    (claims, nodes)
}

/// The same value: one that is exact says more than a bound.
fn agree(ours: &[ValueClaim], theirs: &[ValueClaim]) -> bool {
    ValueClaim::verdict(ours, None).1 == ValueClaim::verdict(theirs, None).1 && !ours.is_empty()
}

fn how(workers: usize, nodes: u64) -> Division {
    Division { workers, nodes, retries: 3, news: 100 }
}

fn on_threads(task: &ProofTask, how: Division, make: &Making) -> Master {
    let mut master = task.master(how).unwrap();
    let mut crew = Threads::new(how.workers, make).unwrap();
    lead(&mut master, &mut crew, &mut |master| master.counts().done < 50_000).unwrap();
    assert!(master.is_done(), "{} {:?} {how:?}: {:?}", task.entry.name, task.position, master.counts());
    master
}

#[test]
fn a_divided_proof_finds_what_one_search_finds() {
    for (game, position) in POSITIONS {
        let expected = alone(&task(game, position)).0;
        for (workers, nodes) in [(1, 20), (1, 200), (2, 20), (3, 300)] {
            let task = task(game, position);
            let mut master = on_threads(&task, how(workers, nodes), &task.making());
            let claims = master.claims();
            assert!(agree(&claims, &expected), "{game} {position}: {claims:?}, expected {expected:?}");
        }
    }
}

#[test]
fn goals_are_proven_and_disproven() {
    let cases = [("tictactoe", "", 1, false), ("tictactoe", "", 0, true), ("nogo", "3x3", 1, true)];
    for (game, position, goal, expected) in cases {
        let task = ProofTask { goal: Some(goal), ..task(game, position) };
        let mut master = on_threads(&task, how(2, 50), &task.making());
        let (proven, _) = ValueClaim::verdict(&master.claims(), task.goal);
        assert_eq!(proven, Some(expected), "{game} {goal}");
    }
}

#[test]
fn workers_that_break_down_lose_nothing() {
    for (game, position) in POSITIONS.into_iter().filter(|(game, _)| *game != "tree") {
        let task = task(game, position);
        let (expected, _) = alone(&task);
        let (done, working) = (Arc::new(AtomicU64::new(0)), task.clone());
        let make: Making = Arc::new(move || {
            let (mut worker, done) = (working.worker()?, done.clone());
            // Every third job ends its worker, after the search.
            Ok(Box::new(move |job: &str| {
                let found = worker.search_text(job);
                if done.fetch_add(1, Ordering::Relaxed) % 3 == 2 {
                    std::panic::resume_unwind(Box::new("killed"));
                }
                found
            }) as Doing)
        });
        let mut master = on_threads(&task, Division { retries: 100, ..how(2, 20) }, &make);
        let counts = master.counts();
        assert!(agree(&master.claims(), &expected), "{game} {position}");
        assert!(counts.lost > 0 || counts.done <= 2, "{game} {position}: {counts:?}");
    }
}

#[test]
fn a_job_that_always_fails_is_reported_with_its_input() {
    let task = task("nogo", "3x3");
    let mut master = task.master(how(2, 10)).unwrap();
    let working = task.clone();
    let make: Making = Arc::new(move || {
        let mut worker = working.worker()?;
        Ok(Box::new(move |job: &str| match job.contains(r#""path":[4],"#) {
            true => std::panic::resume_unwind(Box::new("never")),
            false => worker.search_text(job),
        }) as Doing)
    });
    let said =
        lead(&mut master, &mut Threads::new(2, &make).unwrap(), &mut |_| true).unwrap_err().to_string();
    let expected = "a job was tried 4 times, and failed at last since its worker panicked: {\"id\":";
    assert!(said.starts_with(expected) && said.contains(r#""path":[4],"#), "{said}");
}

#[test]
fn answers_nobody_waits_for_tell_nothing() {
    let task = task("nogo", "3x3");
    let (mut master, mut worker) = (task.master(how(1, 10)).unwrap(), task.worker().unwrap());
    let job = master.hand_out().unwrap();
    assert_eq!(master.hand_out(), None, "the only leaf is under way");
    master.lose(job.id, "it is late").unwrap();
    let before = master.counts();
    // The worker that was taken for dead comes back.
    master.take(worker.search(&job).unwrap());
    let after = master.counts();
    assert_eq!((after.root, after.positions), (before.root, before.positions));
    assert_eq!((after.done, after.overtaken, after.lost), (1, 1, 1));
    let again = master.hand_out().unwrap();
    assert_eq!((again.path.clone(), again.id), (job.path, job.id + 1));
    master.take(worker.search(&again).unwrap());
    assert!(master.counts().positions > 1);
}

#[test]
fn virtual_numbers_send_the_next_worker_elsewhere() {
    let task = task("breakthrough-4x5", "");
    let (mut master, mut worker) = (task.master(how(4, 640)).unwrap(), task.worker().unwrap());
    for _ in 0..20 {
        let job = master.hand_out().unwrap();
        master.take(worker.search(&job).unwrap());
    }
    let jobs: Vec<ProofJob> = (0..16).map(|_| master.hand_out().unwrap()).collect();
    let paths: HashSet<&[u32]> = jobs.iter().map(|job| job.path.as_slice()).collect();
    assert_eq!((paths.len(), master.counts().under_way), (16, 16));
}

#[test]
fn proofs_that_hang_on_the_path_are_not_divided() {
    let refused = |task: ProofTask| task.master(Division::default()).err().unwrap().to_string();
    let on_one_path = refused(task("go", "3x3"));
    assert!(on_one_path.contains("holds on one path only"), "{on_one_path}");
    let mut by_pn = task("nim", "");
    by_pn.request = by_pn.request.algorithm(Algorithm::named("pn").unwrap());
    assert_eq!(refused(by_pn), "only a proof by df-pn can be divided, whose table outlives a position");
}

#[test]
fn a_path_that_leaves_the_game_is_refused() {
    let mut worker = task("nim", "").worker().unwrap();
    let refused =
        worker.search(&ProofJob { id: 1, question: 1, path: vec![99], nodes: 5, news: 0 }).unwrap_err();
    assert_eq!(refused.to_string(), "the path [99] leaves the game, expected numbers of moves");
}

const COSTS: Costs = Costs { node: 2.0, job: 50.0, master: 20.0, way: 100.0, bandwidth: 100.0 };

fn simulated(task: &ProofTask, workers: usize, nodes: u64, costs: &Costs) -> Simulated {
    let mut master = task.master(how(workers, nodes)).unwrap();
    let simulated = simulate(&mut master, workers, &|| task.worker(), costs).unwrap();
    assert!(agree(&master.claims(), &alone(task).0), "{simulated:?}");
    simulated
}

#[test]
fn what_others_have_settled_is_not_searched_again() {
    let task = task("breakthrough-4x5", "");
    let [apart, told] = [0, 5_000].map(|news| {
        let mut master = task.master(Division { news, ..how(3, 2_000) }).unwrap();
        simulate(&mut master, 3, &|| task.worker(), &COSTS).unwrap()
    });
    assert!(told.counts.nodes * 8 < apart.counts.nodes * 7, "{told:?}, {apart:?}");
    assert!(told.bytes > 2.0 * apart.bytes, "{told:?}, {apart:?}");
}

#[test]
fn a_simulation_is_the_same_every_time_and_gains_by_workers() {
    let task = task("breakthrough-4x5", "");
    let (_, nodes) = alone(&task);
    let [one, four, again] = [1, 4, 4].map(|workers| simulated(&task, workers, 2_000, &COSTS));
    assert_eq!(four, again);
    assert!(one.counts.nodes > nodes / 3 && one.counts.nodes < nodes * 3, "{one:?}, alone {nodes}");
    assert!(four.seconds < one.seconds / 1.2, "{four:?}, one {one:?}");
    let sums = one.counts.busy_ms / 1e3 / one.seconds;
    assert!((sums - one.utilisation).abs() < 1e-3 && one.utilisation < 1.0, "{one:?}");
}

#[test]
fn a_master_or_a_network_that_is_too_slow_shows() {
    let task = task("breakthrough-4x5", "");
    let free = simulated(&task, 16, 2_000, &COSTS);
    let slow = simulated(&task, 16, 2_000, &Costs { master: 2_000.0, ..COSTS });
    assert!(slow.master > 0.9 && slow.seconds > 1.5 * free.seconds, "{slow:?}, {free:?}");
    let thin = simulated(&task, 16, 2_000, &Costs { bandwidth: 0.5, ..COSTS });
    assert!(thin.network > 0.9 && thin.seconds > 1.5 * free.seconds, "{thin:?}, {free:?}");
}

/// A tree of the game `tree`, as text.
fn tree() -> impl Strategy<Value = String> {
    let leaf = (-3..=3_i32).prop_map(|n| n.to_string());
    leaf.prop_recursive(5, 60, 4, |inner| {
        proptest::collection::vec(inner, 1..4).prop_map(|children| format!("({})", children.join(" ")))
    })
}

proptest! {
    #[test]
    fn divided_proofs_of_trees_agree(text in tree(), workers in 1..5_usize, nodes in 1..20_u64) {
        let task = task("tree", &text);
        let mut master = task.master(how(workers, nodes)).unwrap();
        simulate(&mut master, workers, &|| task.worker(), &COSTS).unwrap();
        let (ours, theirs) = (master.claims(), alone(&task).0);
        prop_assert!(agree(&ours, &theirs), "{text}: {ours:?}, expected {theirs:?}");
    }
}

#[test]
fn jobs_and_answers_are_plain_data() {
    let task = task("connect4-5x4", "3333");
    let (mut master, mut worker) = (task.master(how(1, 64)).unwrap(), task.worker().unwrap());
    let job = master.hand_out().unwrap();
    let text = serde_json::to_string(&job).unwrap();
    assert_eq!(text, r#"{"id":1,"question":1,"path":[],"nodes":8,"news":0}"#);
    assert_eq!(serde_json::from_str::<ProofJob>(&text).unwrap(), job);
    let done = worker.search(&job).unwrap();
    let read: JobDone = serde_json::from_str(&serde_json::to_string(&done).unwrap()).unwrap();
    assert_eq!((read.id, read.part), (done.id, done.part));
}
