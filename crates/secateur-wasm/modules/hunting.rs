//! Dobutsu shogi and Lines of Action.
#![cfg(target_arch = "wasm32")]

secateur_wasm::module!(secateur_games::groups::hunting);
