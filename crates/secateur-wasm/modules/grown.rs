//! Game trees that grow by chance.
#![cfg(target_arch = "wasm32")]

secateur_wasm::module!(secateur_games::groups::grown);
