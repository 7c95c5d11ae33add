//! Learning in small, with and without interruptions.

use super::*;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("secateur-othello-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

const PLAN: TrainingPlan = TrainingPlan { games: 40, rounds: 2, seed: 9, exact: 5, beyond: 0 };

fn trained(folder: &Path, plan: &TrainingPlan, threads: usize) -> Vec<u8> {
    let weights = train(folder, plan, threads, &AtomicBool::new(false), &mut |_| {}).unwrap();
    weights.unwrap().write()
}

#[test]
fn interrupted_training_equals_undisturbed() {
    let (whole, parts) = (folder("whole"), folder("parts"));
    let expected = trained(&whole, &PLAN, 1);

    // Interrupted in the games of the second round, in the values of both, and again and again.
    for stop in [
        (1, TrainingTask::Games, 3),
        (1, TrainingTask::Positions, 1),
        (1, TrainingTask::Positions, 300),
        (2, TrainingTask::Games, 7),
    ] {
        let flag = AtomicBool::new(false);
        let heard = &mut |p: TrainingProgress| {
            flag.store(
                flag.load(Ordering::Relaxed) || (p.round, p.task, p.done.min(stop.2)) == stop,
                Ordering::Relaxed,
            );
        };
        assert!(train(&parts, &PLAN, 2, &flag, heard).unwrap().is_none(), "{stop:?}");
    }
    // Killed while a value was written, and after the weights were.
    let values = parts.join("round-1").join(VALUES);
    let bytes = fs::read(&values).unwrap();
    fs::write(&values, &bytes[..bytes.len() - 701]).unwrap();
    assert_eq!(trained(&parts, &PLAN, 2), expected);
    assert_eq!(fs::read(parts.join("round-2").join(WEIGHTS)).unwrap(), expected);
    // And once more, all of it done.
    assert_eq!(trained(&parts, &PLAN, 1), expected);
    let same =
        |name: &str| [&whole, &parts].map(|folder| fs::read(folder.join("round-2").join(name)).unwrap());
    let [a, b] = same(VALUES);
    assert!(a == b);
    [whole, parts].iter().for_each(|folder| fs::remove_dir_all(folder).unwrap());
}

#[test]
fn another_seed_learns_otherwise() {
    let (one, other) = (folder("one"), folder("other"));
    let plan = TrainingPlan { rounds: 1, ..PLAN };
    assert_ne!(trained(&one, &plan, 1), trained(&other, &TrainingPlan { seed: 10, ..plan.clone() }, 1));
    let refused = |plan: TrainingPlan| {
        train(&one, &plan, 1, &AtomicBool::new(false), &mut |_| {}).unwrap_err().to_string()
    };
    let error = refused(TrainingPlan { seed: 10, ..plan.clone() });
    assert!(error.contains("were made with seed=9, expected seed=10"), "{error}");
    let error = refused(TrainingPlan { exact: 6, ..plan.clone() });
    assert!(error.contains("it belongs to another training"), "{error}");
    fs::write(one.join("round-1").join(WEIGHTS), "something else").unwrap();
    let error = refused(plan);
    assert!(error.contains("weights.bin: these are no weights"), "{error}");
    [one, other].iter().for_each(|folder| fs::remove_dir_all(folder).unwrap());
}

#[test]
fn what_is_learnt_tells_more_than_chance() {
    let folder = folder("learns");
    let plan = TrainingPlan { games: 200, rounds: 1, ..PLAN };
    let weights = train(&folder, &plan, 2, &AtomicBool::new(false), &mut |_| {}).unwrap().unwrap();
    let reports = report(&folder, &plan, &weights).unwrap();
    let last = &reports[reports.len() - 1];
    assert!(last.exact && last.discs == 60 && last.positions > 300, "{last:?}");
    assert!(
        reports.iter().filter(|r| r.discs >= 36).all(|r| r.learnt.correlation > Some(0.5)),
        "{reports:?}"
    );
    fs::remove_dir_all(folder).unwrap();
}
