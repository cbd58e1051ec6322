//! Rules as data. Each line of a table is a rule, with columns between tabs:
//!
//! 1. the variant that it is for, or `-` for all;
//! 2. a regular expression, in small letters and without regard to capitals, that matches whole words; in
//!    scripts that do not set words apart (Chinese characters, Kana, Hangul) it matches anywhere;
//! 3. what stands there instead, with `$1` for what a group has matched, `${1}` before a letter;
//! 4. a text with the mistake;
//! 5. the same without it;
//! 6. if there is one, a text that resembles the first and is right.
//!
//! A word that a hyphen joins to the one before is not the first of a match. A capital first letter is carried over to
//! the first letter of what stands there instead. What is written in capitals only stays, and so does what stands alone in
//! quotation marks or in a program. Lines that begin with
//! `#` are for people.

use std::ops::Range;

use dragoman_language::Language;
use dragoman_text::{Edit, capitalised, is_all_capitals, is_code};
use regex::{Captures, Regex, RegexBuilder};

use crate::data_files::lines;
use crate::draft::Draft;
use crate::scripts::is_east_asian;
use crate::words::{APOSTROPHES, is_beside_operator, is_mentioned};

/// The rules of a language, as its table says them.
pub struct Table {
    rows: Vec<Row>,
}

/// A rule.
pub struct Row {
    /// The variant that it is for; none is all.
    pub variant: Option<&'static str>,
    pattern: Regex,
    replacement: &'static str,
    /// A text with the mistake.
    pub faulty: &'static str,
    /// The same without it.
    pub mended: &'static str,
    /// A text that resembles it and is right.
    pub stays: Option<&'static str>,
}

impl Table {
    /// Reads a table that is part of the program.
    ///
    /// # Panics
    /// If it is no table, which the tests show at once.
    #[allow(clippy::expect_used)] // Foreign text never gets here, only tables that are part of the program.
    #[must_use]
    pub fn read(table: &'static str) -> Self {
        let rows = lines(table)
            .map(|line| Row::read(line).expect("a line of a table is a rule"))
            .collect();
        Self { rows }
    }

    /// The rules, in the order of the lines.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Carries out the rules, each on what those before have left.
    pub fn carry_out(&self, draft: &mut Draft, language: Language) {
        // A set of so many patterns is slower than each of them, which knows the letters that it needs.
        for row in self.rows_for(language) {
            row.carry_out(draft);
        }
    }

    /// The rules for a language or variant, in the order of the lines.
    pub(crate) fn rows_for(&self, language: Language) -> impl Iterator<Item = &Row> {
        let rows = self.rows.iter();
        rows.filter(move |row| row.variant.is_none_or(|variant| variant == language.tag()))
    }
}

impl Row {
    fn read(line: &'static str) -> Option<Self> {
        let mut columns = line.split('\t');
        let variant = columns.next()?;
        let pattern = columns.next()?;
        let row = Self {
            variant: (variant != "-").then_some(variant),
            pattern: RegexBuilder::new(pattern)
                .case_insensitive(true)
                .build()
                .ok()?,
            replacement: columns.next()?,
            faulty: columns.next()?,
            mended: columns.next()?,
            stays: columns.next(),
        };
        columns.next().is_none().then_some(row)
    }

    /// Whether it mends a word that there is not, whatever stands beside it.
    pub(crate) fn is_word(&self) -> bool {
        let pattern = self.pattern.as_str();
        // Words that are names with a capital are meant in small letters only.
        let small = pattern
            .strip_prefix("(?-i:")
            .and_then(|it| it.strip_suffix(')'));
        small.unwrap_or(pattern).chars().all(char::is_alphabetic)
    }

    /// Mends what it matches.
    pub(crate) fn carry_out(&self, draft: &mut Draft) {
        draft.apply(self.edits(draft.text()));
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
        let behind = text.get(found.end()..)?.chars().next();
        // In "l'homme" the second is a word, in "don't" nothing is.
        let is_inside = |c: char| {
            let is_of_word = c.is_alphanumeric() || c == '_' || matches!(c, '\u{300}'..='\u{36f}');
            is_of_word && !is_east_asian(c)
        };
        // In "as-tu" the verb of "tu" stands before it.
        let begins_inside = found.as_str().starts_with(is_inside)
            && before.is_some_and(|c| is_inside(c) || c == '-');
        let ends_inside = found.as_str().ends_with(is_inside)
            && behind.is_some_and(|c| is_inside(c) || APOSTROPHES.contains(&c));
        let is_no_prose = is_mentioned(text, &found.range()) || is_program(text, &found.range());
        if begins_inside || ends_inside || is_all_capitals(found.as_str()) || is_no_prose {
            return None;
        }
        let mut other = String::new();
        captures.expand(self.replacement, &mut other);
        // A text may have both apostrophes; those that it has are no mistakes.
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

/// Whether a stretch is part of a program or of an address. Where no spaces stand between words, marks do not tell.
fn is_program(text: &str, range: &Range<usize>) -> bool {
    let found = text.get(range.clone()).unwrap_or_default();
    !found.contains(is_east_asian) && (is_code(text, range) || is_beside_operator(text, range))
}

/// A text whose first letter is a capital if that of another is one, whatever stands before them.
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
        let table = Table::read(
            "-\tseit ihr\tseid ihr\tx\tx\n-\thaiga\thaya\tx\tx\n-\tc['’]est-a-dire\tc'est-à-dire\tx\tx",
        );
        let language = Language::parse("de").unwrap();
        for (text, mended) in [
            ("wo seit ihr?", "wo seid ihr?"),
            ("„Wo seit ihr?“", "„Wo seid ihr?“"),
            ("decía «haiga» siempre", "decía «haiga» siempre"),
            ("« haiga » et", "« haiga » et"),
            ("if haiga == 1 {", "if haiga == 1 {"),
            ("x/haiga", "x/haiga"),
            ("C’est-a-dire lui, l'ami.", "C’est-à-dire lui, l'ami."),
        ] {
            let mut draft = Draft::new(text.to_owned(), Vec::new());
            table.carry_out(&mut draft, language);
            assert_eq!(draft.text(), mended);
        }
    }
}
