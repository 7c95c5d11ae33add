//! Messages and replies against the schema: each that goes to and fro in these tests, and one of every kind.

use super::{Socket, client_of, endless, games, last, next, send, served};
use secateur_lab::shelf::Shelf;
use secateur_lab::tournament::MatchStore;
use secateur_web::{Config, SCHEMA};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

static PROTOCOL: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(SCHEMA).unwrap());

/// Words of a schema that say nothing of what is valid here.
const REMARKS: [&str; 8] =
    ["title", "description", "default", "format", "$schema", "$defs", "version", "propertyNames"];

/// What is wrong with a value; none if nothing is. A word that is not known is wrong in any case: nothing is passed over.
fn fault(value: &Value, schema: &Value) -> Option<String> {
    let Some(rules) = schema.as_object() else {
        return (schema != &Value::Bool(true)).then(|| format!("{value} is not allowed"));
    };
    let all = |schemas: &Value| -> Vec<Option<String>> {
        schemas.as_array().unwrap().iter().map(|schema| fault(value, schema)).collect()
    };
    rules.iter().find_map(|(word, rule)| match word.as_str() {
        "$ref" => fault(value, PROTOCOL.pointer(rule.as_str().unwrap().strip_prefix('#').unwrap()).unwrap()),
        "type" => {
            let fits = |kind: &Value| match kind.as_str().unwrap() {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "boolean" => value.is_boolean(),
                "null" => value.is_null(),
                "integer" => value.is_i64() || value.is_u64(),
                "number" => value.is_number(),
                other => panic!("a type {other}"),
            };
            let any = rule.as_array().map_or_else(|| fits(rule), |kinds| kinds.iter().any(fits));
            (!any).then(|| format!("{value} is no {rule}"))
        }
        "const" => (value != rule).then(|| format!("{value} is not {rule}")),
        "enum" => (!rule.as_array().unwrap().contains(value)).then(|| format!("{value} is none of {rule}")),
        "required" => {
            let lacks = |name: &&Value| value.is_object() && value.get(name.as_str().unwrap()).is_none();
            rule.as_array().unwrap().iter().find(lacks).map(|name| format!("no {name}"))
        }
        "properties" => rule.as_object().unwrap().iter().find_map(|(name, rule)| {
            value.get(name).and_then(|field| fault(field, rule)).map(|why| format!("{name}: {why}"))
        }),
        "additionalProperties" => value.as_object().into_iter().flatten().find_map(|(name, field)| {
            let is_named = rules.get("properties").is_some_and(|named| named.get(name).is_some());
            fault(field, rule).filter(|_| !is_named).map(|why| format!("{name}: {why}"))
        }),
        "items" => {
            let skipped = rules.get("prefixItems").map_or(0, |first| first.as_array().unwrap().len());
            let rest = value.as_array().into_iter().flatten().skip(skipped);
            rest.enumerate().find_map(|(n, item)| fault(item, rule).map(|why| format!("{n}: {why}")))
        }
        "prefixItems" => {
            let pairs = value.as_array().into_iter().flatten().zip(rule.as_array().unwrap());
            pairs.into_iter().find_map(|(item, rule)| fault(item, rule))
        }
        "anyOf" => all(rule).into_iter().collect::<Option<Vec<_>>>().map(|faults| faults.join("; ")),
        "oneOf" => {
            let faults = all(rule);
            (faults.iter().filter(|fault| fault.is_none()).count() != 1).then(|| {
                format!("not one of: {}", faults.into_iter().flatten().collect::<Vec<_>>().join("; "))
            })
        }
        "allOf" => all(rule).into_iter().flatten().next(),
        "minimum" => {
            value.as_f64().filter(|n| *n < rule.as_f64().unwrap()).map(|n| format!("{n} is below {rule}"))
        }
        "maximum" => {
            value.as_f64().filter(|n| *n > rule.as_f64().unwrap()).map(|n| format!("{n} is above {rule}"))
        }
        "minItems" => value
            .as_array()
            .is_some_and(|items| (items.len() as u64) < rule.as_u64().unwrap())
            .then(|| format!("{value} has too few items")),
        "maxItems" => value
            .as_array()
            .is_some_and(|items| items.len() as u64 > rule.as_u64().unwrap())
            .then(|| format!("{value} has too many items")),
        "minLength" | "maxLength" => None,
        remark if REMARKS.contains(&remark) => None,
        unknown => panic!("the schema says {unknown}, which this test does not know"),
    })
}

/// What is wrong with a message.
pub(crate) fn message_fault(message: &Value) -> Option<String> {
    fault(message, &PROTOCOL["properties"]["message"])
}

/// What is wrong with a reply.
pub(crate) fn reply_fault(reply: &Value) -> Option<String> {
    let by = |of: &str| fault(reply, &PROTOCOL["properties"][of]);
    by("reply").zip(by("told")).map(|(one, other)| format!("{one}; {other}"))
}

