//! Games of pieces that clear the board or leave it: Clobber, Dodgem and Breakthrough.
#![cfg(target_arch = "wasm32")]

secateur_wasm::module!(secateur_games::groups::clearing);
