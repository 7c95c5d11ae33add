//! The playground, by the binary itself: where it listens, what it serves, what it refuses to begin with.

use crate::common::{command, secateur};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

/// A server that ends with the test, whatever becomes of that.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn it_says_where_it_listens_and_serves_the_page() {
    let mut served = Served(command(&["serve", "--port", "0", "--json"]).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(served.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said: Value = serde_json::from_str(&line).unwrap();
    let host = said["url"].as_str().unwrap().strip_prefix("http://").unwrap().trim_end_matches('/');
    assert!(host.starts_with("127.0.0.1:"), "{host}");
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Secateur</title>"), "{page}");
}

#[test]
fn others_are_let_in_with_a_token_only() {
    let refused = secateur(&["serve", "--address", "0.0.0.0", "--port", "0"]);
    let why =
        "on 0.0.0.0, which others can reach, it takes a token; expected --token with 8 characters or more";
    assert!(refused.sentence().ends_with(why), "{}", refused.sentence());
}

#[test]
fn only_files_of_the_laboratory_are_shown() {
    let missing = secateur(&["serve", "--lab", "none.db"]);
    assert!(missing.sentence().contains("cannot read none.db: "), "{}", missing.sentence());
    let file = std::env::temp_dir().join(format!("secateur-serve-{}.txt", std::process::id()));
    std::fs::write(&file, "no store").unwrap();
    let other = secateur(&["serve", "--lab", file.to_str().unwrap()]);
    std::fs::remove_file(file).unwrap();
    let why = "is nothing of the laboratory's, expected an experiment (.toml), a store of experiments or of matches, or the JSON of a report";
    assert!(other.sentence().ends_with(why), "{}", other.sentence());
}

#[test]
fn the_messages_are_described() {
    let printed = secateur(&["schema", "--playground"]).good();
    let schema: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(schema["version"], secateur_playground::PROTOCOL);
    assert_eq!(schema["$defs"]["Message"]["required"], serde_json::json!(["id", "ask"]));
}
