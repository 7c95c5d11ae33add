//! Nine Men's Morris, Kalah and Nim.
#![cfg(target_arch = "wasm32")]

secateur_wasm::module!(secateur_games::groups::sowing);
