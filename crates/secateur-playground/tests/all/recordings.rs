//! Recordings as they are kept and written: the same nodes, whole or in parts.

use proptest::prelude::*;
use secateur::tree::Tree;
use secateur_games::connect4::Connect4;
use secateur_session::{
    Algorithm, GameEntry, Recording, Registry, Request, StepKind, TraceLimits, TraceRecord,
};

fn recording(game: &str, position: &str, algorithm: &str) -> Recording {
    let games = Registry::new()
        .with(GameEntry::new::<Connect4>("connect4", "four in a row"))
        .with(GameEntry::new::<Tree>("tree", "a tree written down"));
    let mut session = games.find(game).unwrap().open();
    session.set(position).unwrap();
    let algorithm = Algorithm::named(algorithm).unwrap();
    let request = Request::default().algorithm(algorithm).hash(1 << 20);
    let request = if algorithm.takes_depth() { request.depth(4) } else { request.nodes(300) };
    session.record(&request, &TraceLimits { nodes: 2_000, ..TraceLimits::default() }).unwrap()
}

const TREE: &str = "(((8 7) (3 9)) ((9 8) (2 4)) ((1 8) (8 9)))";
const CASES: [(&str, &str, &str); 10] = [
    ("tree", TREE, "alpha-beta"),
    ("tree", TREE, "sss-star"),
    ("tree", TREE, "pn"),
    ("tree", TREE, "b-star"),
    ("tree", TREE, "uct"),
    ("connect4", "4455", "pvs-memory"),
    ("connect4", "4455", "mtd-f"),
    ("connect4", "44", "null-move"),
    ("connect4", "4455", "pn"),
    ("connect4", "4455", "best-first-minimax"),
];

#[test]
fn what_is_written_reads_back_and_is_small() {
    for (game, position, algorithm) in CASES {
        let recording = recording(game, position, algorithm);
        let (mut bytes, nodes) = (Vec::new(), recording.len());
        recording.write(&mut bytes).unwrap();
        let whole = recording.whole();
        assert_eq!(TraceRecord::read(&mut &bytes[..]).unwrap(), whole, "{game} {algorithm}");
        let header = serde_json::to_string(&whole.header).unwrap().len();
        assert!(bytes.len() - header < 40 * nodes + 100, "{game} {algorithm}: {} for {nodes}", bytes.len());
        // Every beginning of it is refused, in one sentence.
        for end in (0..bytes.len()).step_by(1 + bytes.len() / 200) {
            let why = TraceRecord::read(&mut &bytes[..end]).unwrap_err().to_string();
            assert!(why.starts_with("the file is no recorded search: ") && !why.contains('\n'), "{why}");
        }
    }
}

#[test]
fn parts_are_those_of_the_whole() {
    for (game, position, algorithm) in CASES {
        let recording = recording(game, position, algorithm);
        let bytes = recording.bytes();
        // Best-first trees also keep what each step made of them.
        let grows = ["pn", "b-star", "uct", "best-first-minimax"].contains(&algorithm);
        let most = if grows { 340 } else { 170 };
        assert!(
            bytes < most * recording.len() + 1_000,
            "{game} {algorithm}: {bytes} for {}",
            recording.len()
        );
        let all: Vec<u32> = (0..recording.len() as u32).collect();
        let parts = recording.nodes(&all);
        assert_eq!(recording.header().kept, parts.len());
        let (steps, kind) = (recording.steps(), recording.step_kind());
        for part in &parts {
            let children = recording.children(part.node.id);
            assert_eq!(part.children as usize, children.len());
            assert!(children.iter().all(|&id| parts[id as usize].node.parent == Some(part.node.id)));
            assert_eq!(part.below, children.iter().map(|&id| parts[id as usize].below + 1).sum::<u32>());
            // (Out of order, a node is the same.)
            assert_eq!(recording.nodes(&[part.node.id])[0], *part);
        }
        // Each step is about a node that is shown with all above it.
        for step in 0..steps {
            let shown = recording.along(step, step);
            let is_it = |&&id: &&u32| {
                let part = &parts[id as usize];
                part.enter == step || part.leave == Some(step)
            };
            assert!(shown.iter().any(|id| is_it(&id)) || kind == StepKind::Opened, "{algorithm} {step}");
            for &id in &shown {
                assert!(parts[id as usize].node.parent.is_none_or(|parent| shown.contains(&parent)));
            }
        }
        if kind == StepKind::Visits {
            assert_eq!(steps as usize, 2 * parts.len());
            let mut taken: Vec<u32> =
                parts.iter().flat_map(|part| [part.enter, part.leave.unwrap()]).collect();
            taken.sort_unstable();
            assert!(taken.iter().zip(0..).all(|(&step, n)| step == n), "{algorithm}");
            let last = parts.iter().find(|part| part.leave == Some(steps - 1)).unwrap();
            assert_eq!(last.left.cuts as usize, recording.cuts());
        }
        let near = recording.nearest(20);
        assert!(near.windows(2).all(|pair| pair[0] < pair[1]) && !near.is_empty());
        assert_eq!(recording.nearest(usize::MAX), all);
    }
}

proptest! {
    /// Whatever is in a file, it is read, or refused in a sentence.
    #[test]
    fn any_bytes_are_read_or_refused(mut bytes in proptest::collection::vec(any::<u8>(), 0..200), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let _ = TraceRecord::read(&mut &bytes[..]);
        let mut written = Vec::new();
        recording("tree", TREE, "pvs-memory").write(&mut written).unwrap();
        let at = at.index(written.len());
        written[at] = byte;
        let _ = TraceRecord::read(&mut &written[..]);
        bytes.splice(0..0, b"secateur trace 1\n".iter().copied());
        let _ = TraceRecord::read(&mut &bytes[..]);
    }
}
