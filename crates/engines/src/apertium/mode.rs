//! Mode files: the shell pipelines that Apertium's language packages install, read without a
//! shell and turned into stages that answer request by request.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dragoman_sandbox::find_program;

/// A mode ready to run: its stages, every program and data file of which exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mode {
    name: String,
    stages: Vec<Stage>,
    seams: Vec<Seam>,
}

/// A place between two stages where what passes can be read and changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seam {
    /// The index of the stage that reads there.
    pub(super) before: usize,
    pub(super) passes: Passes,
}

/// What goes from one stage to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passes {
    /// Words of the source with all their readings.
    Analyses,
    /// Words of the target, before neighbours are contracted.
    Words,
}

/// One process of a mode's pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// The program's file.
    pub program: PathBuf,
    /// Its arguments, without the program's name.
    pub arguments: Vec<String>,
    /// The data files among them.
    pub files: Vec<PathBuf>,
}

/// Why a mode cannot run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModeError {
    /// There is no mode file of this name.
    #[error("the mode file {0} does not exist")]
    NoModeFile(PathBuf),
    /// The mode file is there and cannot be read.
    #[error("the mode file {0} cannot be read: {1}")]
    Unreadable(PathBuf, io::ErrorKind),
    /// The mode file is not a plain pipeline of programs.
    #[error("the mode file is not a plain pipeline: {0}")]
    NotAPipeline(&'static str),
    /// The mode file names a data file that is not installed.
    #[error("the mode file names {0}, which does not exist")]
    NoDataFile(PathBuf),
    /// The mode file names a program that is not installed.
    #[error("the program {0} is not installed")]
    NoProgram(String),
}

impl Mode {
    /// Reads `name.mode` in `modes_dir` and finds its programs in `program_dirs`, the first
    /// directory that has one winning.
    ///
    /// `without_tagger` leaves the statistical tagger out and lets the constraint grammar decide
    /// alone: for packages whose tagger data are broken.
    ///
    /// # Errors
    /// [`ModeError`] if the file is missing or not a plain pipeline, or names something missing.
    pub fn load(
        modes_dir: &Path,
        program_dirs: &[PathBuf],
        name: &str,
        without_tagger: bool,
    ) -> Result<Self, ModeError> {
        let path = modes_dir.join(format!("{name}.mode"));
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ModeError::NoModeFile(path.clone()),
            kind => ModeError::Unreadable(path.clone(), kind),
        })?;
        let commands = parse(&text)?;
        let mut files = HashSet::new();
        for file in commands.iter().flatten().filter(|word| word.quoted) {
            if !Path::new(&file.text).exists() {
                return Err(ModeError::NoDataFile(PathBuf::from(&file.text)));
            }
            files.insert(file.text.clone());
        }
        let stages: Vec<Stage> = null_flushing(commands, without_tagger)
            .into_iter()
            .map(|command| {
                let arguments = command.arguments.iter();
                let named = arguments.filter(|&argument| files.contains(argument));
                Ok(Stage {
                    files: named.map(PathBuf::from).collect(),
                    program: find_program(&command.program, program_dirs)
                        .ok_or(ModeError::NoProgram(command.program))?,
                    arguments: command.arguments,
                })
            })
            .collect::<Result<_, ModeError>>()?;
        Ok(Self {
            name: name.to_owned(),
            seams: seams(&stages),
            stages,
        })
    }

    /// The name of the mode file without its extension.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The processes, first to last.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Where words can be followed, in the order of the stages.
    pub(super) fn seams(&self) -> &[Seam] {
        &self.seams
    }
}

/// The seam behind the analyser, and the one before the post-generator where there is one. A mode
/// of another make has none.
fn seams(stages: &[Stage]) -> Vec<Seam> {
    let first = |part: &str| {
        let names = |stage: &Stage| stage.arguments.iter().any(|word| word.contains(part));
        stages.iter().position(names)
    };
    let is_attacher = |stage: &Stage| stage.program.ends_with(ATTACHER);
    let Some(attacher) = stages.iter().position(is_attacher) else {
        return Vec::new();
    };
    let analysed = Seam {
        before: attacher,
        passes: Passes::Analyses,
    };
    let generated = first("autopgen").map(|before| Seam {
        before,
        passes: Passes::Words,
    });
    let generated = generated.filter(|seam| seam.before > attacher + 1);
    std::iter::once(analysed).chain(generated).collect()
}

/// The program that binds blanks to the words of the analysis.
const ATTACHER: &str = "apertium-wblank-attach";

#[derive(Debug, Clone, PartialEq, Eq)]
struct Word {
    text: String,
    quoted: bool,
}

/// Splits a pipeline into commands of words: bare words and words in single quotes, nothing else
/// that a shell knows.
fn parse(text: &str) -> Result<Vec<Vec<Word>>, ModeError> {
    let mut commands = vec![Vec::new()];
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let command = match commands.last_mut() {
            Some(command) => command,
            None => break,
        };
        if first == '|' {
            commands.push(Vec::new());
            rest = rest[1..].trim_start();
        } else if first == '\'' {
            let (word, after) = rest[1..]
                .split_once('\'')
                .ok_or(ModeError::NotAPipeline("a quote is not closed"))?;
            command.push(Word {
                text: word.to_owned(),
                quoted: true,
            });
            rest = after.trim_start();
        } else {
            let end = rest
                .find(|character: char| character.is_whitespace() || character == '|')
                .unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            if word.contains(['\'', '"', '`', ';', '&', '<', '>', '(', ')', '\\', '='])
                || (word.contains('$') && word != "$1" && word != "$2")
            {
                return Err(ModeError::NotAPipeline("it needs a shell"));
            }
            command.push(Word {
                text: word.to_owned(),
                quoted: false,
            });
            rest = after.trim_start();
        }
    }
    if commands.iter().any(Vec::is_empty) {
        return Err(ModeError::NotAPipeline("a command is empty"));
    }
    Ok(commands)
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Command {
    program: String,
    arguments: Vec<String>,
}

