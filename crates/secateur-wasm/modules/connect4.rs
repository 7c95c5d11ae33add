//! Connect-4, on boards of any size.
#![cfg(target_arch = "wasm32")]

secateur_wasm::module!(secateur_games::groups::connect4);
