//! The tables of the studies' pages: which figures of the report they show, and where.

/// A table: a row for each series, say, and in it a figure of the report for each column.
pub(super) struct Grid {
    /// The name by which a page includes it.
    pub(super) name: &'static str,
    pub(super) study: &'static str,
    /// What stands above the first column.
    pub(super) corner: &'static str,
    /// How a row is shown, and what stands for `*` in its columns.
    pub(super) rows: &'static [(&'static str, &'static str)],
    pub(super) columns: &'static [Column],
    /// A last row, of other figures: how it is shown, what stands for `*`, and the figure.
    pub(super) last: Option<(&'static str, &'static str, &'static str)>,
}

/// A column of a table.
pub(super) struct Column {
    pub(super) heading: &'static str,
    /// The part of the report.
    pub(super) panel: &'static str,
    /// What its row begins with, up to the number of positions.
    pub(super) labels: &'static [&'static str],
    /// The figure.
    pub(super) figure: &'static str,
    /// Whether the interval in brackets is left out.
    pub(super) is_brief: bool,
}

const fn full(
    heading: &'static str,
    panel: &'static str,
    labels: &'static [&'static str],
    figure: &'static str,
) -> Column {
    Column { heading, panel, labels, figure, is_brief: false }
}

const fn brief(
    heading: &'static str,
    panel: &'static str,
    labels: &'static [&'static str],
    figure: &'static str,
) -> Column {
    Column { heading, panel, labels, figure, is_brief: true }
}

