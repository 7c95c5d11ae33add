//! The table itself: its size, who stays in it, what is joined, what collides, and threads.

use secateur::table::{AtLeast, Bounding, Config, Entry, Replacement, SameDepth, WholeGame, Zobrist};
use secateur::{Bounds, Game, Keyed, Memory, Place, Score, Table};

const SCHEMES: [Replacement; 4] =
    [Replacement::Newest, Replacement::Deepest, Replacement::TwoLevel, Replacement::Buckets];

fn entry(value: i32, code: Option<u16>, depth: u32, work: u64) -> Entry {
    Entry::new(Bounds::exact(Score::points(value)), code, depth, work)
}

fn lower(score: i32) -> Bounds {
    Bounds::at_least(Score::points(score))
}

fn upper(score: i32) -> Bounds {
    Bounds::at_most(Score::points(score))
}

#[test]
fn sizes_in_bytes_are_kept_within_two_per_cent() {
    for replacement in SCHEMES {
        let config = Config { replacement, ..Config::default() };
        let place = config.with_bytes(0).bytes();
        let mut bytes = 16_usize;
        while bytes < 100 << 20 {
            for bytes in [bytes, bytes + 1, bytes * 13 / 10] {
                let table = config.with_bytes(bytes);
                let (made, used) = (table.bytes(), table.entries() * 16);
                assert!(made <= bytes.max(place), "{replacement:?} {bytes}: {made}");
                let slack = (bytes / 50).max(place);
                assert!(made + slack >= bytes && used + slack >= bytes, "{replacement:?} {bytes}: {used}");
            }
            bytes *= 7;
        }
    }
    assert_eq!(Table::with_bytes(64 << 20).bytes(), 64 << 20);
    assert!(Config::default().try_with_bytes(usize::MAX).is_err());
}

#[test]
fn sizes_in_entries_are_rounded_up_to_whole_places() {
    let entries = |replacement, n| Config { replacement, ..Config::default() }.with_entries(n).entries();
    for n in 1..=16 {
        assert_eq!(entries(Replacement::Newest, n), n);
        assert_eq!(entries(Replacement::TwoLevel, n), n.next_multiple_of(2));
        assert_eq!(entries(Replacement::Buckets, n), n.next_multiple_of(4));
    }
    assert_eq!(Table::with_entries(0).entries(), 4);
}

/// Keys as games give them: small and close together. Every one must find a place of its own often enough.
#[test]
fn keys_are_spread_evenly() {
    let table = Config { replacement: Replacement::Newest, ..Config::default() }.with_entries(1000);
    for stride in [1, 2, 64, 1 << 20, 1 << 40, 1 << 54] {
        table.clear();
        (0..1000).for_each(|i| table.store::<SameDepth>(i * stride, entry(0, None, 1, 1)));
        // One minus 1/e of the places, for keys thrown at random.
        let full = table.hash_full_permille();
        assert!((590..=675).contains(&full), "stride {stride}: {full}");
    }
}

/// With few check bits a foreign position passes for the one asked about, as often as the bits let it.
#[test]
fn check_bits_decide_how_often_positions_are_mixed_up() {
    for bits in [1, 4, 8, 12, 64] {
        let config = Config { check_bits: bits, replacement: Replacement::Newest, ..Config::default() };
        let table = config.with_entries(1 << 12);
        (0..1 << 16).for_each(|key| table.store::<SameDepth>(key, entry(0, None, 1, 1)));
        assert_eq!(table.hash_full_permille(), 1000);
        let asked = 1 << 20;
        let hits = (1 << 30..(1 << 30) + asked).filter(|&key| table.probe(key).is_some()).count() as f64;
        let expected = asked as f64 / 2_f64.powi(bits as i32);
        // Entries stand still while keys vary: five standard deviations, for entries and for keys.
        let slack = 5.0 * expected.sqrt() + 5.0 * expected / 64.0;
        assert!((hits - expected).abs() <= slack, "{bits} bits: {hits} hits, expected {expected}");
    }
    let extreme = |bits| Config { check_bits: bits, ..Config::default() }.with_entries(1).probe(7);
    assert_eq!((extreme(0), extreme(1000)), (None, None));
}

#[test]
fn a_full_table_of_ages_knows_its_own_generation() {
    let table = Config { replacement: Replacement::Newest, ..Config::default() }.with_entries(8);
    assert_eq!(table.hash_full_permille(), 0);
    (0..1000).for_each(|key| table.store::<SameDepth>(key, entry(3, None, 1, 1)));
    assert_eq!(table.hash_full_permille(), 1000);
    table.new_search();
    assert_eq!(table.hash_full_permille(), 0);
    assert!((0..1000).any(|key| table.probe(key).is_some()), "old entries still answer");
    table.clear();
    assert!((0..1000).all(|key| table.probe(key).is_none()));
}