impl Command {
    fn new(program: &str, arguments: &[&str]) -> Self {
        Self {
            program: program.to_owned(),
            arguments: arguments.iter().map(|&argument| argument.into()).collect(),
        }
    }

    fn names_file(&self, part: &str) -> bool {
        self.arguments
            .iter()
            .any(|argument| argument.contains(part))
    }
}

/// The commands with null flush, so that a pipeline answers each request when it ends with NUL,
/// and with blanks that travel with their words: the same as `apertium-wblank-mode -z` prints.
fn null_flushing(commands: Vec<Vec<Word>>, without_tagger: bool) -> Vec<Command> {
    let mut rewritten = Vec::new();
    for words in commands {
        let command = plain_command(words);
        if without_tagger && command.program == "apertium-tagger" {
            continue;
        }
        let is_generator = command.names_file("autogen.bin") || command.names_file("autogen.hfst");
        let is_analyser = command.names_file("automorf.bin") || command.names_file("automorf.hfst");
        if is_generator {
            rewritten.push(Command::new("apertium-wblank-detach", &[]));
        }
        rewritten.extend(flushing(command));
        if is_analyser {
            rewritten.push(Command::new(ATTACHER, &[]));
        }
    }
    if without_tagger
        && let Some(grammar) = rewritten
            .iter_mut()
            .rev()
            .find(|command| command.program == "cg-proc")
    {
        // One reading for each word, and no marks for unknown ones: what the tagger would do.
        let position = grammar.arguments.len().saturating_sub(1);
        grammar
            .arguments
            .splice(position..position, ["-1".to_owned(), "-n".to_owned()]);
    }
    rewritten
}

/// Fills in what the `apertium` script passes: `$1` is the generator's mode, here without marks
/// for unknown words, and `$2` an option of the tagger, here none.
fn plain_command(words: Vec<Word>) -> Command {
    let mut words = words
        .into_iter()
        .filter_map(|word| match word.text.as_str() {
            "$1" if !word.quoted => Some("-n".to_owned()),
            "$2" if !word.quoted => None,
            _ => Some(word.text),
        });
    Command {
        program: words.next().unwrap_or_default(),
        arguments: words.collect(),
    }
}

fn flushing(mut command: Command) -> Vec<Command> {
    if command.program == "apertium-transfer"
        && let [rules, table, dictionary] = command.arguments.as_slice()
        && dictionary.ends_with("autobil.bin")
    {
        // Look-up inside the transfer stage cannot carry blanks along: it becomes a stage.
        return vec![
            Command::new("lt-proc", &["-z", "-b", dictionary]),
            Command::new("apertium-transfer", &["-z", "-b", rules, table]),
        ];
    }
    command.arguments.insert(0, "-z".to_owned());
    vec![command]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(text: &str, without_tagger: bool) -> String {
        null_flushing(parse(text).unwrap(), without_tagger)
            .into_iter()
            .map(|command| format!("{} {}", command.program, command.arguments.join(" ")))
            .collect::<Vec<_>>()
            .join(" | ")
    }

    #[test]
    fn every_stage_flushes_on_nul_and_blanks_travel_with_their_words() {
        let mode = "lt-proc -w '/d/a.automorf.bin' | apertium-tagger -g $2 '/d/a.prob' | \
                    apertium-transfer '/d/a.t1x' '/d/a.t1x.bin' '/d/a.autobil.bin' |\
                    lt-proc $1 '/d/a.autogen.bin' | lt-proc -p '/d/a.autopgen.bin'\n";
        insta::assert_snapshot!(rewritten(mode, false), @"lt-proc -z -w /d/a.automorf.bin | apertium-wblank-attach  | apertium-tagger -z -g /d/a.prob | lt-proc -z -b /d/a.autobil.bin | apertium-transfer -z -b /d/a.t1x /d/a.t1x.bin | apertium-wblank-detach  | lt-proc -z -n /d/a.autogen.bin | lt-proc -z -p /d/a.autopgen.bin");
    }

    #[test]
    fn a_mode_with_a_broken_tagger_lets_the_grammar_choose_one_reading() {
        let mode =
            "cg-proc '/d/first.bin' | cg-proc -w '/d/last.bin' | apertium-tagger -g $2 '/d/p'";
        insta::assert_snapshot!(rewritten(mode, true), @"cg-proc -z /d/first.bin | cg-proc -z -w -1 -n /d/last.bin");
    }

    #[test]
    fn what_needs_a_shell_is_refused() {
        for text in [
            "",
            "a |",
            "| a",
            "a 'b",
            "a > b",
            "a; b",
            "a && b",
            "a $HOME",
            "a `b`",
            "a \"$(b)\"",
            "A=1 b",
            "a'b'",
        ] {
            assert!(
                matches!(parse(text), Err(ModeError::NotAPipeline(_))),
                "{text:?} was accepted"
            );
        }
    }
}
