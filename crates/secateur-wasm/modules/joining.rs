//! Games of dominoes, and of stones that join edges: Domineering and Hex.
#![cfg(target_arch = "wasm32")]

secateur_wasm::module!(secateur_games::groups::joining);
