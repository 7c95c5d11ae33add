//! Games of rows that win by threats: gomoku and qubic.
#![cfg(target_arch = "wasm32")]

secateur_wasm::module!(secateur_games::groups::threats);
