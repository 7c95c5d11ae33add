//! What a schema of the messages says of types of other crates: by name, of those in the schema of the vocabulary
//! ([`secateur_session::SCHEMA`]), which has their definitions; and written out, of those that it lacks.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

/// Types by their names in the vocabulary.
macro_rules! named {
    ($($name:ident),*) => {$(
        pub(crate) struct $name;

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "$ref": concat!("#/$defs/", stringify!($name)) })
            }
        }
    )*};
}

named!(Answer, ComparePlan, Comparison, Contender, Outcome, Request, Solution, TraceHeader, TraceNode);

/// The end of a game, for the side to move.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is wanted")]
pub(crate) struct Ending {
    /// The winner.
    outcome: Outcome,
    /// The margin in points, where the game counts them.
    by: Option<u32>,
}

/// What stands on each cell of a board.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is wanted")]
pub(crate) struct Cells {
    /// The names of the rows, from the top; empty where they have none.
    rows: Vec<String>,
    /// The names of the columns, from the left.
    columns: Vec<String>,
    /// The mark on each cell, row by row from the top; none on empty cells.
    marks: Vec<Option<char>>,
}

/// What the steps of a record are.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
#[allow(dead_code, reason = "only its schema is wanted")]
pub(crate) enum StepKind {
    /// A node is entered, or left with its answer.
    Visits,
    /// A node is opened; the last step settles what is open still.
    Opened,
    /// A node is expanded: the nodes behind it come to be.
    Expanded,
}

/// Leaves and cuts among the steps up to one.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is wanted")]
pub(crate) struct SoFar {
    /// The leaves that were left.
    leaves: u32,
    /// The nodes that were left without a look at all of their moves.
    cuts: u32,
}

/// A node of a record, with its place among the steps.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is wanted")]
pub(crate) struct RecordedNode {
    /// The node.
    #[schemars(flatten)]
    node: TraceNode,
    /// The step at which it was entered, or came to be.
    enter: u32,
    /// The step at which it was left, or expanded.
    leave: Option<u32>,
    /// The nodes of the record below it.
    below: u32,
    /// The nodes of the record right below it.
    children: u32,
    /// Leaves and cuts up to its entering.
    entered: SoFar,
    /// Leaves and cuts up to its leaving.
    left: SoFar,
}
