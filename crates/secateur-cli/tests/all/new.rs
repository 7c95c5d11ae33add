//! `secateur new`: what it writes, and what it refuses. (`cargo xtask new` builds what it writes.)

use crate::common::{Run, command, folder};
use std::fs;
use std::path::Path;

fn new(folder: &Path, arguments: &[&str]) -> Run {
    command(&[&["new"], arguments].concat()).current_dir(folder).output().expect("the binary runs").into()
}

#[test]
fn a_program_has_the_name_of_its_game_everywhere() {
    for template in ["placing", "moving", "sowing"] {
        let folder = folder(template);
        let said = new(&folder, &["four-up", "--template", template]).good();
        assert!(said.starts_with("four-up/ is there; cd four-up && cargo test"), "{said}");
        let read = |name: &str| fs::read_to_string(folder.join("four-up").join(name)).unwrap();
        let (cargo, rules) = (read("Cargo.toml"), read("src/main.rs"));
        assert!(cargo.contains("name = \"four-up\""), "{cargo}");
        assert!(rules.contains("struct FourUp") && rules.contains("(\"four-up\", "), "{rules}");
        assert!(!(cargo + &rules + &read("README.md")).to_lowercase().contains("mygame"));
    }
}

#[test]
fn a_module_for_javascript_is_a_library_beside_the_program() {
    for template in ["placing", "moving", "sowing"] {
        let folder = folder(&format!("wasm-{template}"));
        new(&folder, &["four-up", "--template", template, "--wasm"]).good();
        let read = |name: &str| fs::read_to_string(folder.join("four-up").join(name)).unwrap();
        let (rules, program, cargo) = (read("src/lib.rs"), read("src/main.rs"), read("Cargo.toml"));
        assert!(
            rules.contains("pub fn game() -> GameEntry") && rules.contains("secateur_wasm::module!(games);")
        );
        assert!(!rules.contains("fn main()") && !rules.contains("GameEntry, Registry"), "{rules}");
        assert!(program.contains(".with(four_up::game())"), "{program}");
        assert!(cargo.contains("secateur-wasm = {") && cargo.contains("[lib]"), "{cargo}");
        assert_eq!(cargo.matches("secateur-cli =").count(), 1);
        assert!(
            read("README.md").contains("wasm/four_up.wasm")
                && read(".cargo/config.toml").contains("stack-size")
        );
    }
}

#[test]
fn a_module_has_it_too() {
    let folder = folder("module");
    new(&folder, &["four-up", "--python"]).good();
    let read = |name: &str| fs::read_to_string(folder.join("four-up").join(name)).unwrap();
    assert!(read("four_up.py").contains("class FourUp:"));
    assert!(read("test_four_up.py").contains("from four_up import COLUMNS, FourUp"));
    assert!(read("README.md").contains("`python four_up.py`"));
}

#[test]
fn crates_are_found_in_their_sources() {
    let folder = folder("sources");
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    new(&folder, &["one", "--sources", sources]).good();
    let cargo = fs::read_to_string(folder.join("one/Cargo.toml")).unwrap();
    let path = Path::new(sources).canonicalize().unwrap().join("crates/secateur-cli");
    assert!(
        cargo.contains(&format!("path = {:?}, default-features = false", path.to_str().unwrap())),
        "{cargo}"
    );
    let said = new(&folder, &["two", "--sources", "one"]);
    assert_eq!(said.complaint(), "'one' holds no crates/secateur, expected a folder with Secateur's sources");
}

#[test]
fn names_that_cannot_be_are_refused() {
    let folder = folder("refused");
    for name in ["", "My", "3d", "a_b", "a--b", "-a", "../a", "jeu\u{301}"] {
        let said = new(&folder, &["--", name]);
        assert!(said.complaint().contains("expected small letters and digits"), "{name}: {said:?}");
    }
    for name in ["test", "match", "lambda", "secateur-games", "game", "cells", "none"] {
        let said = new(&folder, &[name]);
        assert!(said.complaint().starts_with(&format!("the name '{name}' is taken")), "{said:?}");
    }
    new(&folder, &["there"]).good();
    let said = new(&folder, &["there"]);
    assert_eq!(said.complaint(), "there is a 'there' here already, expected a new name");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}