fn one_place(replacement: Replacement) -> Table {
    Config { replacement, ..Config::default() }.with_entries(1)
}

fn kept(table: &Table, keys: std::ops::Range<u64>) -> Vec<u64> {
    keys.filter(|&key| table.probe(key).is_some()).collect()
}

#[test]
fn newest_keeps_the_newest() {
    let table = one_place(Replacement::Newest);
    table.store::<SameDepth>(1, entry(0, None, 9, 1000));
    table.store::<SameDepth>(2, entry(0, None, 1, 1));
    assert_eq!(kept(&table, 0..9), [2]);
}

#[test]
fn deepest_keeps_the_deepest_of_the_current_search() {
    let table = one_place(Replacement::Deepest);
    table.store::<SameDepth>(1, entry(0, None, 5, 1));
    table.store::<SameDepth>(2, entry(0, None, 4, 1000));
    assert_eq!(kept(&table, 0..9), [1]);
    table.store::<SameDepth>(3, entry(0, None, 5, 1));
    assert_eq!(kept(&table, 0..9), [3]);
    table.store::<SameDepth>(3, entry(0, None, 2, 1));
    assert_eq!(table.probe(3).map(Entry::depth), Some(2), "the same position is brought up to date");
    table.store::<SameDepth>(4, entry(0, None, 3, 1));
    table.new_search();
    table.store::<SameDepth>(5, entry(0, None, 1, 1));
    assert_eq!(kept(&table, 0..9), [5]);
}

#[test]
fn two_levels_keep_the_larger_subtree_and_the_newest() {
    let table = one_place(Replacement::TwoLevel);
    table.store::<SameDepth>(1, entry(0, None, 1, 100));
    table.store::<SameDepth>(2, entry(0, None, 9, 10));
    assert_eq!(kept(&table, 0..9), [1, 2]);
    table.store::<SameDepth>(3, entry(0, None, 9, 20));
    assert_eq!(kept(&table, 0..9), [1, 3], "the smaller ones share the second place");
    table.store::<SameDepth>(4, entry(0, None, 1, 100));
    assert_eq!(kept(&table, 0..9), [1, 4], "the loser of the first place goes to the second");
    table.store::<SameDepth>(1, entry(0, None, 1, 5000));
    table.store::<SameDepth>(5, entry(0, None, 1, 1));
    assert_eq!(kept(&table, 0..9), [1, 5], "who has grown moves up");
    table.new_search();
    table.store::<SameDepth>(6, entry(0, None, 1, 1));
    assert_eq!(kept(&table, 0..9), [1, 6], "an old search gives up the first place");
    table.store::<SameDepth>(7, entry(0, None, 1, 1));
    assert_eq!(kept(&table, 0..9), [6, 7]);
}

#[test]
fn two_levels_let_the_old_go_before_the_new() {
    let table = one_place(Replacement::TwoLevel);
    table.store::<SameDepth>(1, entry(0, None, 1, 100));
    table.store::<SameDepth>(2, entry(0, None, 1, 1));
    table.new_search();
    table.store::<SameDepth>(2, entry(0, None, 1, 1));
    assert_eq!(kept(&table, 0..9), [1, 2]);
    table.store::<SameDepth>(3, entry(0, None, 1, 1));
    assert_eq!(kept(&table, 0..9), [2, 3]);
}

#[test]
fn buckets_give_up_the_empty_the_oldest_the_shallowest_the_least() {
    let table = one_place(Replacement::Buckets);
    for (key, depth) in [(1, 9), (2, 3), (3, 5), (4, 3)] {
        table.store::<SameDepth>(key, entry(0, None, depth, key));
    }
    assert_eq!(kept(&table, 0..9), [1, 2, 3, 4], "four places");
    table.store::<SameDepth>(5, entry(0, None, 1, 1));
    assert_eq!(kept(&table, 0..9), [1, 3, 4, 5], "shallow, and little work");
    table.new_search();
    for key in [3, 4, 5] {
        table.store::<SameDepth>(key, entry(0, None, 1, 1));
    }
    table.store::<SameDepth>(6, entry(0, None, 1, 1));
    assert_eq!(kept(&table, 0..9), [3, 4, 5, 6], "the oldest goes, however deep");
}

/// Ages are counted modulo seven: through many searches, the older still goes first.
#[test]
fn ages_survive_the_wrap_of_generations() {
    let table = one_place(Replacement::Buckets);
    for search in 0..40 {
        for key in [search * 2, search * 2 + 1] {
            table.store::<SameDepth>(key, entry(0, None, 1, 1));
        }
        let expected = Vec::from_iter((search.max(1) - 1) * 2..search * 2 + 2);
        assert_eq!(kept(&table, 0..100), expected);
        table.new_search();
    }
}

