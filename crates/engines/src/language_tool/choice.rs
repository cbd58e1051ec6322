//! Which of the proposals of a server are made.
//!
//! A server proposes for a person who chooses; here nobody does. So a match counts only if it is a mistake by the type
//! of its rule, and if what belongs in its place is clear: there is one replacement, or the first of several resembles
//! what stands there. Unknown words need more evidence than broken rules, because a dictionary takes every name and every
//! foreign word for a mistake. Where others read a text as well, it is asked only for what they cannot know.

use std::iter::repeat_n;
use std::ops::Range;

use dragoman_domain::Edit;
use dragoman_text::{is_code, is_name, runs};
use unicode_normalization::char::is_combining_mark;

use super::distance::{is_near, is_slip};
use super::protocol::{Match, Rule};
use super::tags::is_tag;
use super::units::Units;

/// The types of rules that are about mistakes. Those left out are about taste, or find what nobody can replace.
const MISTAKES: [&str; 5] = [
    "misspelling",
    "grammar",
    "typographical",
    "whitespace",
    "inconsistency",
];

/// Categories of rules that are about taste, whatever their type says.
const TASTE: [&str; 11] = [
    "STYLE",
    "REDUNDANCY",
    "COLLOQUIALISMS",
    "PLAIN_ENGLISH",
    "GENDER_NEUTRALITY",
    "CREATIVE_WRITING",
    "REPETITIONS_STYLE",
    "TEXT_ANALYSIS",
    "WIKIPEDIA",
    "FALSE_FRIENDS",
    "REGIONALISMS",
];

/// The category of what dictionaries do not have.
pub(super) const UNKNOWN_WORDS: &str = "TYPOS";

/// How much longer than a stretch its replacement may be, in characters besides twice its length, and how long at all.
const FREE_LENGTH: usize = 16;
const LONGEST: usize = 120;

/// Unknown words with at most so many words between them are near one another.
const NEAR: usize = 3;

/// So many other unknown words near one make a passage in another language, or so many of which nobody knows what was
/// meant.
const MANY_UNKNOWN: usize = 3;
const MANY_UNCLEAR: usize = 2;

/// What of a text the server is to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Share {
    /// All of it: nobody else reads its language.
    Whole,
    /// Words beside other words, and commas. Spelling, capitals, spaces and other marks are left to those who read it
    /// afterwards: they look for names and for what is meant to be like that, and a dictionary does not.
    Grammar,
}

/// An answer that speaks of a place that the text does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutOfRange;

/// Why a match changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is no mistake.
    Taste,
    /// Some of it must stay.
    Kept,
    /// It is part of an address, a name in a program or the like.
    Code,
    /// It is a name.
    Name,
    /// It is a word that is spoken of.
    Quoted,
    /// It begins or ends inside a word.
    Part,
    /// Lines or their indentation would change.
    Lines,
    /// Only marks would be others of their kind.
    Marks,
    /// It is not clear what belongs there.
    Unclear,
    /// It is in a passage in another language.
    Foreign,
    /// Others look after it.
    Elsewhere,
    /// An earlier match has some of it.
    Overlap,
}

impl Refusal {
    /// The word for it in metrics.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Taste => "taste",
            Self::Kept => "placeholders",
            Self::Code => "code",
            Self::Name => "name",
            Self::Quoted => "quoted",
            Self::Part => "part",
            Self::Lines => "lines",
            Self::Marks => "marks",
            Self::Unclear => "unclear",
            Self::Foreign => "foreign",
            Self::Elsewhere => "elsewhere",
            Self::Overlap => "overlap",
        }
    }
}

/// A match and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    /// Its bytes.
    pub(super) range: Range<usize>,
    /// What stands there afterwards.
    pub(super) verdict: Result<String, Refusal>,
    /// Whether it is a word that the dictionary does not have.
    is_unknown: bool,
}

/// What becomes of each match in a text of which the server reads a share and in which `kept` stays, in the order of the
/// text.
///
/// # Errors
/// [`OutOfRange`]: then nothing of the answer can be believed.
pub(super) fn findings(
    text: &str,
    kept: &[Range<usize>],
    matches: &[Match],
    share: Share,
) -> Result<Vec<Finding>, OutOfRange> {
    let units = Units::of(text);
    let text = &without_tags(text, kept);
    let mut findings = Vec::with_capacity(matches.len());
    for found in matches {
        let range = units.range(found.offset, found.length).ok_or(OutOfRange)?;
        let place = Place {
            text,
            kept,
            share,
            range,
        };
        findings.push(Finding {
            verdict: place.verdict(found),
            is_unknown: place.is_unknown(&found.rule),
            range: place.range,
        });
    }
    findings.sort_by_key(|finding| finding.range.start);
    for index in foreign(text, &findings) {
        if let Some(finding) = findings.get_mut(index) {
            finding.verdict = Err(Refusal::Foreign);
        }
    }
    let mut end = 0;
    for finding in &mut findings {
        if finding.verdict.is_err() {
            continue;
        }
        if finding.range.start < end {
            finding.verdict = Err(Refusal::Overlap);
        } else {
            end = finding.range.end;
        }
    }
    Ok(findings)
}

