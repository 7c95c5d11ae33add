//! The binary `secateur`: the command line over the standard games.

fn main() -> std::process::ExitCode {
    secateur_cli::run(secateur_standard::standard())
}
