//! Rules as data. Each line of a table is a rule, with columns separated by tabs:
//!
//! 1. the variant of the language to which it applies, or `-` for all;
//! 2. a regular expression that matches whole words, whatever their capitals; in scripts that do not separate words
//!    (Chinese characters, kana, hangul) it matches anywhere;
//! 3. the replacement, with `$1` for the text of a group, `${1}` before a letter;
//! 4. a text with the mistake;
//! 5. the corrected text;
//! 6. optionally, a similar text that is right.
//!
//! A match does not begin after a hyphen. The replacement is capitalised like the match. Words in capitals, code and
//! single words in quotation marks do not change. Lines that begin with `#` are comments.

use std::ops::Range;

use dragoman_language::Language;
use dragoman_text::{Edit, capitalised, is_all_capitals, is_code};
use regex::{Captures, Regex, RegexBuilder};

use crate::data_files::lines;
use crate::editable_text::EditableText;
use crate::scripts::is_east_asian;
use crate::words::{APOSTROPHES, is_beside_operator, is_mentioned};

/// The pattern rules of a language.
pub struct RuleTable {
    rules: Vec<PatternRule>,
}

/// A rule that replaces what a pattern matches.
pub struct PatternRule {
    /// The variant to which the rule applies; `None` for all variants.
    pub variant: Option<&'static str>,
    pattern: Regex,
    replacement: &'static str,
    /// An example with the mistake.
    pub incorrect: &'static str,
    /// The corrected example.
    pub correct: &'static str,
    /// A similar text that is right.
    pub unaffected: Option<&'static str>,
}

impl RuleTable {
    /// Parses a table that is part of the program.
    ///
    /// # Panics
    /// Panics if a line is not a rule, which the tests of the table exclude.
    #[allow(clippy::expect_used)] // Only tables that are part of the program are read.
    #[must_use]
    pub fn read(table: &'static str) -> Self {
        let rules = lines(table)
            .map(|line| PatternRule::read(line).expect("a line of a table is a rule"))
            .collect();
        Self { rules }
    }

    /// The rules in the order of the lines.
    #[must_use]
    pub fn rules(&self) -> &[PatternRule] {
        &self.rules
    }

    /// Applies the rules in order, each to the result of the previous ones.
    pub fn apply(&self, editable: &mut EditableText, language: Language) {
        // One search for each pattern is faster than a `RegexSet` of so many patterns, because each pattern has its own
        // literal prefilter.
        for rule in self.rules_for(language) {
            rule.apply(editable);
        }
    }

    /// The rules for a language or variant, in the order of the lines.
    pub(crate) fn rules_for(&self, language: Language) -> impl Iterator<Item = &PatternRule> {
        let rules = self.rules.iter();
        rules.filter(move |rule| rule.variant.is_none_or(|variant| variant == language.tag()))
    }
}

impl PatternRule {
    fn read(line: &'static str) -> Option<Self> {
        let mut columns = line.split('\t');
        let variant = columns.next()?;
        let pattern = columns.next()?;
        let rule = Self {
            variant: (variant != "-").then_some(variant),
            pattern: RegexBuilder::new(pattern)
                .case_insensitive(true)
                .build()
                .ok()?,
            replacement: columns.next()?,
            incorrect: columns.next()?,
            correct: columns.next()?,
            unaffected: columns.next(),
        };
        columns.next().is_none().then_some(rule)
    }

    /// Whether the rule replaces a misspelled word in any context.
    pub(crate) fn is_word(&self) -> bool {
        let pattern = self.pattern.as_str();
        // A pattern of a word that is a name when capitalised is case-sensitive.
        let small = pattern
            .strip_prefix("(?-i:")
            .and_then(|it| it.strip_suffix(')'));
        small.unwrap_or(pattern).chars().all(char::is_alphabetic)
    }

    /// Applies the rule.
    pub(crate) fn apply(&self, editable: &mut EditableText) {
        editable.apply(self.edits(editable.text()));
    }

    fn edits(&self, text: &str) -> Vec<Edit> {
        let matches = self.pattern.captures_iter(text);
        matches
            .filter_map(|captures| self.edit(text, &captures))
            .collect()
    }

    fn edit(&self, text: &str, captures: &Captures<'_>) -> Option<Edit> {
        let found = captures.get(0)?;
        let before = text.get(..found.start())?.chars().next_back();
        let after = text.get(found.end()..)?.chars().next();
        // After an apostrophe, "homme" in "l'homme" is a word, but no part of "don't" is.
        let is_inside = |c: char| {
            let is_of_word = c.is_alphanumeric() || c == '_' || matches!(c, '\u{300}'..='\u{36f}');
            is_of_word && !is_east_asian(c)
        };
        // In "as-tu" the subject follows its verb.
        let begins_inside = found.as_str().starts_with(is_inside)
            && before.is_some_and(|c| is_inside(c) || c == '-');
        let ends_inside = found.as_str().ends_with(is_inside)
            && after.is_some_and(|c| is_inside(c) || APOSTROPHES.contains(&c));
        let is_no_prose = is_mentioned(text, &found.range()) || is_program(text, &found.range());
        if begins_inside || ends_inside || is_all_capitals(found.as_str()) || is_no_prose {
            return None;
        }
        let mut other = String::new();
        captures.expand(self.replacement, &mut other);
        // A correction uses the kind of apostrophe of the match or of the text.
        let is_curly = |text: &str| text.contains('’') && !text.contains('\'');
        let says = found.as_str().contains(['’', '\'']);
        if is_curly(if says { found.as_str() } else { text }) {
            other = other.replace('\'', "’");
        }
        Some(Edit {
            range: found.range(),
            text: with_first_letter_like(found.as_str(), other),
        })
    }
}

/// Whether a range is part of a program or an address. Text without spaces between words is not examined, because its
/// punctuation marks touch the words.
fn is_program(text: &str, range: &Range<usize>) -> bool {
    let found = text.get(range.clone()).unwrap_or_default();
    !found.contains(is_east_asian) && (is_code(text, range) || is_beside_operator(text, range))
}

/// A text, with its first letter capitalised if the first letter of `model` is.
fn with_first_letter_like(model: &str, text: String) -> String {
    let begins_large = model.chars().find(|c| c.is_alphabetic());
    if !begins_large.is_some_and(char::is_uppercase) {
        return text;
    }
    let Some(first) = text.find(char::is_alphabetic) else {
        return text;
    };
    let (before, rest) = text.split_at(first);
    before.to_owned() + &capitalised(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_and_words_that_a_text_is_about_stay() {
        let table = RuleTable::read(
            "-\tseit ihr\tseid ihr\tx\tx\n-\thaiga\thaya\tx\tx\n-\tc['’]est-a-dire\tc'est-à-dire\tx\tx",
        );
        let language = Language::parse("de").unwrap();
        for (text, correct) in [
            ("wo seit ihr?", "wo seid ihr?"),
            ("„Wo seit ihr?“", "„Wo seid ihr?“"),
            ("decía «haiga» siempre", "decía «haiga» siempre"),
            ("« haiga » et", "« haiga » et"),
            ("if haiga == 1 {", "if haiga == 1 {"),
            ("x/haiga", "x/haiga"),
            ("C’est-a-dire lui, l'ami.", "C’est-à-dire lui, l'ami."),
        ] {
            let mut editable = EditableText::new(text.to_owned(), Vec::new());
            table.apply(&mut editable, language);
            assert_eq!(editable.text(), correct);
        }
    }
}
