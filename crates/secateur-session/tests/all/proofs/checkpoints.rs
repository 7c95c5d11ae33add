//! Proofs that are broken off, and go on.

use super::{POSITIONS, by, certificate, check, request, session, settle};
use proptest::prelude::*;
use secateur_session::{CertifyError, Prover, StoppedBy, VerifyError, verify};
use secateur_standard::standard;
use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Two threads share the solver's table, and a proof goes on from its checkpoint.
#[test]
fn the_solver_proves_with_threads_and_goes_on() {
    for (game, position) in [("breakthrough", "4x4"), ("connect4-5x4", "3333"), ("clobber", "XOXO/OXOX X")] {
        let open = |threads| session(game, position).prover(None, &by("solve").threads(threads)).unwrap();
        let claims = settle(&mut *open(1), 100_000);
        let mut proof = open(2);
        assert_eq!(settle(&mut *proof, 100_000), claims, "{game}");
        assert_eq!(check(&certificate(&mut *proof)).unwrap().flaw, None, "{game}");
        let mut proof = open(1);
        let before = proof.search(2_000).nodes;
        let file = saved(&mut *proof);
        let mut proof = open(1);
        proof.resume(&mut &*file).unwrap();
        assert!(proof.search(1_000).nodes <= before + 1_000, "{game}");
        assert_eq!(settle(&mut *proof, 100_000), claims, "{game}");
        assert_eq!(check(&certificate(&mut *proof)).unwrap().flaw, None, "{game}");
    }
}

/// The checkpoint of a proof.
fn saved(proof: &mut dyn Prover) -> Vec<u8> {
    let mut file = Vec::new();
    proof.save(&mut file).unwrap();
    file
}

#[test]
fn a_checkpoint_is_for_one_question() {
    let open = |game, position, goal| session(game, position).prover(goal, &request()).unwrap();
    let mut proof = open("connect4-5x4", "3333", Some(1));
    proof.search(2_000);
    let file = saved(&mut *proof);
    let refused =
        |mut proof: Box<dyn Prover>, file: &[u8]| proof.resume(&mut &*file).unwrap_err().to_string();
    let of_another = refused(open("connect4-5x4", "3333", None), &file);
    assert_eq!(of_another, "it is for goal 'at least 1', expected 'value'");
    let of_another = refused(open("connect4-5x4", "333", Some(1)), &file);
    assert_eq!(of_another, "it is for position '3333', expected '333'");
    assert!(refused(open("nim", "1,2,3", Some(1)), &file).starts_with("it is for game 'connect4-5x4'"));
    assert!(refused(open("nim", "1,2,3", Some(1)), b"# mine\n").starts_with("it is no checkpoint"));
    for cut in [file.len() - 1, file.len() / 2, 100] {
        assert!(!refused(open("connect4-5x4", "3333", Some(1)), &file[..cut]).is_empty());
    }
    let mut altered = file.clone();
    altered[file.len() / 2] ^= 1;
    let damaged = refused(open("connect4-5x4", "3333", Some(1)), &altered);
    assert_eq!(damaged, "it is damaged, or cut off: its checksum does not agree");
    let of_solve = refused(session("connect4-5x4", "3333").prover(Some(1), &by("solve")).unwrap(), &file);
    assert_eq!(of_solve, "it is for goal 'at least 1', expected 'at least 1, by bounds'");
    let no_table = refused(session("nim", "").prover(None, &by("pn")).unwrap(), &file);
    assert_eq!(no_table, "a checkpoint holds the table of df-pn or solve, and this algorithm has none");
}

#[test]
fn an_interrupt_ends_search_and_certificate() {
    let flag = Arc::new(AtomicBool::new(true));
    let mut proof = session("tictactoe", "").prover(None, &request().interrupt(flag.clone())).unwrap();
    let progress = proof.search(1 << 40);
    assert_eq!(progress.stopped_by, StoppedBy::Interrupt);
    let refused = proof.certify(&mut Vec::new(), &mut |_| {}).unwrap_err();
    assert!(matches!(refused, CertifyError::Impossible(_)), "{refused:?}");
    flag.store(false, Ordering::Relaxed);
    settle(&mut *proof, 1 << 40);
    let file = certificate(&mut *proof);
    let stopped = verify(&standard(), Cursor::new(&file), 1 << 20, &AtomicBool::new(true));
    assert!(matches!(stopped, Err(VerifyError::Interrupted)), "{stopped:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Wherever a search is interrupted, the same search in another process, with another table, goes on to the same end.
    #[test]
    fn a_proof_goes_on_from_a_checkpoint(
        (slices, slice, hash, at) in (1..6_usize, 50..3_000_u64, 14..21_u32, 0..POSITIONS.len()),
    ) {
        let (game, position) = POSITIONS[at];
        let open = |hash| session(game, position).prover(None, &request().hash(hash)).unwrap();
        let expected = settle(&mut *open(1 << 20), 1 << 40);
        let mut proof = open(1 << 20);
        let mut before = 0;
        for _ in 0..slices {
            before = proof.search(slice).nodes;
        }
        let file = saved(&mut *proof);
        let mut proof = open(1 << hash);
        proof.resume(&mut &*file).unwrap();
        prop_assert_eq!(proof.search(1).nodes.saturating_sub(before) <= 1, true);
        prop_assert_eq!(settle(&mut *proof, 1 << 40), expected);
        let file = certificate(&mut *proof);
        prop_assert_eq!(check(&file).unwrap().flaw, None);
    }
}
