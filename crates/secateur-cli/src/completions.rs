use crate::{CommandEnd, output, program};
use clap::Args;
use clap_complete::Shell;

/// Prints a script by which a shell completes commands and options at a press of the tabulator key.
#[derive(Args)]
#[command(after_help = "Where shells look for it, for a program called NAME:
  bash        ~/.local/share/bash-completion/completions/NAME
  zsh         _NAME in a folder of $fpath
  fish        ~/.config/fish/completions/NAME.fish
  powershell  a line of the profile: NAME completions powershell | Out-String | Invoke-Expression

Example: secateur completions bash")]
pub(crate) struct CompletionsCommand {
    /// The shell
    shell: Shell,
}

impl CompletionsCommand {
    pub(crate) fn run(self) -> anyhow::Result<CommandEnd> {
        output::part(script(self.shell, &program::name()))?;
        Ok(CommandEnd::Done)
    }
}

fn script(shell: Shell, name: &str) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program::command(name), name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn every_shell_completes_the_program_under_its_own_name() {
        for &shell in Shell::value_variants() {
            let script = script(shell, "mygame");
            assert!(script.contains("mygame") && !script.contains("_secateur"), "{shell}");
            for word in ["analyse", "compare", "algorithm", "completions"] {
                assert!(script.contains(word), "{shell} {word}");
            }
        }
    }
}
