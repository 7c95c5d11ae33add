//! Learned evaluations are static values like any other: whatever their weights, exact searches agree, and they are no bounds.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur_games::{
    LayerShape, LayerWeights, LearnedNetwork, TupleLayout, TupleNetwork, TupleShape, UpdatableNetwork,
};
use secateur_session::{
    ALGORITHMS, Algorithm, ComparePlan, LearnedEvaluation, NETWORK, Request, Session, TraceLimits,
};
use secateur_standard::standard;
use std::sync::Arc;

/// An evaluation with weights at random, for a game that lists what stands on its cells.
fn at_random(session: &dyn Session, game: &str, seed: u64) -> Option<Arc<LearnedEvaluation>> {
    let inputs = session.inputs()?;
    let shape = TupleShape::at_random(inputs, 9, TupleShape::longest(&inputs).min(5), 2, seed);
    let mut random = SplitMix64::seed_from_u64(seed);
    let weights = (0..shape.weights()).map(|_| (random.next_u64() % 201) as i16 - 100).collect();
    let network = TupleNetwork::new(TupleLayout::new(shape), weights).unwrap();
    Some(Arc::new(LearnedEvaluation::new(game, "at random", network)))
}

/// A network of two layers with weights at random, for the same.
fn layers_at_random(session: &dyn Session, game: &str, seed: u64) -> Option<Arc<LearnedEvaluation>> {
    let shape = LayerShape { inputs: session.inputs()?, neurons: 16, stages: 2 };
    let mut random = SplitMix64::seed_from_u64(seed);
    let mut some = |count: usize, most: u64| {
        (0..count).map(|_| (random.next_u64() % (2 * most + 1)) as i16 - most as i16).collect()
    };
    let most = 30_000 / shape.inputs.cells() as u64;
    let (first, biases) = (some(shape.first(), most), some(shape.biases(), 200));
    let weights = LayerWeights { first, biases, second: some(shape.second(), 60), last: vec![9_000, -9_000] };
    let network = UpdatableNetwork::new(shape, weights).unwrap();
    Some(Arc::new(LearnedEvaluation::new(game, "at random", network)))
}

fn request() -> Request {
    Request::default().hash(1 << 16)
}

#[test]
fn exact_algorithms_agree_under_any_weights() {
    let exact: Vec<Algorithm> = ALGORITHMS.iter().copied().filter(Algorithm::is_exact).collect();
    assert!(exact.len() > 10);
    let mut games = 0;
    for entry in standard().boards() {
        let session = entry.open();
        let depth = match entry.name {
            "amazons" | "chess" | "gomoku" => 1,
            "go" | "hex" | "nogo" | "atarigo" | "qubic" | "loa" | "domineering" => 2,
            _ => 3,
        };
        let one = at_random(&*session, entry.name, 1);
        let other = layers_at_random(&*session, entry.name, 2);
        let (Some(one), Some(other)) = (one, other) else { continue };
        let plan = ComparePlan {
            positions: 3,
            given: Vec::new(),
            depth: Some(depth),
            seed: 5,
            algorithms: Some(exact.clone()),
            deepen: false,
        };
        for learned in [&one, &other] {
            let mut wrong = Vec::new();
            session.compare(&plan, &request().learned(learned.clone()), &mut |c| {
                if !c.value_agrees {
                    wrong.push(c.algorithm.clone());
                }
            });
            assert_eq!(wrong, Vec::<String>::new(), "{}", entry.name);
        }
        // The weights do count.
        let value = |learned: Arc<LearnedEvaluation>| {
            entry.open().analyse(&request().depth(1).learned(learned), &mut |_| {}).points
        };
        assert_ne!(value(one), value(other), "{}", entry.name);
        games += 1;
    }
    assert!(games > 15, "{games} games");
}

/// Nothing that is kept from a search by one evaluation is taken for the other's.
#[test]
fn searches_by_different_weights_do_not_mix() {
    for algorithm in ["engine", "mtd-f", "ubfm"] {
        let request = request().algorithm(Algorithm::named(algorithm).unwrap()).nodes(3_000);
        let mut session = standard().find("connect4").unwrap().open();
        let [one, other] = [1, 2].map(|seed| at_random(&*session, "connect4", seed).unwrap());
        let fresh = |learned: &Arc<LearnedEvaluation>| {
            session.fresh().analyse(&request.clone().learned(learned.clone()), &mut |_| {}).points
        };
        let alone = [fresh(&one), fresh(&other)];
        let mut kept = |learned: &Arc<LearnedEvaluation>| {
            session.analyse(&request.clone().learned(learned.clone()), &mut |_| {}).points
        };
        assert_eq!([kept(&one), kept(&other)], alone, "{algorithm}");
    }
}

