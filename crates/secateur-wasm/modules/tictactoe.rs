//! Tic-tac-toe, and all other m,n,k games.
#![cfg(target_arch = "wasm32")]

secateur_wasm::module!(secateur_games::groups::tictactoe);
