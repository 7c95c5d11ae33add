//! The cost, the risk and the worth of a table.

use super::bench::{ClaimBench, ClaimError, Field, SearchSpec, by, figures};
use super::{Claim, ClaimEstimate, ClaimFigure, Lecture, Rule, Unit};
use rand_xoshiro::rand_core::Rng;
use secateur::Bounds;
use secateur::table::{Config, Entry, Replacement, SameDepth, Table};
use secateur_session::{Algorithm, ComparePlan};

const SECTION: &str = "Table de transposition";

/// The claims.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "entry-24",
        says: "An entry of the table takes 24 bytes",
        lecture: Lecture::Recherche,
        section: SECTION,
        tested: "The size of a record with the lecture's fields, and of an entry of the table that is searched with here.",
        unit: Unit::Bytes,
        rule: Rule::Between(24.0, 24.0),
        needs: &[],
        run: |_| {
            let table = Table::with_bytes(1 << 20);
            let packed = (table.bytes() / table.entries()) as f64;
            Ok(vec![
                ClaimFigure::new(
                    "fields as in the lecture",
                    ClaimEstimate::exact(size_of::<Record>() as f64),
                ),
                ClaimFigure::new("packed, as here", ClaimEstimate::exact(packed)),
            ])
        },
    },
    Claim {
        id: "table-size",
        says: "With 20 bits of index a table takes about 24 megabytes, and with 23 bits about 200",
        lecture: Lecture::Recherche,
        section: SECTION,
        tested: "Entries of 24 bytes, in millions of bytes, over what is stated. Five per cent to either side will do.",
        unit: Unit::Times,
        rule: Rule::Between(0.95, 1.05),
        needs: &[],
        run: |_| {
            let times = |bits: u32, megabytes: f64| {
                let bytes = (size_of::<Record>() as f64) * 2f64.powi(bits as i32);
                ClaimFigure::new(
                    format!("{bits} bits, {megabytes} megabytes"),
                    ClaimEstimate::exact(bytes / 1e6 / megabytes),
                )
            };
            Ok(vec![times(20, 24.0), times(23, 200.0)])
        },
    },
    Claim {
        id: "check-bits-10",
        says: "With about 10 check bits, the probability of a collision is below 0.0001",
        lecture: Lecture::Recherche,
        section: SECTION,
        tested: "A full table of one entry a place, asked for keys that were never stored: how often it answers all the same. In trees with many paths to a position, how many values are wrong at the root, for comparison.",
        unit: Unit::Probability,
        rule: Rule::AtMost(0.0001),
        needs: &[],
        run: collisions,
    },
    Claim {
        id: "key-32-bits",
        says: "32 bits usually have room for the index and the check bits",
        lecture: Lecture::Recherche,
        section: SECTION,
        tested: "The bits of an index of 20 to 25, as the lecture has it, and of the check: its 10, and the 14 at which one key in 2^14 is below 0.0001.",
        unit: Unit::Bits,
        rule: Rule::AtMost(32.0),
        needs: &[],
        run: |_| {
            let needed = 0.0001f64.log2().abs().ceil();
            let sum = |index: f64, check: f64| {
                ClaimFigure::new(format!("index {index}, check {check}"), ClaimEstimate::exact(index + check))
            };
            Ok(vec![sum(20.0, 10.0), sum(25.0, 10.0), sum(20.0, needed), sum(25.0, needed)])
        },
    },
    Claim {
        id: "clobber-2-to-n",
        says: "In games such as Clobber, a table turns the n! positions of a board of n cells into 2^n",
        lecture: Lecture::Recherche,
        section: SECTION,
        tested: "Minimax to the end of the game with a table that has room for all: the nth root of the positions searched, which stays at 2 or below if they are 2^n at most. The same without a table for comparison, and the nth root of n!.",
        unit: Unit::Times,
        rule: Rule::AtMost(2.0),
        needs: &["clobber"],
        run: clobber,
    },
    Claim {
        id: "table-and-time",
        says: "A larger table pays only where a search is long enough to fill it",
        lecture: Lecture::Recherche,
        section: SECTION,
        tested: "Nodes that a table of 16 KiB takes beyond one of 8 MiB, alpha-beta deepening: what that is at the greater of two depths, in hundredths of the nodes, less what it is at the smaller one. Five or more will do.",
        unit: Unit::Percent,
        rule: Rule::AtLeast(5.0),
        needs: &["connect4"],
        run: small_table,
    },
];

/// The lecture's entry.
#[repr(C)]
struct Record {
    key: u64,
    depth: i32,
    flags: i32,
    value: i32,
    best: i32,
}

/// Places of the table that strange keys are looked up in.
const PLACES: usize = 1 << 14;