/// The solver tries first what an evaluation likes, and finds the same, whatever that is; a trace follows it node for node.
#[test]
fn solvers_find_the_same_in_any_order() {
    let mut changed = 0;
    for game in ["kalah-3x2", "breakthrough-4x4", "connect4-7x4"] {
        let mut session = standard().find(game).unwrap().open();
        if game == "connect4-7x4" {
            // More plies are left than the last ones, which are not ordered so.
            session.set("44").unwrap();
        }
        let position = session.position();
        let solve = |request: &Request| session.solver(request).solve(&position).unwrap().solved().unwrap();
        let limited = || Request::default().hash(1 << 20);
        let plain = solve(&limited());
        let evaluations = (1..4).map(|seed| match seed % 2 {
            0 => layers_at_random(&*session, game, seed),
            _ => at_random(&*session, game, seed),
        });
        for learned in evaluations.map(Option::unwrap) {
            let request = limited().learned(learned);
            let ordered = solve(&request);
            assert_eq!(ordered.value, plain.value, "{game}");
            changed += usize::from(ordered.nodes != plain.nodes);
            let without = solve(&request.clone().without(vec!["scouts".into()]));
            assert_eq!((without.value, without.nodes), (plain.value, plain.nodes), "{game}");
            let traced = request.algorithm(Algorithm::named("solve").unwrap());
            let limits = TraceLimits { nodes: 10, ..TraceLimits::default() };
            let trace = session.trace(&traced, &limits).unwrap();
            assert_eq!(
                (trace.header.value, trace.header.nodes),
                (Some(plain.value), ordered.nodes),
                "{game}"
            );
        }
    }
    assert!(changed > 6, "{changed}");
}

/// On a board that the learned evaluation does not know, the game's own values positions.
#[test]
fn other_boards_are_valued_by_hand() {
    let mut session = standard().find("breakthrough").unwrap().open();
    let learned = at_random(&*session, "breakthrough", 1).unwrap();
    session.set("OO/../../XX X").unwrap();
    let by_hand = session.analyse(&request().depth(1), &mut |_| {});
    let answer = session.analyse(&request().depth(1).learned(learned), &mut |_| {});
    assert_eq!((answer.best, answer.points), (by_hand.best, by_hand.points));
}

/// PUCT goes by a policy, and can be told not to; so does a search that is traced.
#[test]
fn policies_guide_searches_that_take_them() {
    let mut session = standard().find("breakthrough").unwrap().open();
    let plain = at_random(&*session, "breakthrough", 1).unwrap();
    let LearnedNetwork::Tuples(policy) = &at_random(&*session, "breakthrough", 2).unwrap().network else {
        panic!("tuples")
    };
    let guided = Arc::new(LearnedEvaluation { policy: Some(policy.clone()), ..(*plain).clone() });
    let puct = request().algorithm(Algorithm::named("puct").unwrap()).nodes(300);
    let mut found = |learned: &Arc<LearnedEvaluation>, set: &str| {
        let mut request = puct.clone().learned(learned.clone());
        request.method.settings.set(set).unwrap();
        let answer = session.analyse(&request, &mut |_| {});
        let traced = session.trace(&request, &TraceLimits::default()).unwrap().header;
        assert_eq!((&traced.pv, traced.nodes), (&answer.pv, answer.nodes));
        (answer.pv, answer.points)
    };
    let without = found(&plain, "puct.policy=on");
    assert_eq!(found(&guided, "puct.policy=off"), without);
    assert_ne!(found(&guided, "puct.policy=on"), without);
}

/// The engine plays with the learned evaluation that comes with a game, on its own board alone; other searches do not.
#[test]
fn what_comes_along_is_for_the_engine_and_its_board() {
    let points = |game: &str, algorithm: &str, by_hand: bool| {
        let mut request = request().algorithm(Algorithm::named(algorithm).unwrap()).depth(3);
        if by_hand {
            request.method.without.push(NETWORK.into());
        }
        let mut session = standard().find(game).unwrap().open();
        // Some moves from the start, where not all is level.
        for _ in 0..4 {
            let moves = session.moves();
            session.play(&moves[moves.len() / 2]).unwrap();
        }
        session.analyse(&request, &mut |_| {}).points
    };
    for (game, other_board) in [
        ("atarigo", "atarigo-5x5"),
        ("breakthrough", "breakthrough-6x6"),
        ("connect4", "connect4-9x5"),
        ("kalah", "kalah-6x5"),
        ("loa", "loa-6x6"),
    ] {
        assert_ne!(points(game, "engine", false), points(game, "engine", true), "{game}");
        assert_eq!(
            points(other_board, "engine", false),
            points(other_board, "engine", true),
            "{other_board}"
        );
        assert_eq!(points(game, "alpha-beta", false), points(game, "alpha-beta", true), "{game}");
    }
}

#[test]
fn positions_nearby_are_calm_and_depend_on_the_seed() {
    let games = standard();
    let mut board = games.find("chess").unwrap().open();
    let near = board.nearby(30, 1);
    assert!(near.len() > 20 && near[0].0 == board.seen().unwrap());
    assert_eq!(near, board.nearby(30, 1));
    assert_ne!(near, board.nearby(30, 2));
    // A queen can be taken.
    board.set("rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1").unwrap();
    assert!(board.nearby(0, 1).is_empty());
    board.set("rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNB1KBNR b KQkq - 0 1").unwrap();
    let near = board.nearby(0, 1);
    assert!(near.len() == 1 && near[0].1 > 700, "{} points for a queen", near[0].1);
    assert!(games.find("nim").unwrap().open().nearby(5, 1).is_empty());
}
