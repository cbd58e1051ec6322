//! A text with annotations: which parts are running text, and what surrounds a position.

use std::ops::Range;

use dragoman_text::{find_placeholders, runs};

use crate::editable_text::EditableText;
use crate::words::APOSTROPHES;

/// How many bytes around a position are examined: more than the length of any word.
const MAX_CONTEXT: usize = 256;

/// Names that end in a punctuation mark, in lower case.
const NAMES_WITH_MARK: &[&str] = &["yahoo", "joomla", "wham", "jeopardy"];

/// Frequent English words that are not words of any language with rules here.
const ENGLISH_WORDS: &[&str] = &[
    "the", "you", "is", "are", "how", "what", "my", "your", "this", "that", "and", "of", "we",
    "who", "why", "it's", "don't", "let's", "i'm",
];

/// A text and the parts of it that no rule may change.
pub(super) struct AnnotatedText<'d> {
    pub(super) editable: &'d EditableText,
    pub(super) text: &'d str,
    /// Addresses, code and tables; sorted, without overlap.
    protected: Vec<Range<usize>>,
}

impl<'d> AnnotatedText<'d> {
    pub(super) fn new(editable: &'d EditableText) -> Self {
        let text = editable.text();
        let mut protected = find_placeholders(text);
        protected.extend(lines(text).filter_map(|(line, is_prose)| (!is_prose).then_some(line)));
        protected.extend(code_spans(text));
        protected.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
        let mut end = 0;
        protected.retain(|range| {
            let is_outer = range.end > end;
            end = end.max(range.end);
            is_outer
        });
        Self {
            editable,
            text,
            protected,
        }
    }

    /// Whether a range is running text that may be changed.
    pub(super) fn is_editable(&self, range: &Range<usize>) -> bool {
        let next = self.protected.partition_point(|it| it.end <= range.start);
        let is_guarded = self
            .protected
            .get(next)
            .is_some_and(|protected| protected.start < range.end);
        !is_guarded && !self.editable.is_kept(range)
    }

    /// The character before a position.
    pub(super) fn before(&self, at: usize) -> Option<char> {
        self.text.get(..at)?.chars().next_back()
    }

    /// The character at a position.
    pub(super) fn at(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    /// The letters before a position.
    pub(super) fn letters_before(&self, at: usize) -> &'d str {
        let before = self.text.get(..at).unwrap_or_default();
        let length: usize = before
            .chars()
            .rev()
            .take_while(|c| c.is_alphabetic())
            .take(MAX_CONTEXT)
            .map(char::len_utf8)
            .sum();
        before.get(before.len() - length..).unwrap_or_default()
    }

    /// The letters from a position on.
    pub(super) fn letters_at(&self, at: usize) -> &'d str {
        let after = self.text.get(at..).unwrap_or_default();
        let length: usize = after
            .chars()
            .take_while(|c| c.is_alphabetic())
            .take(MAX_CONTEXT)
            .map(char::len_utf8)
            .sum();
        after.get(..length).unwrap_or_default()
    }

    /// The characters around a position up to the next white space.
    pub(super) fn token(&self, at: usize) -> &'d str {
        let length = |c: char| (!c.is_whitespace()).then(|| c.len_utf8());
        let before = self.text.get(..at).unwrap_or_default().chars().rev();
        let before: usize = before.take(MAX_CONTEXT).map_while(length).sum();
        let after = self.text.get(at..).unwrap_or_default().chars();
        let after: usize = after.take(MAX_CONTEXT).map_while(length).sum();
        self.text.get(at - before..at + after).unwrap_or_default()
    }

    /// Whether the token at a position contains characters of code.
    pub(super) fn is_code(&self, at: usize) -> bool {
        let is_joint = |c: char| "/@\\_=#&$<>{}[]|`~^+*".contains(c);
        self.token(at).contains(is_joint)
    }

    /// Whether the words before a position are English, as in a title or a quotation.
    pub(super) fn is_english(&self, at: usize) -> bool {
        let start = floor_char_boundary(self.text, at.saturating_sub(MAX_CONTEXT / 4));
        let before = self.text.get(start..at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let is_inside = |c: char| c.is_alphanumeric() || APOSTROPHES.contains(&c);
        runs(line, is_inside).any(|(_, word)| {
            let word = word.to_lowercase().replace('’', "'");
            ENGLISH_WORDS.contains(&word.as_str())
        })
    }

    /// Whether the punctuation mark at a position is part of a name, as in "Yahoo!".
    pub(super) fn is_name_with_mark(&self, at: usize) -> bool {
        let name = self.letters_before(at);
        name.starts_with(char::is_uppercase)
            && NAMES_WITH_MARK.contains(&name.to_lowercase().as_str())
    }
}

/// The nearest character boundary at or before a position.
fn floor_char_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or_default()
}

/// The lines of a text, each with whether it is running text.
fn lines(text: &str) -> impl Iterator<Item = (Range<usize>, bool)> + '_ {
    let mut start = 0;
    let mut is_fenced = false;
    text.split_inclusive('\n').map(move |line| {
        let range = start..start + line.len();
        start = range.end;
        let is_fence = line.trim_start().starts_with("```");
        let is_prose = !is_fence && !is_fenced && is_prose(line);
        is_fenced ^= is_fence;
        (range, is_prose)
    })
}

/// Whether a line is prose, and not part of a table or a program.
fn is_prose(line: &str) -> bool {
    const SIGNS: [&str; 14] = [
        "=>", "==", "!=", "&&", "||", "</", "/>", "::", "()", ");", "];", " = ", "+=", "<?",
    ];
    let line = line.trim();
    !line.contains(['\t', '|', '\0'])
        && !line.starts_with('=')
        && !line.ends_with(['{', '}'])
        && !["//", "#!", "$ ", "@@", "--- ", "+++ "]
            .iter()
            .any(|sign| line.starts_with(sign))
        && !SIGNS.iter().any(|sign| line.contains(sign))
        && !is_entry(line)
}

/// Whether a line is an entry of a configuration file, as in `name: value`.
fn is_entry(line: &str) -> bool {
    let line = line.strip_prefix("- ").unwrap_or(line);
    line.split_once(':').is_some_and(|(key, value)| {
        key.starts_with(|c: char| c.is_ascii_lowercase())
            && key
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
            && (value.is_empty() || value.starts_with(' '))
    })
}

/// The byte ranges between backticks on one line.
fn code_spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut open = None;
    for (at, c) in text.char_indices() {
        match (c, open) {
            ('`', Some(start)) => {
                spans.push(start..at + 1);
                open = None;
            }
            ('`', None) => open = Some(at),
            ('\n', _) => open = None,
            _ => {}
        }
    }
    spans
}