#[test]
fn two_bounds_are_joined_at_the_same_depth_only() {
    let table = Table::with_entries(4);
    table.store::<SameDepth>(1, Entry::new(lower(3), Some(5), 7, 100));
    table.new_search();
    table.store::<SameDepth>(1, Entry::new(upper(8), None, 7, 1));
    let joined = table.probe(1).unwrap();
    assert_eq!(joined.bounds(), lower(3).and(upper(8)));
    assert_eq!((joined.code(), joined.work()), (Some(5), 64));
    // Crossing bounds contradict each other: the new one stands.
    table.store::<SameDepth>(1, Entry::new(upper(2), None, 7, 1));
    assert_eq!(table.probe(1).unwrap().bounds(), upper(2));
    table.store::<SameDepth>(1, Entry::new(lower(1), None, 8, 1));
    assert_eq!(table.probe(1).unwrap().bounds(), lower(1));
    // Depths from 255 on are not told apart, but in whole games depth does not matter.
    for (key, depth, whole) in [(2, 255, false), (3, 300, false), (4, 300, true)] {
        let store = if whole { Table::store::<WholeGame> } else { Table::store::<SameDepth> };
        store(&table, key, Entry::new(lower(1), None, depth, 1));
        store(&table, key, Entry::new(upper(2), None, depth + 1, 1));
        let expected = if whole { lower(1).and(upper(2)) } else { upper(2) };
        assert_eq!(table.probe(key).unwrap().bounds(), expected);
    }
}

#[test]
fn a_single_bound_is_the_one_just_proven() {
    let table = Config { bounding: Bounding::Single, ..Config::default() }.with_entries(4);
    let kept = |bounds, code| {
        table.store::<SameDepth>(1, Entry::new(bounds, code, 7, 1));
        table.probe(1).unwrap().bounds()
    };
    assert_eq!(kept(lower(3), Some(0)), lower(3));
    assert_eq!(kept(upper(8), None), upper(8), "nothing is joined");
    assert_eq!(kept(lower(3).and(upper(8)), Some(0)), lower(3), "a move proved the lower one");
    assert_eq!(kept(lower(3).and(upper(8)), None), upper(8), "no move was good enough");
    assert_eq!(kept(lower(4).and(upper(4)), None), Bounds::exact(Score::points(4)));
}

#[test]
fn a_proven_move_is_kept_until_there_is_a_new_one() {
    for replacement in SCHEMES {
        for bounding in [Bounding::Single, Bounding::Both] {
            let table = Config { replacement, bounding, ..Config::default() }.with_entries(1);
            let code = |code, depth| {
                table.store::<SameDepth>(1, Entry::new(upper(0), code, depth, 1));
                table.probe(1).and_then(Entry::code)
            };
            assert_eq!(code(Some(4), 3), Some(4));
            assert_eq!((code(None, 3), code(None, 5), code(None, 2)), (Some(4), Some(4), Some(4)));
            assert_eq!((code(Some(0), 5), code(None, 6)), (Some(0), Some(0)));
        }
    }
}

/// A position that is its own key, with moves 0 to 3 unless it is odd.
#[derive(Clone, Debug)]
struct Number(u64);

impl Game for Number {
    type Move = u8;
    fn moves(&self) -> impl Iterator<Item = u8> {
        0..if self.0.is_multiple_of(2) { 4 } else { 2 }
    }
    fn play(&mut self, m: u8) {
        self.0 = self.0 * 4 + u64::from(m);
    }
}

impl Keyed for Number {
    fn key(&self) -> u64 {
        self.0
    }
}

fn at(ply: u32, depth: u32) -> Place {
    Place { ply, depth, salt: 0 }
}

#[test]
fn handles_differ_in_the_depths_they_answer_for() {
    fn answers(mut memory: impl Memory<Number>, stored: u32) -> Vec<u32> {
        let pos = Number(2);
        memory.record(&pos, at(0, stored), lower(1), Some(3), 1);
        let asked = [0, 1, 5, 6, 254, 255, 256, 1000];
        assert!(asked.iter().all(|&depth| memory.recall(&pos, at(0, depth)).hint == Some(3)));
        asked.into_iter().filter(|&d| memory.recall(&pos, at(0, d)).bounds == lower(1)).collect()
    }
    let table = Table::with_entries(4);
    assert_eq!(answers(table.exact(), 5), [5]);
    assert_eq!(answers(table.exact(), 254), [254]);
    assert_eq!(answers(table.exact(), 255), [0; 0]);
    assert_eq!(answers(table.exact(), 1000), [0; 0]);
    assert_eq!(answers(table.playing(), 5), [0, 1, 5]);
    assert_eq!(answers(table.playing(), 1000), [0, 1, 5, 6, 254, 255]);
    assert_eq!(answers(table.solving(), 5).len(), 8);
}

