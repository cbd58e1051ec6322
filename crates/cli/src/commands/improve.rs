use std::env;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use anyhow::{Result, anyhow};
use dragoman_service::{ImprovementError, ImprovementRequest, NoStyleOrTone, is_unseen};
use similar::{ChangeTag, TextDiff};

use super::input;
use super::output::print;
use crate::arguments::{ImproveArguments, When};
use crate::configuration::Configuration;
use crate::engine::{Engines, SelfTest};

/// Improves the arguments, one line each, or a file or standard input as it is. On a terminal, or where it is asked for,
/// it shows what it has changed.
pub(super) async fn run(
    arguments: &ImproveArguments,
    configuration: &Configuration,
) -> Result<ExitCode> {
    let texts = input::read(&arguments.input)?;
    let end = if arguments.input.texts.is_empty() {
        ""
    } else {
        "\n"
    };
    let request = ImprovementRequest {
        texts,
        target: arguments.lang,
        improvement: arguments.improvement(),
    };
    let engines = Engines::start(configuration, SelfTest::Never).await?;
    engines.consult_language_tool().await;
    let result = engines.improver().improve(None, &request, None).await;
    engines.shut_down().await;
    let improved = result.map_err(explained)?;
    let is_terminal = io::stdout().is_terminal();
    let shows_changes = match arguments.diff {
        When::Auto => is_terminal,
        When::Always => true,
        When::Never => false,
    };
    let has_colours = is_terminal && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let marks = Marks::new(has_colours);
    let texts = request.texts.iter().zip(improved);
    print(
        texts
            .map(|(before, after)| match shows_changes {
                true => marks.difference(before, &after.text) + end,
                false => after.text + end,
            })
            .collect::<String>(),
    )
}

/// What stands around words that are gone and words that are new.
struct Marks {
    gone: (String, String),
    new: (String, String),
}

impl Marks {
    fn new(has_colours: bool) -> Self {
        let coloured =
            |style: Style| (style.render().to_string(), style.render_reset().to_string());
        let marked = |before: &str, after: &str| (before.to_owned(), after.to_owned());
        if has_colours {
            Self {
                gone: coloured(AnsiColor::Red.on_default().strikethrough()),
                new: coloured(AnsiColor::Green.on_default().bold()),
            }
        } else {
            Self {
                gone: marked("[-", "-]"),
                new: marked("{+", "+}"),
            }
        }
    }

    /// A text with what was changed in it, word by word, and nothing that a terminal would obey.
    fn difference(&self, before: &str, after: &str) -> String {
        let words = TextDiff::from_unicode_words(unmarked(before), unmarked(after));
        let mut runs: Vec<(ChangeTag, String)> = Vec::new();
        for change in words.iter_all_changes() {
            match runs.last_mut() {
                Some((tag, run)) if *tag == change.tag() => run.push_str(change.value()),
                _ => runs.push((change.tag(), change.value().to_owned())),
            }
        }
        let mut shown = String::with_capacity(after.len());
        for (tag, run) in runs {
            let run = harmless(&run);
            let (start, end) = match tag {
                ChangeTag::Equal => ("", ""),
                ChangeTag::Delete => (&*self.gone.0, &*self.gone.1),
                ChangeTag::Insert => (&*self.new.0, &*self.new.1),
            };
            shown.extend([start, &run, end]);
        }
        shown
    }
}

/// A text without the mark of its encoding at its beginning.
fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A text with nothing that a terminal would obey, but for the ends of lines.
fn harmless(text: &str) -> String {
    const LINE_END: &str = "\r\n";
    let lines = text.split(LINE_END);
    let lines: Vec<String> = lines.map(|line| line.replace(is_obeyed, "?")).collect();
    lines.join(LINE_END)
}

/// Whether a character does something to a terminal other than going on or beginning a line.
fn is_obeyed(character: char) -> bool {
    is_unseen(character) && !matches!(character, '\n' | '\t')
}

/// A failure with what to do about it.
fn explained(error: ImprovementError) -> anyhow::Error {
    match error {
        ImprovementError::OtherLanguage {
            found: Some(found),
            target,
            ..
        } => anyhow!(
            "the text is in {} ({found}), and --lang is {} ({target}); texts are improved in their own language",
            found.name(),
            target.name()
        ),
        ImprovementError::UnknownLanguage { .. } => {
            anyhow!("the language of the text could not be recognised; give it with --lang")
        }
        ImprovementError::NoStyleOrTone { target, reason } => {
            let because = match reason {
                NoStyleOrTone::Language => "",
                NoStyleOrTone::Installation => {
                    ", for which a language model would have to be configured"
                }
            };
            anyhow!(
                "texts in {} ({target}) cannot be written in a style or tone here{because}; with a value that begins \
                 with prefer_ they are rephrased all the same",
                target.name()
            )
        }
        error => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_gone_and_new_are_marked() {
        let marks = Marks::new(false);
        let difference = |before, after| marks.difference(before, after);
        assert_eq!(
            difference("I has an car.", "I have a car."),
            "I [-has-]{+have+} [-an-]{+a+} car."
        );
        assert_eq!(difference("same", "same"), "same");
        assert_eq!(difference("今天,好。", "今天，好。"), "今天[-,-]{+，+}好。");
        assert_eq!(
            difference("a\u{1b}[2J\nb", "a\u{1b}[2J\nc"),
            "a?[2J\n[-b-]{+c+}"
        );
        assert_eq!(
            difference("\u{feff}a\r\nb\rc", "\u{feff}a\r\nd\rc"),
            "a\r\n[-b-]{+d+}?c"
        );
    }

    #[test]
    fn colours_end_where_the_words_end() {
        let shown = Marks::new(true).difference("an car", "a car");
        assert_eq!(
            shown,
            "\u{1b}[9m\u{1b}[31man\u{1b}[0m\u{1b}[1m\u{1b}[32ma\u{1b}[0m car"
        );
    }
}
