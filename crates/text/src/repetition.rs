//! A guard against engines that run away: output that repeats a phrase over and over, or that is
//! absurdly longer than what was to be translated.

use std::borrow::Cow;
use std::ops::Range;

/// The longest phrase that is recognised as repeated, in characters: ten words or so.
const LONGEST_PHRASE: usize = 80;

/// The fewest copies of a phrase, in a row, that can be a fault.
const FEWEST_COPIES: usize = 4;

/// The shortest repetition, in characters, that can be a fault: "ha ha ha ha" is none.
const SHORTEST_REPETITION: usize = 24;

/// How many characters of a translation a character of the source may become, and how many the
/// translation may have besides. A character of a dense script counts for four.
const MOST_GROWTH: usize = 5;
const FREE_LENGTH: usize = 60;
const DENSE_WEIGHT: usize = 4;

/// A phrase that stands several times in a row.
struct Repetition {
    /// In characters.
    range: Range<usize>,
    /// The length of the phrase in characters.
    period: usize,
}

impl Repetition {
    fn copies(&self) -> usize {
        self.range.len() / self.period
    }
}

/// Whether a translation looks like the output of an engine that ran away.
///
/// It does if a phrase of at most 80 characters with a letter in it stands there at least four
/// times in a row, over at least 24 characters, and more than twice as often as any phrase stands
/// in a row in the source; or if the translation is longer than 60 characters plus five for each
/// of the source, a Chinese, Japanese, Korean or Thai character of either counting for four.
/// Takes time linear in the lengths.
#[must_use]
pub fn is_runaway(source: &str, translation: &str) -> bool {
    let characters: Vec<char> = translation.chars().collect();
    is_too_long(source, &characters) || runaway_repetition(source, &characters).is_some()
}

/// The translation without what [`is_runaway`] objects to; unchanged if it does not.
///
/// Of a repeated phrase as many copies stay as stand in a row in the source, at least one. What is
/// still too long is cut at the last space within the limit, or at the limit. Meant for the raw
/// output of an engine: a cut can take placeholders with it, so check for them afterwards.
#[must_use]
pub fn truncate_runaway<'text>(source: &str, translation: &'text str) -> Cow<'text, str> {
    let mut characters: Vec<char> = translation.chars().collect();
    let mut changed = false;
    // Each round shortens the text; a text with several runaway phrases is beyond repair, so a
    // few rounds are enough before the length decides.
    for _ in 0..4 {
        let Some(repetition) = runaway_repetition(source, &characters) else {
            break;
        };
        let kept = most_copies(source).max(1) * repetition.period;
        let start = repetition.range.start + kept;
        let whole = repetition.copies() * repetition.period;
        characters.drain(start..repetition.range.start + whole);
        changed = true;
    }
    if is_too_long(source, &characters) {
        let limit = longest(source);
        let mut weight = 0;
        let fitting = characters
            .iter()
            .take_while(|&&character| {
                weight += weight_of(character);
                weight <= limit
            })
            .count();
        let cut = characters
            .get(..fitting)
            .and_then(|kept| kept.iter().rposition(|character| character.is_whitespace()))
            .filter(|&space| space > fitting / 2)
            .unwrap_or(fitting);
        characters.truncate(cut);
        changed = true;
    }
    if changed {
        Cow::Owned(characters.into_iter().collect())
    } else {
        Cow::Borrowed(translation)
    }
}

fn weight_of(character: char) -> usize {
    // Thai, Lao, Khmer and Burmese letters, and everything from the kana on: CJK and Hangul.
    match character {
        '\u{e00}'..='\u{eff}'
        | '\u{1000}'..='\u{11ff}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{20000}'..='\u{3ffff}' => DENSE_WEIGHT,
        _ => 1,
    }
}

fn longest(source: &str) -> usize {
    FREE_LENGTH + MOST_GROWTH * source.chars().map(weight_of).sum::<usize>()
}

fn is_too_long(source: &str, translation: &[char]) -> bool {
    translation.iter().copied().map(weight_of).sum::<usize>() > longest(source)
}