/// The text with spaces in the place of its tags, so that words beside them are not taken for code and are inside a
/// sentence, or at its beginning, as they are for a reader.
fn without_tags(text: &str, kept: &[Range<usize>]) -> String {
    let mut without = String::with_capacity(text.len());
    for range in kept {
        if text.get(range.clone()).is_some_and(is_tag) && range.start >= without.len() {
            without.push_str(text.get(without.len()..range.start).unwrap_or_default());
            without.extend(repeat_n(' ', range.len()));
        }
    }
    without.push_str(text.get(without.len()..).unwrap_or_default());
    without
}

/// The edits that findings come to.
pub(super) fn edits(findings: Vec<Finding>) -> Vec<Edit> {
    let findings = findings.into_iter();
    findings
        .filter_map(|finding| {
            Some(Edit {
                range: finding.range,
                text: finding.verdict.ok()?,
            })
        })
        .collect()
}

/// Those of the words to replace that are among others that are unknown as well.
fn foreign(text: &str, findings: &[Finding]) -> Vec<usize> {
    // Names, code and what is kept are unknown in any language.
    let is_small = |finding: &Finding| {
        let word = text.get(finding.range.clone()).unwrap_or_default();
        let is_open = matches!(finding.verdict, Ok(_) | Err(Refusal::Unclear));
        finding.is_unknown && is_open && !word.starts_with(char::is_uppercase)
    };
    let unknown: Vec<usize> = findings
        .iter()
        .enumerate()
        .filter(|(_, finding)| is_small(finding))
        .map(|(index, _)| index)
        .collect();
    let is_near = |one: &Finding, other: &Finding| {
        let between = one.range.end..other.range.start;
        let between = text.get(between).unwrap_or_default();
        between.split_whitespace().take(NEAR + 1).count() <= NEAR
    };
    let mut foreign = Vec::new();
    for (at, index) in unknown.iter().enumerate() {
        let Some(finding) = findings.get(*index).filter(|one| one.verdict.is_ok()) else {
            continue;
        };
        let others = |places: &mut dyn Iterator<Item = &usize>| -> Vec<&Finding> {
            let others = places.filter_map(|place| findings.get(*place));
            others.take(MANY_UNKNOWN).collect()
        };
        let before = others(&mut unknown.iter().take(at).rev());
        let behind = others(&mut unknown.iter().skip(at + 1));
        let near: Vec<&Finding> = (before.into_iter().filter(|other| is_near(other, finding)))
            .chain(behind.into_iter().filter(|other| is_near(finding, other)))
            .collect();
        let unclear = near
            .iter()
            .filter(|other| other.verdict == Err(Refusal::Unclear));
        if near.len() >= MANY_UNKNOWN || unclear.count() >= MANY_UNCLEAR {
            foreign.push(*index);
        }
    }
    foreign
}

/// Where a match is.
struct Place<'text> {
    text: &'text str,
    kept: &'text [Range<usize>],
    share: Share,
    range: Range<usize>,
}