/// The kinds of what is asked or said, by the schema.
fn kinds(of: &str) -> BTreeSet<String> {
    let all = PROTOCOL["$defs"][of]["oneOf"].as_array().unwrap();
    let names = all.iter().map(|one| one["required"][0].as_str().unwrap().to_owned());
    names.collect()
}

/// Asks, and returns the kinds of all replies.
fn heard(socket: &mut Socket, message: &Value) -> BTreeSet<String> {
    assert_eq!(message_fault(message), None, "{message}");
    send(socket, message);
    let mut kinds = BTreeSet::new();
    loop {
        let reply = next(socket);
        kinds.extend(reply.as_object().unwrap().keys().filter(|key| *key != "id" && *key != "more").cloned());
        if reply["more"] != true && reply["id"] == message["id"] {
            return kinds;
        }
    }
}

#[test]
fn one_of_every_kind_is_as_the_schema_says() {
    let file = std::env::temp_dir().join(format!("secateur-schema-{}.db", std::process::id()));
    drop(MatchStore::open(&file).unwrap());
    let shelf = Shelf::open(std::slice::from_ref(&file), &games(), &|_, _| unreachable!()).unwrap();
    let mut socket = client_of(&served(Config { shelf: Arc::new(shelf), ..Config::default() }));
    let nim = json!({"game": "nim", "start": "3,4,5", "moves": ["1-3"]});
    let tree = json!({"game": "tree", "start": "((3 12) (2 4))"});
    let request = json!({"limits": {"depth": 2}, "resources": {"hash": 1 << 20}});
    let traced = json!({"method": {"algorithm": "alpha-beta"}, "limits": {"depth": 2}});
    let asks = [
        json!({"games": {}}),
        json!({"algorithms": {}}),
        json!({"position": nim}),
        json!({"analyse": {"place": nim, "request": request}}),
        json!({"values": {"place": nim}}),
        json!({"solve": {"place": nim, "request": {"method": {"algorithm": "mtd-f"}}}}),
        json!({"trace": {"place": tree, "request": traced, "window": [null, 5], "minimal": true}}),
        json!({"below": {"record": 7, "nodes": [0]}}),
        json!({"steps": {"record": 7, "from": 0, "to": 3}}),
        json!({"cuts": {"record": 7, "step": 0, "most": 2}}),
        json!({"release": 7}),
        json!({"compare": {"place": nim, "plan": {"depth": 2, "algorithms": ["mtd-f", "pvs"]}}}),
        json!({"opponent": {"place": nim, "level": 3, "clock": {"left": 1000}}}),
        json!({"threats": {"place": {"game": "kalah"}}}),
        json!({"match": {"game": "kalah", "players": ["mtd-f", "random"], "nodes": 9, "pairs": 1}}),
        json!({"choose": {"game": "nim"}}),
        json!({"files": {}}),
        json!({"file": {"file": 0}}),
    ];
    let (mut asked, mut said) = (BTreeSet::from(["stop".to_owned()]), BTreeSet::new());
    for (id, ask) in (1..).zip(asks) {
        asked.extend(ask.as_object().unwrap().keys().cloned());
        let heard = heard(&mut socket, &json!({"id": id, "ask": ask}));
        // (No side may pass in Kalah but where it has to.)
        assert_eq!(heard.contains("error"), ask.get("threats").is_some(), "{ask}");
        said.extend(heard);
    }
    send(&mut socket, &endless(90));
    send(&mut socket, &json!({"id": 0, "ask": {"stop": 90}}));
    last(&mut socket, 90);
    std::fs::remove_file(file).unwrap();
    assert_eq!(asked, kinds("Ask"));
    // What is flattened into a reply stands in place of a definition of its own.
    let of = |name: &str| PROTOCOL["$defs"][name]["oneOf"].as_array().unwrap().iter();
    let names = of("Reply").chain(of("Told")).map(|one| one["required"][0].as_str().unwrap().to_owned());
    assert_eq!(said, names.collect());
}

#[test]
fn what_is_wrong_does_not_pass() {
    let right = json!({"id": 1, "ask": {"position": {"game": "nim", "start": "", "moves": []}}});
    assert_eq!(message_fault(&right), None);
    for wrong in [
        json!({"id": -1, "ask": {"games": {}}}),
        json!({"ask": {"games": {}}}),
        json!({"id": 1, "ask": {"gmes": {}}}),
        json!({"id": 1, "ask": {"position": {"game": 5}}}),
        json!({"id": 1, "ask": {"choose": {"game": "nim", "effort": "thorough"}}}),
        json!({"id": 1, "ask": {"games": {}}, "more": 1}),
    ] {
        assert!(message_fault(&wrong).is_some(), "{wrong}");
    }
    assert_eq!(reply_fault(&json!({"id": 1, "error": "no"})), None);
    for wrong in
        [json!({"id": 1}), json!({"id": 1, "error": 5}), json!({"id": 1, "standings": {"game": null}})]
    {
        assert!(reply_fault(&wrong).is_some(), "{wrong}");
    }
}
