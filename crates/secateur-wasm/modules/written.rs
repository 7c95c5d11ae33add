//! Game trees that are written down.
#![cfg(target_arch = "wasm32")]

secateur_wasm::module!(secateur_games::groups::written);