impl Place<'_> {
    fn stretch(&self) -> &str {
        self.text.get(self.range.clone()).unwrap_or_default()
    }

    fn before(&self) -> &str {
        self.text.get(..self.range.start).unwrap_or_default()
    }

    fn behind(&self) -> &str {
        self.text.get(self.range.end..).unwrap_or_default()
    }

    fn is_unknown(&self, rule: &Rule) -> bool {
        rule.category.id == UNKNOWN_WORDS && !self.stretch().contains(char::is_whitespace)
    }

    /// What is to stand there.
    fn verdict(&self, found: &Match) -> Result<String, Refusal> {
        let rule = &found.rule;
        if !MISTAKES.contains(&rule.issue_type.as_str())
            || TASTE.contains(&rule.category.id.as_str())
        {
            return Err(Refusal::Taste);
        }
        if self.is_kept() {
            return Err(Refusal::Kept);
        }
        let stretch = self.stretch();
        let first = found.replacements.first().ok_or(Refusal::Unclear)?;
        let first = first.value.as_str();
        if stretch.is_empty() || stretch == first || is_too_long(stretch, first) {
            return Err(Refusal::Unclear);
        }
        if self.share == Share::Grammar
            && (rule.category.id == UNKNOWN_WORDS
                || words_with_commas(stretch) == words_with_commas(first))
        {
            return Err(Refusal::Elsewhere);
        }
        if is_code(self.text, &self.range) {
            return Err(Refusal::Code);
        }
        if self.is_cut() {
            return Err(Refusal::Part);
        }
        let verdict = if self.is_unknown(rule) {
            self.word(first)
        } else {
            self.phrase(first, found.replacements.len())
        };
        verdict.map(|()| first.to_owned())
    }

    fn is_kept(&self) -> bool {
        let next = self
            .kept
            .partition_point(|kept| kept.end <= self.range.start);
        let next = self.kept.get(next);
        next.is_some_and(|kept| kept.start < self.range.end)
    }

    /// Whether a letter would be parted from what belongs to it.
    fn is_cut(&self) -> bool {
        self.behind().starts_with(is_combining_mark)
            || self.stretch().starts_with(is_combining_mark)
    }

    /// Whether an unknown word is a misspelling of this one.
    fn word(&self, meant: &str) -> Result<(), Refusal> {
        let word = self.stretch();
        if self.before().ends_with(char::is_alphanumeric)
            || self.behind().starts_with(char::is_alphanumeric)
        {
            return Err(Refusal::Part);
        }
        let is_of_word =
            |c: char| c.is_alphabetic() || is_combining_mark(c) || matches!(c, '\'' | '’' | '-');
        if !word.chars().all(is_of_word) {
            return Err(Refusal::Code);
        }
        let is_capital = word.starts_with(char::is_uppercase);
        if (is_capital && is_name(self.text, &self.range))
            || word.chars().skip(1).any(char::is_uppercase)
        {
            return Err(Refusal::Name);
        }
        if self.is_quoted() {
            return Err(Refusal::Quoted);
        }
        // Dictionaries part words that they do not have, such as names of programs, into words that they have.
        if meant.contains(char::is_whitespace)
            || (is_capital && meant.starts_with(char::is_lowercase))
            || !is_slip(word, meant)
        {
            return Err(Refusal::Unclear);
        }
        Ok(())
    }

    /// Whether it stands between quotation marks, alone.
    fn is_quoted(&self) -> bool {
        let is_mark = |c: char| "\"'“”„‘’‚«»‹›".contains(c);
        let before = self.before().trim_end_matches([' ', '\u{a0}', '\u{202f}']);
        let behind = self
            .behind()
            .trim_start_matches([' ', '\u{a0}', '\u{202f}']);
        before.ends_with(is_mark) && behind.starts_with(is_mark)
    }

    /// Whether a phrase is to be replaced by the first of so many others.
    fn phrase(&self, first: &str, replacements: usize) -> Result<(), Refusal> {
        let phrase = self.stretch();
        let lines = |text: &str| -> String {
            let controls = text.chars().filter(|c| c.is_control());
            controls.collect()
        };
        let begins_line = self.before().is_empty() || self.before().ends_with(['\n', '\r']);
        if lines(phrase) != lines(first) || (begins_line && phrase.trim().is_empty()) {
            return Err(Refusal::Lines);
        }
        if plain(phrase) == plain(first) {
            return Err(Refusal::Marks);
        }
        let is_missing = first.trim().is_empty() && phrase.contains(char::is_alphanumeric);
        if is_missing || (replacements > 1 && !is_near(phrase, first)) {
            return Err(Refusal::Unclear);
        }
        Ok(())
    }
}

fn is_too_long(stretch: &str, replacement: &str) -> bool {
    let characters = |text: &str| text.chars().take(LONGEST + 1).count();
    let (before, after) = (characters(stretch), characters(replacement));
    before > LONGEST
        || after > LONGEST
        || after > before.saturating_mul(2).saturating_add(FREE_LENGTH)
}

/// A text with the marks of a typewriter: which marks of a kind somebody prefers is no mistake.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '‘' | '’' | '‚' | '′' | '`' | '´' => plain.push('\''),
            '“' | '”' | '„' | '«' | '»' | '‹' | '›' | '″' => plain.push('"'),
            '‐' | '‑' | '–' | '—' | '−' => plain.push('-'),
            '×' => plain.push('x'),
            '…' => plain.push_str("..."),
            character if character.is_whitespace() && !character.is_control() => plain.push(' '),
            character => plain.push(character),
        }
    }
    plain
}

/// The words of a text in small letters, with the commas behind them.
fn words_with_commas(text: &str) -> Vec<String> {
    let is_inside = |c: char| c.is_alphanumeric() || is_combining_mark(c) || c == ',';
    let words = runs(text, is_inside).flat_map(|(_, words)| words.split_inclusive(','));
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
#[path = "choice_tests.rs"]
mod tests;
