//! The vocabulary of requests and answers, as every front end speaks it.

/// The version of the vocabulary. It grows by one when a field or a word goes away or changes its meaning. Fields and words
/// that are new do not change it: a reader skips what it does not know in an answer, and a request may leave out
/// any field.
pub const VOCABULARY: u32 = 1;

/// The vocabulary as a JSON Schema (draft 2020-12): [`Request`](crate::Request) and [`Answer`](crate::Answer),
/// [`ComparePlan`](crate::ComparePlan), [`Contender`](crate::Contender) and [`Comparison`](crate::Comparison),
/// [`Solution`](crate::Solution), [`TraceHeader`](crate::TraceHeader) and [`TraceNode`](crate::TraceNode).
///
/// ```
/// use secateur_session::{SCHEMA, VOCABULARY};
///
/// let schema: serde_json::Value = serde_json::from_str(SCHEMA).unwrap();
/// assert_eq!(schema["version"], VOCABULARY);
/// assert_eq!(schema["$defs"]["Outcome"]["oneOf"][0]["const"], "win");
/// ```
pub const SCHEMA: &str = include_str!("../schema.json");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, ComparePlan, Comparison, Contender, Request, Solution, TraceHeader, TraceNode};
    use schemars::JsonSchema;
    use serde_json::Value;
    use std::path::Path;

    /// Requests and answers of Secateur: the questions of a front end, and the replies.
    #[derive(JsonSchema)]
    #[schemars(extend("version" = VOCABULARY))]
    #[allow(dead_code, reason = "only its schema is wanted")]
    struct Vocabulary {
        /// A search: of one position, or by each algorithm of a comparison.
        request: Request,
        /// Each iteration of a search, and its end.
        answer: Answer,
        /// The positions and algorithms of a comparison.
        plan: ComparePlan,
        /// One algorithm in a comparison.
        contender: Contender,
        /// The end of a comparison.
        comparison: Comparison,
        /// The end of solving a position.
        solution: Solution,
        /// The first line of a recorded search.
        trace: TraceHeader,
        /// Each further line: a visit to a node.
        visit: TraceNode,
    }

    /// Descriptions without examples and line breaks.
    fn shorten(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    match field {
                        Value::String(text) if name == "description" => {
                            let said = text.split("\n\n```").next().unwrap_or_default();
                            *text = said.split_whitespace().collect::<Vec<_>>().join(" ");
                        }
                        _ => shorten(field),
                    }
                }
            }
            Value::Array(values) => values.iter_mut().for_each(shorten),
            _ => {}
        }
    }

    /// With `SECATEUR_BLESS=1` the file is rewritten.
    #[test]
    fn the_schema_is_that_of_the_types() {
        let mut schema = schemars::schema_for!(Vocabulary).to_value();
        shorten(&mut schema);
        let schema = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("SECATEUR_BLESS").is_some() {
            std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("schema.json"), &schema).unwrap();
        } else {
            assert!(schema == SCHEMA, "schema.json is stale: run this test with SECATEUR_BLESS=1");
        }
    }
}