fn runaway_repetition(source: &str, translation: &[char]) -> Option<Repetition> {
    let found = repetitions(translation)
        .filter(|repetition| {
            repetition.copies() >= FEWEST_COPIES
                && repetition.range.len() >= SHORTEST_REPETITION
                && translation
                    .get(repetition.range.clone())
                    .is_some_and(|copies| copies.iter().any(|character| character.is_alphabetic()))
        })
        .max_by_key(|repetition| (repetition.range.len(), repetition.copies()))?;
    (found.copies() > 2 * most_copies(source)).then_some(found)
}

/// How often a phrase stands in a row in the text at most; one if none is repeated.
fn most_copies(text: &str) -> usize {
    let characters: Vec<char> = text.chars().collect();
    repetitions(&characters)
        .filter(|repetition| {
            characters
                .get(repetition.range.clone())
                .is_some_and(|copies| copies.iter().any(|character| character.is_alphabetic()))
        })
        .map(|repetition| repetition.copies())
        .max()
        .unwrap_or(1)
}

/// For every length of a phrase, the longest stretch that repeats one at least once.
///
/// A stretch has the period `p` if each of its characters is equal to the one `p` places on.
fn repetitions(text: &[char]) -> impl Iterator<Item = Repetition> {
    (1..=LONGEST_PHRASE.min(text.len() / 2)).filter_map(|period| {
        let mut best = 0..0;
        let mut start = 0;
        for position in 0..=text.len() - period {
            let same = text
                .get(position + period)
                .is_some_and(|ahead| text.get(position) == Some(ahead));
            if !same {
                if position > start && position - start > best.len() {
                    best = start..position;
                }
                start = position + 1;
            }
        }
        let range = best.start..best.end + period;
        (best.len() >= period).then_some(Repetition { range, period })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_that_the_source_does_not_repeat_is_cut_to_one_copy() {
        let source = "Das Haus ist groß und hat einen Garten.";
        let output = format!("The house is {}", "very big and ".repeat(30));
        assert!(is_runaway(source, &output));
        assert_eq!(
            truncate_runaway(source, &output),
            "The house is very big and "
        );
    }

    #[test]
    fn characters_without_spaces_are_phrases_too() {
        let output = format!("房子{}。", "很大".repeat(40));
        assert!(is_runaway("The house is very big.", &output));
        assert_eq!(
            truncate_runaway("The house is very big.", &output),
            "房子很大。"
        );
    }

    #[test]
    fn what_the_source_repeats_may_be_repeated() {
        for (source, translation) in [
            (
                "No no no no no no no no no no!",
                "Nein nein nein nein nein nein nein nein nein nein!",
            ),
            ("Ha ha ha ha", "Ha ha ha ha"),
            ("__________________________", "__________________________"),
            (
                "............................",
                "............................",
            ),
            ("Sehr gut.", "Very, very, very good."),
            ("", ""),
            ("", "Hello"),
        ] {
            assert!(!is_runaway(source, translation), "{translation}");
            assert_eq!(truncate_runaway(source, translation), translation);
        }
    }

    #[test]
    fn a_translation_far_longer_than_the_source_is_cut_between_words() {
        let output: String = (0..100).map(|number| format!("word{number} ")).collect();
        assert!(is_runaway("Guten Tag", &output));
        let cut = truncate_runaway("Guten Tag", &output);
        assert!(cut.chars().count() <= 60 + 5 * 9);
        assert!(
            output.starts_with(cut.as_ref()) && cut.ends_with(|last: char| last.is_ascii_digit())
        );
        assert!(!is_runaway("Guten Tag", &cut));
    }

    #[test]
    fn dense_scripts_may_grow() {
        assert!(!is_runaway(
            "国际货币基金组织总裁",
            "the Managing Director of the International Monetary Fund, as she is officially called"
        ));
    }

    #[test]
    fn long_input_ends() {
        let long = "a".repeat(200_000);
        assert!(is_runaway("short", &long));
        assert!(!is_runaway("short", &truncate_runaway("short", &long)));
        assert!(!is_runaway(&long, &long));
    }
}
