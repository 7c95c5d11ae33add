//! The messages of the playground as a JSON Schema.

/// The messages and their replies as a JSON Schema (draft 2020-12), those that the playground answers
/// ([`secateur_playground::Reply`]) and those that a server does. The types of sessions stand in it under the names that they have in
/// [`secateur_session::SCHEMA`].
///
/// ```
/// let schema: serde_json::Value = serde_json::from_str(secateur_web::SCHEMA).unwrap();
/// assert_eq!(schema["version"], secateur_playground::PROTOCOL);
/// assert!(schema["$defs"]["Answer"]["properties"]["best"].is_object());
/// ```
pub const SCHEMA: &str = include_str!("../schema.json");

#[cfg(test)]
mod tests {
    use super::SCHEMA;
    use crate::say::Told;
    use schemars::JsonSchema;
    use secateur_playground::{Message, PROTOCOL, Reply};
    use serde_json::Value;
    use std::path::Path;

    /// Messages of the playground of Secateur, and their replies.
    #[derive(JsonSchema)]
    #[schemars(extend("version" = PROTOCOL))]
    #[allow(dead_code, reason = "only its schema is wanted")]
    struct Protocol {
        /// What is asked.
        message: Message,
        /// What is answered, with or without a server.
        reply: Reply,
        /// What a server answers beside that: matches, choices, and files of the laboratory.
        told: Told<'static>,
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
        let mut schema = schemars::schema_for!(Protocol).to_value();
        shorten(&mut schema);
        let vocabulary: Value = serde_json::from_str(secateur_session::SCHEMA).unwrap();
        let known = schema["$defs"].as_object_mut().unwrap();
        for (name, definition) in vocabulary["$defs"].as_object().unwrap() {
            let before = known.insert(name.clone(), definition.clone());
            assert!(before.is_none(), "two types have the name {name}");
        }
        let schema = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("SECATEUR_BLESS").is_some() {
            std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("schema.json"), &schema).unwrap();
        } else {
            assert!(schema == SCHEMA, "schema.json is stale: run this test with SECATEUR_BLESS=1");
        }
    }
}