/// Every table, in the order of the studies.
pub(super) const GRIDS: &[Grid] = &[
    Grid {
        name: "aspiration",
        study: "aspiration",
        corner: "half width",
        rows: &[
            ("5", "5"),
            ("10", "10"),
            ("25", "25"),
            ("50", "50"),
            ("100", "100"),
            ("200", "200"),
            ("400", "400"),
        ],
        columns: &[
            full("chess, 5 plies", "chess", &["*", "growth 1"], WIDTH),
            brief("again", "chess", &["*", "growth 1"], AGAIN),
            full("Othello, 7 plies", "othello", &["*", "growth 1"], WIDTH),
            brief("again", "othello", &["*", "growth 1"], AGAIN),
            full("Connect-4, 11 plies", "connect4", &["*", "growth 1"], WIDTH),
            brief("again", "connect4", &["*", "growth 1"], AGAIN),
        ],
        last: None,
    },
    Grid {
        name: "check-bits",
        study: "check-bits",
        corner: "bits",
        rows: &[
            ("1", "1"),
            ("2", "2"),
            ("4", "4"),
            ("6", "6"),
            ("8", "8"),
            ("10", "10"),
            ("12", "12"),
            ("14", "14"),
            ("64", "64"),
        ],
        columns: &[
            full("Connect-4: other values", "connect4", &["*", "alpha-beta-memory"], "other values"),
            full("other moves", "connect4", &["*", "alpha-beta-memory"], "other moves"),
            full("chess: other values", "chess", &["*", "alpha-beta-memory"], "other values"),
            full("other moves", "chess", &["*", "alpha-beta-memory"], "other moves"),
        ],
        last: None,
    },
    Grid {
        name: "deepening",
        study: "deepening",
        corner: "",
        rows: &[
            ("`alpha-beta`", "alpha-beta"),
            ("`alpha-beta-memory`", "alpha-beta-memory"),
            ("`mtd-f`", "mtd-f"),
        ],
        columns: &[
            full("chess, 6 plies", "chess, *", &["6", "on"], "/ off"),
            brief("/ last", "chess, *", &["6", "on"], "all iterations / last"),
            full("Othello, 8 plies", "othello, *", &["8", "on"], "/ off"),
            brief("/ last", "othello, *", &["8", "on"], "all iterations / last"),
            full("Connect-4, 12 plies", "connect4, *", &["12", "on"], "/ off"),
            brief("/ last", "connect4, *", &["12", "on"], "all iterations / last"),
        ],
        last: None,
    },
    Grid {
        name: "fixed-depth",
        study: "fixed-depth",
        corner: "",
        rows: &[
            ("`alpha-beta`", "alpha-beta"),
            ("`nega-scout`", "nega-scout"),
            ("`alpha-beta-memory`", "alpha-beta-memory"),
            ("`pvs-memory`", "pvs-memory"),
            ("`aspiration`", "aspiration"),
            ("`mtd-f`", "mtd-f"),
            ("`sss`", "sss"),
            ("`dual`", "dual"),
        ],
        columns: &[
            full("Connect-4, 12 plies: nodes", "connect4", &["12", "*"], "/ alpha-beta-memory"),
            brief("leaves / graph", "connect4", &["12", "*"], GRAPH),
            full("Othello, 8 plies: nodes", "othello", &["8", "*"], "/ alpha-beta-memory"),
            brief("leaves / graph", "othello", &["8", "*"], GRAPH),
            full("chess, 6 plies: nodes", "chess", &["6", "*"], "/ alpha-beta-memory"),
            brief("leaves / graph", "chess", &["6", "*"], GRAPH),
        ],
        last: None,
    },
    Grid {
        name: "move-ordering",
        study: "move-ordering",
        corner: "order",
        rows: &[
            ("`none`", "none"),
            ("`killers`", "killers"),
            ("`history`", "history"),
            ("`killers+history`", "killers+history"),
            ("`table`", "table"),
            ("`table+killers`", "table+killers"),
            ("`table+history`", "table+history"),
            ("`table+killers+history`", "table+killers+history"),
            ("`table+move-score`", "table+move-score"),
            ("`table+move-score+history`", "table+move-score+history"),
        ],
        columns: &[
            full("chess, 5 plies", "chess", &["*", "depth 5"], "/ none"),
            full("Othello, 6 plies", "othello", &["*", "depth 6"], "/ none"),
            full("Connect-4, 10 plies", "connect4", &["*", "depth 10"], "/ none"),
        ],
        last: None,
    },
    Grid {
        name: "null-move",
        study: "null-move",
        corner: "reduction",
        rows: &[
            ("1", "null_move.reduction=1"),
            ("2", "null_move.reduction=2"),
            ("3", "null_move.reduction=3"),
            ("4", "null_move.reduction=4"),
            ("adaptive", "null_move.reduction=0"),
            ("3, verified", "null_move.reduction=3 null_move.verification=1"),
        ],
        columns: &[
            full("4 plies", "chess", &["4", "*"], NULL),
            full("5 plies", "chess", &["5", "*"], NULL),
            full("6 plies", "chess", &["6", "*"], NULL),
            full("7 plies", "chess", &["7", "*"], NULL),
        ],
        last: None,
    },
    Grid {
        name: "replacement-connect4",
        study: "replacement",
        corner: "Connect-4",
        rows: SIZES,
        columns: &[
            full("`newest`, nodes", "connect4", &["*", "newest"], "nodes"),
            full("`deepest`", "connect4", &["*", "deepest"], "/ newest"),
            full("`two-level`", "connect4", &["*", "two-level"], "/ newest"),
            full("`buckets`", "connect4", &["*", "buckets"], "/ newest"),
        ],
        last: None,
    },
    Grid {
        name: "replacement-chess",
        study: "replacement",
        corner: "chess",
        rows: SIZES,
        columns: &[
            full("`newest`, nodes", "chess", &["*", "newest"], "nodes"),
            full("`deepest`", "chess", &["*", "deepest"], "/ newest"),
            full("`two-level`", "chess", &["*", "two-level"], "/ newest"),
            full("`buckets`", "chess", &["*", "buckets"], "/ newest"),
        ],
        last: None,
    },
    Grid {
        name: "synthetic-trees",
        study: "synthetic-trees",
        corner: "",
        rows: &[
            ("`pvs`", "pvs"),
            ("`nega-scout`", "nega-scout"),
            ("`sss-star`", "sss-star"),
            ("`sss`", "sss"),
            ("`mtd-f`", "mtd-f"),
        ],
        columns: &[
            full("`p` = 0.5", "ordered", &["0.5", "*"], "/ alpha-beta"),
            full("0.7", "ordered", &["0.7", "*"], "/ alpha-beta"),
            full("0.9", "ordered", &["0.9", "*"], "/ alpha-beta"),
            full("1", "ordered", &["1.0", "*"], "/ alpha-beta"),
            full("uniform", "uniform", &["*"], "/ alpha-beta"),
            full("incremental", "incremental", &["*"], "/ alpha-beta"),
        ],
        last: Some(("`alpha-beta` / minimal", "alpha-beta", "leaves / minimal tree")),
    },
];

const WIDTH: &str = "/ aspiration.half_width 50";
const AGAIN: &str = "nodes searched again";
const GRAPH: &str = "leaves / minimal graph";
const NULL: &str = "/ null_move.in_a_row=0";
const SIZES: &[(&str, &str)] = &[
    ("16 KiB", "16 KiB"),
    ("64 KiB", "64 KiB"),
    ("256 KiB", "256 KiB"),
    ("1 MiB", "1 MiB"),
    ("4 MiB", "4 MiB"),
    ("16 MiB", "16 MiB"),
];