fn collisions(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let entry = Entry::new(Bounds::NONE, Some(0), 1, 1);
    let (blocks, probes) = (bench.pick(2, 16, 64), bench.pick(20_000, 250_000, 1_000_000));
    let mut figures = Vec::new();
    for check_bits in [8, 10, 12, 14, 16, 20] {
        let config = Config { replacement: Replacement::Newest, check_bits, ..Config::default() };
        let found = bench.each(blocks, |n| {
            let mut random = bench.random(5, n);
            let table = config.with_entries(PLACES);
            // Each place is written some sixteen times: none stays empty.
            (0..16 * PLACES).for_each(|_| table.store::<SameDepth>(random.next_u64(), entry));
            Ok(Some((0..probes).filter(|_| table.probe(random.next_u64()).is_some()).count() as u64))
        })?;
        let part = ClaimEstimate::part(found.iter().sum(), (blocks * probes) as u64);
        figures.push(ClaimFigure::new(format!("{check_bits} bits"), part));
    }
    let field = Field::tree("dag", "b=8 d=8", bench.pick(3, 6, 7), bench.pick(4, 100, 400));
    for bits in [&["table.check_bits=8"][..], &["table.check_bits=10"], &["table.check_bits=16"]] {
        let wrong = bench.samples(&field, |position| {
            let points = |settings| {
                let spec = SearchSpec { settings, ..by("alpha-beta-memory") };
                bench.answer(field.game, position, spec, field.depth).map(|answer| answer.points)
            };
            Ok(Some(f64::from(u8::from(points(bits)? != points(&[])?))))
        })?;
        if !wrong.is_empty() {
            let part = ClaimEstimate::part(wrong.iter().sum::<f64>() as u64, wrong.len() as u64);
            let (_, bits) = bits[0].split_once('=').unwrap_or_default();
            figures.push(ClaimFigure::aside(
                format!("wrong at the root of {}, {bits} bits", field.name()),
                part,
            ));
        }
    }
    Ok(figures)
}

/// Boards of Clobber, how many cells they have, and whether they are searched without a table as well.
const BOARDS: [(&str, u32, bool); 8] = [
    ("2x3", 6, true),
    ("2x4", 8, true),
    ("3x3", 9, true),
    ("2x5", 10, true),
    ("3x4", 12, true),
    ("2x7", 14, false),
    ("3x5", 15, false),
    ("4x4", 16, false),
];

fn clobber(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let root = |x: f64, n: u32| ClaimEstimate::exact(x.powf(1.0 / f64::from(n)));
    let boards = bench.pick(3, 6, 8);
    let found = bench.each(boards, |at| {
        let (board, n, is_small) = BOARDS[at];
        let names = if is_small { &["minimax-memory", "minimax"][..] } else { &["minimax-memory"] };
        let algorithms = names.iter().map(|name| Algorithm::named(name)).collect::<Result<Vec<_>, _>>()?;
        // No game lasts longer than there are cells.
        let plan = ComparePlan {
            given: vec![board.to_owned()],
            depth: Some(n),
            algorithms: Some(algorithms),
            ..ComparePlan::default()
        };
        let request = bench.request().hash(256 << 20);
        let mut searched = Vec::new();
        // What the table answers was searched before.
        bench
            .open("clobber")?
            .compare(&plan, &request, &mut |c| searched.push((c.nodes - c.table_hits) as f64));
        Ok(Some(searched))
    })?;
    let mut figures = Vec::new();
    for (searched, (board, n, _)) in found.iter().zip(BOARDS) {
        let names = ["with a table", "without"];
        for (nodes, name) in searched.iter().zip(names) {
            let figure = ClaimFigure::new(format!("{board}, {name}"), root(*nodes, n));
            figures.push(ClaimFigure { counts: name == names[0], ..figure });
        }
        let factorial: f64 = (1..=n).map(f64::from).product();
        figures.push(ClaimFigure::aside(format!("{board}: {n}!"), root(factorial, n)));
    }
    Ok(figures)
}

fn small_table(bench: &ClaimBench<'_>) -> Result<Vec<ClaimFigure>, ClaimError> {
    let count = bench.pick(2, 16, 40);
    let fields = [
        (Field::game("connect4", bench.pick(4, 10, 12), count), 4),
        (Field::game("chess", bench.pick(2, 5, 6), count), 2),
        (Field::game("othello", bench.pick(2, 8, 9), count), 3),
    ];
    let mut all = Vec::new();
    for (deep, shallow) in fields {
        let cost = |field: &Field, position: &str| -> Result<Option<f64>, ClaimError> {
            let nodes = |hash| {
                let spec = SearchSpec { hash, ..by("alpha-beta-memory") };
                bench.nodes(field.game, position, spec, field.depth)
            };
            Ok(nodes(16 << 10)?.zip(nodes(by("").hash)?).map(|(small, large)| 100.0 * (small / large - 1.0)))
        };
        let near = Field { depth: shallow.min(deep.depth - 1), ..deep };
        let name = |field: &Field| format!("{}, depth {} against {}", field.game, deep.depth, near.depth);
        let differ = bench.samples(&deep, |position| {
            Ok(cost(&deep, position)?.zip(cost(&near, position)?).map(|(deep, near)| deep - near))
        })?;
        if !differ.is_empty() {
            all.push(ClaimFigure::new(name(&deep), ClaimEstimate::mean(&differ)));
        }
        let asides = figures(&[near, deep], |field| {
            let costs = bench.samples(field, |position| cost(field, position))?;
            Ok((!costs.is_empty()).then(|| ClaimEstimate::mean(&costs)))
        })?;
        all.extend(asides.into_iter().map(|figure| ClaimFigure { counts: false, ..figure }));
    }
    Ok(all)
}
