//! Running the binary, and looking at what it says.

#![allow(unreachable_pub)]

#[cfg(unix)]
pub(crate) mod killing;
pub(crate) mod readers;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The result of a run of the binary.
#[derive(Debug)]
pub struct Run {
    /// The exit status; none if a signal ended it.
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8 on both outputs");
        Run { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Run {
    /// Returns the output of a run that went well and had nothing to complain of.
    pub fn good(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// The JSON objects printed, a line each, and nothing else.
    pub fn json(&self) -> Vec<Value> {
        let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e} in {line:?}"));
        let lines: Vec<Value> = self.out.lines().map(read).collect();
        assert!(lines.iter().all(Value::is_object), "{}", self.out);
        lines
    }

    /// The sentence on bad input; nothing else may have been said.
    pub fn complaint(&self) -> &str {
        assert_eq!((self.status, self.out.as_str()), (Some(2), ""), "{self:?}");
        self.sentence()
    }

    /// The one sentence on standard error.
    pub fn sentence(&self) -> &str {
        let said = self.err.strip_prefix("secateur: ").unwrap_or_else(|| panic!("{self:?}"));
        let said = said.strip_suffix('\n').unwrap_or_else(|| panic!("{self:?}"));
        assert!(!said.is_empty() && said.chars().count() < 500, "{said}");
        assert!(!said.chars().any(char::is_control), "{said:?}");
        for alarm in ["panicked", "backtrace", "unwrap", "Error {", "secateur: "] {
            assert!(!said.contains(alarm), "{said}");
        }
        said
    }
}

/// A folder without profiles: whoever runs the tests may have some.
pub const NO_PROFILES: (&str, &str) = ("SECATEUR_PROFILES", concat!(env!("CARGO_TARGET_TMPDIR"), "/none"));

/// The binary, with nothing on its input and no terminal anywhere.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.env(NO_PROFILES.0, NO_PROFILES.1);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn secateur(arguments: &[&str]) -> Run {
    command(arguments).output().expect("the binary runs").into()
}

/// A run of `play` with these lines typed.
pub fn typed(arguments: &[&str], lines: &[u8]) -> Run {
    let mut run = assert_cmd::Command::new(env!("CARGO_BIN_EXE_secateur"));
    run.env(NO_PROFILES.0, NO_PROFILES.1);
    run.args(arguments).write_stdin(lines).output().expect("the binary runs").into()
}

/// A path of this name in a folder of this test's own: tests run side by side.
pub fn path(name: &str) -> PathBuf {
    let test = std::thread::current().name().unwrap_or("main").replace("::", "/");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder.join(name)
}

/// Such a path, at which there is nothing.
pub fn fresh(name: &str) -> (PathBuf, String) {
    let path = path(name);
    let _ = fs::remove_dir_all(&path);
    let text = path.to_str().expect("a path of UTF-8").to_owned();
    for end in ["", "-journal"] {
        let _ = fs::remove_file(format!("{text}{end}"));
    }
    (path, text)
}

/// A folder of this name, with nothing in it.
pub fn folder(name: &str) -> PathBuf {
    let (path, _) = fresh(name);
    fs::create_dir_all(&path).expect("a folder can be made");
    path
}

/// A file of this name and these contents, for the length of the test run.
pub fn file(name: &str, contents: &[u8]) -> String {
    let (path, text) = fresh(name);
    fs::write(path, contents).expect("the file can be written");
    text
}

/// Holds an object against its fields, each as `name:type`: `s`tring, `i`nteger, `f`loat, `b`oolean, `S`trings,
/// `I`ntegers, `o`bject, `O`bjects; with a `?` it may be null as well. Other fields there must not be.
pub fn assert_fields(object: &Value, fields: &str) {
    let object = object.as_object().expect("an object");
    let mut names: Vec<&str> = object.keys().map(String::as_str).collect();
    for field in fields.split_whitespace() {
        let (name, kind) = field.split_once(':').expect("name:type");
        let value = object.get(name).unwrap_or_else(|| panic!("{name} is missing in {object:?}"));
        let all = |is: fn(&Value) -> bool| value.as_array().is_some_and(|values| values.iter().all(is));
        let right = match kind.trim_end_matches('?') {
            _ if kind.ends_with('?') && value.is_null() => true,
            "s" => value.is_string(),
            "i" => value.is_i64() || value.is_u64(),
            "f" => value.is_f64() && value.as_f64().is_some_and(f64::is_finite),
            "b" => value.is_boolean(),
            "S" => all(Value::is_string),
            "I" => all(Value::is_i64),
            "O" => all(Value::is_object),
            "o" => value.is_object(),
            _ => panic!("no type is called {kind}"),
        };
        assert!(right, "{name} should be {kind}: {value}");
        names.retain(|n| *n != name);
    }
    assert_eq!(names, [""; 0], "fields that nobody asked for");
}

/// The fields of each line of `analyse`.
pub const ANSWER: &str = "game:s position:s algorithm:s exact:b value:i outcome:s? plies_to_end:i? \
    point_of_view:s best:s? pv:S depth:i seldepth:i nodes:i leaves:i time_ms:f nps:i hash_full_permille:i \
    stopped_by:s";
