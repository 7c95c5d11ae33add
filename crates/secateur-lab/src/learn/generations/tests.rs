use super::*;
use secateur_standard::standard;

fn folder(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("secateur-generations-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    dir
}

fn open(dir: &Path, threads: usize) -> Result<Generations, Error> {
    let games = standard();
    let entry = games.find("tictactoe").unwrap();
    let inputs = entry.open().inputs().unwrap();
    let usual = SearchPlan::sensible(&inputs, 8, 3);
    let plan = SearchPlan { nodes: 20, games: 30, fit: FitPlan { passes: 2, ..usual.fit }, ..usual };
    Generations::open(entry, plan, threads, dir, None)
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let (whole, parts) = (folder("whole"), folder("parts"));
    let never = Arc::new(AtomicBool::new(false));
    let mut at_once = open(&whole, 1).unwrap();
    at_once.learn(Some(3), None, &never, |_| ()).unwrap();
    assert_eq!((at_once.generations(), at_once.games()), (3, 30 + 45 + 67));
    // Interrupted in its games, and in its fits.
    for stop_after in [10, 60, 90, 200] {
        let flag = Arc::new(AtomicBool::new(false));
        let mut heard = 0;
        let mut part = open(&parts, 2).unwrap();
        part.learn(Some(3), None, &flag, |_| {
            heard += 1;
            flag.store(heard >= stop_after, Ordering::Relaxed);
        })
        .unwrap();
    }
    let mut rest = open(&parts, 2).unwrap();
    rest.learn(Some(3), None, &never, |_| ()).unwrap();
    let bytes = |learning: &Generations| {
        let mut bytes = Vec::new();
        learning.evaluation().write(&mut bytes).unwrap();
        bytes
    };
    assert!(bytes(&rest) == bytes(&at_once));
    for dir in [whole, parts] {
        std::fs::remove_dir_all(dir).unwrap();
    }
}

#[test]
fn a_folder_of_other_learning_is_refused() {
    let dir = folder("other");
    open(&dir, 1).unwrap();
    let games = standard();
    let entry = games.find("tictactoe").unwrap();
    let inputs = entry.open().inputs().unwrap();
    let other = SearchPlan::sensible(&inputs, 8, 4);
    let refused = Generations::open(entry, other, 1, &dir, None).err().unwrap().to_string();
    assert!(refused.contains("were made with"), "{refused}");
    std::fs::remove_dir_all(dir).unwrap();
}

/// Two generations with a teacher, who is better than what is learned from a few games: it stays, and the first generation
/// without one takes over in any case.
#[test]
fn a_teacher_stays_until_somebody_is_better() {
    let games = standard();
    let entry = games.find("connect4").unwrap();
    let inputs = entry.open().inputs().unwrap();
    let usual = SearchPlan::sensible(&inputs, 12, 1);
    let fit = FitPlan { passes: 1, results: 1.0, ..usual.fit };
    let plan = SearchPlan { nodes: 30, games: 20, fit, ..usual };
    let with = |teacher: Option<Arc<LearnedEvaluation>>, name: &str| {
        let dir = folder(name);
        let mut learning = Generations::open(entry, plan.clone(), 2, &dir, teacher).unwrap();
        let mut news = Vec::new();
        let heard = |said| {
            if let GenerationNews::Done(done) = said {
                assert_eq!((done.generation, done.games), (0, 20));
                news.push((done.positions, done.took_over));
            }
        };
        learning.learn(Some(1), None, &Arc::default(), heard).unwrap();
        std::fs::remove_dir_all(dir).unwrap();
        assert!(news[0].0 > 200, "{news:?}");
        (learning.evaluation().clone(), news[0].1)
    };
    let (learned, took_over) = with(None, "alone");
    assert!(took_over && learned.weights().0 > 0);
    let nothing = Arc::new(nothing("connect4", plan.fit.shape(inputs).unwrap()).unwrap());
    let (stayed, took_over) = with(Some(nothing), "taught");
    assert!(took_over || stayed.weights().0 == 0);
}
