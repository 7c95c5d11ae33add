//! The command line for the game.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    secateur_cli::run(secateur_session::Registry::new().with(MODULE::game()))
}

#[cfg(target_arch = "wasm32")]
fn main() {}