#[test]
fn kinds_of_handles_and_salts_keep_apart() {
    let (table, pos) = (Table::with_entries(16), Number(2));
    let salted = Place { salt: 1, ..at(0, 5) };
    let none = Bounds::NONE;
    table.solving().record(&pos, at(0, 5), lower(1), None, 1);
    assert_eq!(table.exact().recall(&pos, at(0, 5)).bounds, none);
    assert_eq!(table.handle::<AtLeast>().recall(&pos, at(0, 5)).bounds, none);
    table.exact().record(&pos, salted, lower(2), None, 1);
    assert_eq!(table.exact().recall(&pos, at(0, 5)).bounds, none);
    assert_eq!(table.exact().recall(&pos, salted).bounds, lower(2));
}

#[test]
fn scores_are_translated_between_root_and_node() {
    let (table, pos) = (Table::with_entries(4), Number(2));
    let mut memory = table.exact();
    // Seen from the root, the end is 9 plies away; from the node, 5; from another root, 12.
    memory.record(&pos, at(4, 5), Bounds::exact(Score::win_in(9)), None, 1);
    assert_eq!(memory.recall(&pos, at(0, 5)).bounds, Bounds::exact(Score::win_in(5)));
    assert_eq!(memory.recall(&pos, at(7, 5)).bounds, Bounds::exact(Score::win_in(12)));
    // A window beyond what the node can reach proves nothing there.
    memory.record(&pos, at(4, 6), Bounds::at_most(Score::win_in(2)), None, 1);
    assert_eq!(memory.recall(&pos, at(4, 6)).bounds.upper, Score::INF);
    // At the longest distance a lower bound says "a win", not how soon.
    let limit = Score::win_in(Score::MAX_DISTANCE);
    memory.record(&pos, at(4, 7), Bounds::exact(limit), None, 1);
    let bounds = Bounds { lower: limit, upper: Score::win_in(Score::MAX_DISTANCE - 4) };
    assert_eq!(memory.recall(&pos, at(0, 7)).bounds, bounds);
}

#[test]
fn a_foreign_move_is_not_trusted() {
    let config = Config { check_bits: 1, replacement: Replacement::Newest, ..Config::default() };
    let table = config.with_entries(1);
    table.exact().record(&Number(2), at(0, 1), lower(1), Some(3), 1);
    let mut memory = table.exact();
    let mut heard = |n| memory.recall(&Number(n), at(0, 1));
    assert!((0..64).any(|n| heard(2 * n + 1).bounds == lower(1)), "positions are mixed up");
    assert!((0..64).all(|n| heard(2 * n + 1).hint.is_none()), "move 3 is not legal in odd ones");
    assert!((2..64).any(|n| heard(2 * n).hint == Some(3)));
}

/// Every field of an entry follows from its key and a version: halves of two entries would not fit.
#[test]
fn threads_never_see_a_torn_entry() {
    const KEYS: usize = 24;
    let words = Zobrist::<{ 4 * KEYS }>::new(1);
    let made: [Entry; 4 * KEYS] = std::array::from_fn(|i| {
        let word = words.key(i);
        let score = Score::points((word % 30_000) as i32 - 15_000);
        Entry::new(Bounds::exact(score), Some((word >> 32) as u16 & 0x7fff), (word >> 48) as u32 & 0xff, 1)
    });
    let fields = |e: Entry| (e.bounds(), e.code(), e.depth());
    for replacement in SCHEMES {
        // Bounds of equal depth are joined, so keep one: every entry is written as it is.
        let config = Config { replacement, bounding: Bounding::Single, ..Config::default() };
        let table = &config.with_entries(1);
        let work = |thread: u64| {
            let (mut hits, mut state) = (0, thread);
            for _ in 0..1_000_000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (key, version) = ((state >> 33) as usize % KEYS, (state >> 60) as usize & 3);
                if state >> 63 == 0 {
                    table.store::<SameDepth>(key as u64, made[4 * key + version]);
                } else if let Some(entry) = table.probe(key as u64) {
                    hits += 1;
                    let whole = made[4 * key..4 * key + 4].iter().any(|&e| fields(e) == fields(entry));
                    assert!(whole, "key {key} gave {entry:?}");
                }
            }
            hits
        };
        let hits: u64 = std::thread::scope(|scope| {
            let threads = Vec::from_iter((0..4).map(|thread| scope.spawn(move || work(thread))));
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(hits > 10_000, "{replacement:?}: {hits} hits");
    }
}

#[test]
fn zobrist_keys_are_the_generators_own_and_never_change() {
    // The published outputs of splitmix64 for this seed.
    const KEYS: Zobrist<5> = Zobrist::new(1_234_567);
    let expected: [u64; 5] = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    assert_eq!([0, 1, 2, 3, 4].map(|i| KEYS.key(i)), expected);
}
