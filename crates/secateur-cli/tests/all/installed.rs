//! The files that come with an installed program: completions and manual pages.

use crate::common::secateur;
use std::path::Path;

#[test]
fn completions_are_a_script() {
    let script = secateur(&["completions", "bash"]).good();
    assert!(script.starts_with("_secateur()") && script.contains("--algorithm"), "{script}");
    let said = secateur(&["completions", "dosh"]);
    assert!(said.complaint().contains("invalid value 'dosh' for '<SHELL>'"), "{said:?}");
}

#[test]
fn a_manual_page_a_command() {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/manual/man1");
    let said = secateur(&["man", "--to", folder]).good();
    assert!(said.ends_with(&format!(" pages in {folder}\n")), "{said}");
    for page in ["secateur.1", "secateur-solve.1", "secateur-tune-eval.1"] {
        let text = std::fs::read_to_string(Path::new(folder).join(page)).unwrap();
        assert!(text.contains(".SH NAME"), "{page}");
    }
    let file = crate::common::file("no-folder", b"");
    let said = secateur(&["man", "--to", &format!("{file}/man1")]);
    assert!(said.complaint().contains("cannot make the folder"), "{said:?}");
}
