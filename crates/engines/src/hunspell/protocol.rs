//! What the program is told and what it answers, without any input or output.
//!
//! It reads one word from each line, up to a tab, so that it takes no word apart. With `-l` it writes
//! each word that it does not know, but only when it has four kilobytes to write, and says nothing of
//! the others. So a mark, which no dictionary has, stands behind the words, and behind that a filling
//! pushes the mark out. With `-a` it answers each word as ispell does: a line with a verdict and an
//! empty one, at once. Then a line may begin with a command, which `^` prevents, and *verbose mode* has
//! it repeat the words that it knows, too, so that no answer is taken for that to another word.

use dragoman_domain::Spelling;

/// What a process is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    /// To say which words there are.
    Check,
    /// To find words similar to one that there is not.
    Suggest,
}

/// Suggestions that are taken for a word; the program gives about 15 at most.
const MOST_SUGGESTIONS: usize = 24;

/// The longest suggestion that is taken, in bytes.
const LONGEST_SUGGESTION: usize = 512;

/// What fills the buffer of the program's output: longer than any word that is looked up, so that it
/// costs nothing, and often enough for buffers of 16 KiB.
const FILLING_LINE_LENGTH: usize = 1_000;
const FILLING_LINES: usize = 20;

impl Task {
    /// The arguments of a process for the dictionary of this name in its current directory.
    pub(super) fn arguments(self, name: &str) -> Vec<String> {
        let mode = match self {
            Self::Check => "-l",
            Self::Suggest => "-a",
        };
        // No personal dictionary, which could say anything.
        [mode, "-1", "-i", "utf-8", "-p", "/dev/null", "-d", name]
            .map(str::to_owned)
            .to_vec()
    }

    /// How many words are asked for together. What takes long is asked for one by one, so that a long
    /// question does not keep a short one from its turn, and a word that two wait for is found in
    /// the cache by the second.
    pub(super) const fn words_at_once(self) -> usize {
        match self {
            Self::Check => 256,
            Self::Suggest => 1,
        }
    }

    /// The question for some words, none of which has white space. `number` is another one each time.
    pub(super) fn message(self, words: &[&str], number: u64) -> String {
        let mut message = String::new();
        match self {
            Self::Check => {
                for word in words {
                    push_line(&mut message, word);
                }
                push_line(&mut message, &mark(number));
                for _ in 0..FILLING_LINES {
                    push_line(&mut message, &filling());
                }
            }
            Self::Suggest => {
                for word in words {
                    message.push('^');
                    push_line(&mut message, word);
                }
            }
        }
        message
    }
}

/// What turns verbose mode on, which is answered with nothing.
pub(super) const VERBOSE: &str = "`\n";

/// What the first line of an answering process begins with.
pub(super) const BANNER: &str = "@(#) ";

fn push_line(message: &mut String, word: &str) {
    message.push_str(word);
    message.push_str("\t\n");
}

fn mark(number: u64) -> String {
    format!("x {number} x")
}

fn filling() -> String {
    "x".repeat(FILLING_LINE_LENGTH)
}

/// Reads which of some words a process does not know.
#[derive(Debug)]
pub(super) struct Unknowns<'a> {
    rest: &'a [&'a str],
    mark: String,
    filling: String,
}

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// Nothing: it is filling.
    Filling,
    /// That so many of the next words are known, and the one behind them is not.
    UnknownAfter(usize),
    /// That so many words, which are all that are left, are known.
    End(usize),
}

impl<'a> Unknowns<'a> {
    pub(super) fn new(words: &'a [&'a str], number: u64) -> Self {
        Self {
            rest: words,
            mark: mark(number),
            filling: filling(),
        }
    }

    /// What the next line says; `None` if it is no answer to the question.
    pub(super) fn read(&mut self, line: &str) -> Option<Line> {
        if line == self.filling {
            return Some(Line::Filling);
        }
        if line == self.mark {
            return Some(Line::End(self.rest.len()));
        }
        let known = self.rest.iter().position(|word| *word == line)?;
        self.rest = self.rest.get(known + 1..)?;
        Some(Line::UnknownAfter(known))
    }
}

/// The verdict on a word; `None` if the line is none, or one on another word.
pub(super) fn verdict(line: &str, word: &str) -> Option<Spelling> {
    let (kind, rest) = line.split_at_checked(1)?;
    match kind {
        "*" => (rest.strip_prefix(' ')? == word).then_some(Spelling::Known),
        // By the root of the word, or as a compound; the words themselves are not repeated.
        "+" | "-" => Some(Spelling::Known),
        "#" => {
            is_number(after(rest, word)?).then_some(())?;
            Some(Spelling::Unknown(Vec::new()))
        }
        "&" => {
            let (numbers, suggestions) = after(rest, word)?.split_once(": ")?;
            let (count, offset) = numbers.split_once(' ')?;
            (is_number(count) && is_number(offset)).then_some(())?;
            let suggestions = suggestions
                .split(", ")
                .filter(|word| !word.is_empty() && word.len() <= LONGEST_SUGGESTION)
                .take(MOST_SUGGESTIONS);
            Some(Spelling::Unknown(suggestions.map(str::to_owned).collect()))
        }
        _ => None,
    }
}

/// What stands behind the word in the rest of a line.
fn after<'a>(rest: &'a str, word: &str) -> Option<&'a str> {
    rest.strip_prefix(' ')?
        .strip_prefix(word)?
        .strip_prefix(' ')
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_read_for_its_own_word_only() {
        let unknown = |words: &[&str]| {
            Some(Spelling::Unknown(
                words.iter().map(|&word| word.into()).collect(),
            ))
        };
        for (line, word, expected) in [
            ("* Haus", "Haus", Some(Spelling::Known)),
            ("* Haus", "Hau", None),
            ("+ Haus", "Häuser", Some(Spelling::Known)),
            ("# Łódź 5", "Łódź", unknown(&[])),
            ("# Łódź 5", "Łód", None),
            (
                "& Hauss 2 6: Haus, per che",
                "Hauss",
                unknown(&["Haus", "per che"]),
            ),
            ("& Hauss 2 6: Haus", "Haus", None),
            ("& & 1 2: a", "&", unknown(&["a"])),
            ("& Hauss x 6: Haus", "Hauss", None),
            ("& Hauss", "Hauss", None),
            ("", "Haus", None),
            ("é", "é", None),
        ] {
            assert_eq!(verdict(line, word), expected, "{line}");
        }
    }

    #[test]
    fn unknown_words_are_found_among_the_known_in_their_order() {
        let words = ["a", "b", "c", "d", "e"];
        let mut unknowns = Unknowns::new(&words, 7);
        assert_eq!(unknowns.read(&filling()), Some(Line::Filling));
        assert_eq!(unknowns.read("b"), Some(Line::UnknownAfter(1)));
        assert_eq!(unknowns.read("c"), Some(Line::UnknownAfter(0)));
        assert_eq!(unknowns.read("x 7 x"), Some(Line::End(2)));
    }

    #[test]
    fn an_unknown_word_that_was_not_asked_for_or_comes_late_is_no_answer() {
        let words = ["a", "b"];
        for lines in [["c", "a"], ["b", "a"], ["x 6 x", "a"]] {
            let mut unknowns = Unknowns::new(&words, 7);
            let read: Option<Vec<Line>> = lines.iter().map(|line| unknowns.read(line)).collect();
            assert_eq!(read, None, "{lines:?}");
        }
    }
}
