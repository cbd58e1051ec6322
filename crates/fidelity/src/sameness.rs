//! Whether two texts are about the same: the same numbers and the same names, no sentence more.

use std::collections::HashSet;

use dragoman_language::Language;
use dragoman_text::{
    SentenceSplitting, begins_sentence, is_capitalised, lower_case_words, runs, segment,
};

use super::weigh;

/// Words with a capital that are no names: they address somebody.
const ADDRESSES: &[&str] = &[
    "Lei", "La", "Le", "Suo", "Sua", "Suoi", "Sue", "Loro", "Usted", "Ustedes", "Ud", "Uds", "Sr",
    "Sra", "Vous", "Votre", "Vos", "Monsieur", "Madame", "Você", "Senhor", "Senhora", "Mr", "Mrs",
    "Ms", "Sir", "Madam", "OK",
];

/// What stands before names in German, where a capital alone tells nothing.
const GERMAN_TITLES: &[&str] = &["Herr", "Herrn", "Frau", "Dr", "Prof", "Familie"];

/// The shortest name that is known again with an ending, and the longest ending, in letters.
const SHORTEST_INFLECTED: usize = 3;
const LONGEST_ENDING: usize = 2;

/// So many letters at the beginning tell that two words are of one family.
const STEM: usize = 4;

/// In a text of at most so many sentences, one that could be left out is one more.
const FEW_SENTENCES: usize = 2;

/// What stands between the digits of a number.
const SEPARATORS: &[char] = &['.', ',', ':', '\'', '’', '\u{a0}', '\u{202f}'];

/// Those that stand not only between groups of three digits, and the one that never does.
const POINTS: &[char] = &['.', ',', ':'];
const COLON: char = ':';

/// What is written before a negative number.
const MINUS: &[char] = &['-', '\u{2212}'];

/// Whether two texts have the same numbers, each as often.
pub(crate) fn has_same_numbers(text: &str, other: &str) -> bool {
    let sorted = |text: &str| {
        let mut numbers = numbers(text);
        numbers.sort_unstable();
        numbers
    };
    sorted(text) == sorted(other)
}

/// The numbers of a text in digits, however they are written: `10:30` and `10.30` are one, and so are `1,000` and `1000`,
/// and `-5` with either sign. A date with slashes is one number.
fn numbers(text: &str) -> Vec<String> {
    let mut numbers = Vec::new();
    let mut number = String::new();
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let precedes_digit = characters.peek().is_some_and(|next| digit(*next).is_some());
        let joins = character == '/' || SEPARATORS.contains(&character);
        if let Some(digit) = digit(character) {
            number.push(digit);
        } else if !number.is_empty() && joins && precedes_digit {
            number.push(character);
        } else {
            numbers.extend(normalized(&std::mem::take(&mut number)));
            if precedes_digit
                && MINUS.contains(&character)
                && !before.is_some_and(char::is_alphanumeric)
            {
                number.push('-');
            } else if precedes_digit && character == '.' && before.is_none_or(char::is_whitespace) {
                number.push_str("0.");
            } else if character.is_numeric() {
                // Fractions, powers and the like.
                numbers.push(character.to_string());
            }
        }
        before = Some(character);
    }
    numbers.extend(normalized(&number));
    numbers
}

/// What is written as one number, in its usual form; several numbers where what only groups digits stands between others.
fn normalized(number: &str) -> Vec<String> {
    let parts: Vec<String> = number.split('/').map(ungrouped).collect();
    let numbers = parts.join("/");
    let numbers = numbers.split(' ').filter(|number| !number.is_empty());
    numbers.map(str::to_owned).collect()
}

/// Digits without what stands between groups of three, with a full stop for other separators, and with a space where they
/// are not one number.
fn ungrouped(part: &str) -> String {
    let mut groups = part.split(SEPARATORS);
    let mut written = groups.next().unwrap_or_default().to_owned();
    let first = written.trim_start_matches('-');
    let mut is_grouped = (1..=3).contains(&first.len()) && !first.starts_with('0');
    let mut grouping = None;
    for (separator, group) in part.matches(SEPARATORS).zip(groups) {
        is_grouped &= !separator.starts_with(COLON)
            && group.len() == 3
            && *grouping.get_or_insert(separator) == separator;
        if !is_grouped {
            written.push(if separator.starts_with(POINTS) {
                '.'
            } else {
                ' '
            });
        }
        written.push_str(group);
    }
    written
}

/// A digit, also one as wide as a Chinese character, in its usual form.
fn digit(character: char) -> Option<char> {
    match character {
        '0'..='9' => Some(character),
        '０'..='９' => {
            let value = u32::from(character).checked_sub(u32::from('０'))?;
            char::from_digit(value, 10)
        }
        _ => None,
    }
}

/// Whether a text has all names of another one, and none that it does not have.
///
/// Names are abbreviations and other words with a capital inside, and words with a capital inside a sentence; in German,
/// which writes all nouns like that, only those behind a title.
pub(crate) fn has_same_names(language: Language, text: &str, other: &str) -> bool {
    let known: HashSet<&str> = cased_words(text).map(|(_, word)| word).collect();
    let folded: HashSet<String> = known.iter().map(|word| word.to_lowercase()).collect();
    let used: HashSet<&str> = cased_words(other).map(|(_, word)| word).collect();
    let is_used =
        |name: &str| used.contains(name) || used.iter().any(|word| has_ending(word, name));
    let inflected: HashSet<String> = cased_words(text)
        .filter(|(at, word)| can_be_a_name(text, *at, word))
        .map(|(_, word)| word.to_lowercase())
        .collect();
    let is_known = |name: &str| {
        let name = name.to_lowercase();
        folded.contains(&name)
            || folded.iter().any(|word| has_ending(word, &name))
            || inflected.iter().any(|word| has_ending(&name, word))
    };
    names(language, text).into_iter().all(is_used)
        && names(language, other).into_iter().all(is_known)
}

/// Whether a word can be a name that stands elsewhere with an ending. Where a sentence begins, the shortest are articles and
/// the like: "Theo" is no form of "the", and neither is "Andy" one of "and".
fn can_be_a_name(text: &str, at: usize, word: &str) -> bool {
    word.contains(char::is_uppercase)
        && (word.chars().count() > SHORTEST_INFLECTED || !is_first(text, at))
}

/// Whether a word is a name with an ending, such as that of a genitive or a plural.
fn has_ending(word: &str, name: &str) -> bool {
    let ending = word.strip_prefix(name).map(|ending| ending.chars().count());
    name.chars().count() >= SHORTEST_INFLECTED
        && ending.is_some_and(|ending| ending <= LONGEST_ENDING)
}

fn names(language: Language, text: &str) -> Vec<&str> {
    let words: Vec<(&str, bool)> = cased_words(text)
        .map(|(at, word)| (word, is_first(text, at)))
        .collect();
    // In a heading, or where somebody shouts, capitals tell nothing.
    let are_most = |is_meant: fn(&str) -> bool| {
        let inner = words.iter().filter(|(_, is_first)| !is_first);
        let meant = inner.clone().filter(|(word, _)| is_meant(word)).count();
        words.len() > 2 && 2 * meant > inner.count()
    };
    let shouts = are_most(has_inner_capital);
    let is_heading = are_most(is_capitalised);
    let is_german = language.base().tag() == "de";
    let mut before = "";
    let mut names = Vec::new();
    for (word, is_first) in words {
        let is_titled = GERMAN_TITLES.contains(&before);
        before = word;
        let is_name = if has_inner_capital(word) {
            !shouts
        } else if is_german {
            is_titled && is_capitalised(word)
        } else {
            !is_heading && !is_first && is_capitalised(word)
        };
        if is_name && word.chars().nth(1).is_some() && !ADDRESSES.contains(&word) {
            names.push(word);
        }
    }
    names
}

/// The words of a text in a script that has capitals, and where they begin.
fn cased_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_inside = |c: char| c.is_lowercase() || c.is_uppercase() || c.is_ascii_digit();
    runs(text, is_inside).filter(|(_, word)| word.contains(char::is_alphabetic))
}

fn has_inner_capital(word: &str) -> bool {
    word.chars().skip(1).any(char::is_uppercase)
}

/// Whether a word has its capital because something begins there: a sentence, a line, what a colon announces.
fn is_first(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let gap = before.len()
        - before
            .trim_end_matches(|c: char| !c.is_alphanumeric())
            .len();
    let gap = before.get(before.len() - gap..).unwrap_or_default();
    gap.contains(['\n', ':', ';', '"', '“', '„', '«', '»', '。', '！', '？'])
        || begins_sentence(text, at)
}

/// Whether a text says in its first or last sentence what the other one does not say.
///
/// It has more sentences then, and without that one it is still long enough to say all; where there are more than a few,
/// that sentence has no word of a family that the other text has.
pub(crate) fn adds_a_sentence(language: Language, text: &str, written: &str) -> bool {
    let sentences = |text| {
        let segmented = segment(text, language, SentenceSplitting::PunctuationAndNewlines);
        let sentences = segmented.sentences().iter();
        sentences
            .map(|sentence| sentence.text().to_owned())
            .collect::<Vec<_>>()
    };
    let (before, after) = (sentences(text), sentences(written));
    if after.len() <= before.len() {
        return false;
    }
    let whole: usize = before.iter().map(|sentence| weigh(sentence)).sum();
    let now: usize = after.iter().map(|sentence| weigh(sentence)).sum();
    let stems: HashSet<String> = stems(text).collect();
    let is_extra = |sentence: &String| {
        let rest = now.saturating_sub(weigh(sentence)).saturating_mul(100);
        if before.len() <= FEW_SENTENCES {
            rest >= whole.saturating_mul(95)
        } else {
            rest >= whole.saturating_mul(80)
                && !self::stems(sentence).any(|stem| stems.contains(&stem))
        }
    };
    after.first().is_some_and(is_extra) || after.last().is_some_and(is_extra)
}

/// The beginnings of words that are long enough to mean something; where words are not written apart, pairs of characters.
fn stems(text: &str) -> impl Iterator<Item = String> {
    lower_case_words(text).flat_map(|word| {
        let characters: Vec<char> = word.chars().collect();
        let is_dense = weigh(&word) > characters.len();
        let length = if is_dense { 2 } else { STEM };
        let last = if is_dense { usize::MAX } else { 1 };
        let stems: Vec<String> = characters
            .windows(length)
            .take(last)
            .map(|stem| stem.iter().collect())
            .collect();
        stems
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(tag: &str) -> Language {
        Language::parse(tag).unwrap()
    }

    #[test]
    fn numbers_are_the_same_however_they_are_grouped() {
        for (text, other, are_same) in [
            ("At 10:30 on 12/03/2024.", "On 12/03/2024, at 10.30.", true),
            ("12/03/2024", "03/12/2024", false),
            ("1,000 people", "1000 people", true),
            ("two people", "2 people", false),
            ("3 and 3", "3", false),
            ("10-12 days", "10 to 12 days", true),
            ("5 m²", "5 m", false),
            ("会议在１０点", "会议在10点", true),
            ("rose by 1.5 points", "rose by 15 points", false),
            ("rose by 1,5 points", "rose by 15 points", false),
            ("rose by 1,5 points", "rose by 1.5 points", true),
            ("rose by .5 points", "rose by 5 points", false),
            ("rose by .5 points", "rose by 0.5 points", true),
            ("0.125 grams", "125 grams", false),
            ("0.125 grams", "0125 grams", false),
            ("0.125 grams", "0,125 grams", true),
            ("1/2 hour", "12 hours", false),
            ("1/2 hour", "1.2 hours", false),
            ("at 10:30", "at 1030", false),
            ("10:300", "10300", false),
            ("-5 degrees", "5 degrees", false),
            ("-5 degrees", "\u{2212}5 degrees", true),
            ("(-5)", "(5)", false),
            ("COVID-19", "COVID 19", true),
            ("- 5 eggs", "5 eggs", true),
            ("10\u{2212}12 days", "10 to 12 days", true),
            ("1.000.000 people", "1,000,000 people", true),
            ("1\u{202f}000\u{a0}people", "1000 people", true),
            ("1'234.56 francs", "1234,56 francs", true),
            ("1,234.567", "1234.567", true),
            ("1,234.567", "1234567", false),
            ("1234,567", "1234567", false),
            ("12,34", "1234", false),
            ("6'11", "6 11", true),
            ("6'11", "611", false),
            ("on 3.10.2024", "on 31.0.2024", false),
        ] {
            assert_eq!(has_same_numbers(text, other), are_same, "{text} {other}");
        }
    }

    #[test]
    fn names_stay_and_no_others_come() {
        for (tag, text, other, are_same) in [
            ("en", "We met Anna in Rome.", "In Rome, we met Anna.", true),
            (
                "en",
                "We met Anna's boss.",
                "Anna is whose boss we met.",
                true,
            ),
            ("en", "We met Anna in Rome.", "We met her in Rome.", false),
            ("en", "We met her there.", "We met her in Rome.", false),
            (
                "en",
                "An old man is there.",
                "An old man is in Israel.",
                false,
            ),
            ("en", "We saw Al.", "We also saw him.", false),
            ("en", "the NATO meeting", "the alliance's meeting", false),
            (
                "en",
                "PLEASE SEND THE REPORT",
                "Please send the report",
                true,
            ),
            ("en", "How To Write A Good Report", "Writing well", true),
            ("en", "I think so.", "That is what I believe.", true),
            (
                "en",
                "Dear Anna,\nPlease come.",
                "Dear Anna,\nDo come.",
                true,
            ),
            ("en", "it is on monday", "It is on Monday.", true),
            (
                "en",
                "Please ask the manager.",
                "Please ask Theo, the manager.",
                false,
            ),
            (
                "en",
                "The manager should know, so ask him.",
                "Ask Theo, the manager.",
                false,
            ),
            ("en", "Ask him and me.", "Ask Andy and me.", false),
            ("en", "We wait for them.", "We wait for Ford.", false),
            (
                "de",
                "Ich traf Herrn Kai und den Chef.",
                "Ich traf Herrn Kais Chef.",
                true,
            ),
            (
                "de",
                "Meier kam mit einem Hund.",
                "Man sah Herrn Meiers Hund.",
                true,
            ),
            ("de", "Fragt die Chefin.", "Fragt Frau Dieng.", false),
            ("de", "Der Bericht ist da.", "Die Unterlagen sind da.", true),
            (
                "de",
                "Ich traf Herrn Meier.",
                "Ich traf Herrn Schulz.",
                false,
            ),
            (
                "de",
                "Ich traf Herrn Meier.",
                "Herrn Meiers Besuch freute mich.",
                true,
            ),
            ("de", "Ich traf Dr. Meier.", "Ich traf Dr. Schulz.", false),
            ("de", "Die GmbH zahlt.", "Die Firma zahlt.", false),
            (
                "it",
                "La ringrazio, Lei è gentile.",
                "Lei è gentile, grazie.",
                true,
            ),
            (
                "ja",
                "新しいiPhoneを買う。",
                "iPhoneを新しく購入する。",
                true,
            ),
            (
                "ja",
                "新しいiPhoneを買う。",
                "電話を新しく購入する。",
                false,
            ),
        ] {
            assert_eq!(
                has_same_names(language(tag), text, other),
                are_same,
                "{text} {other}"
            );
        }
    }

    #[test]
    fn a_sentence_more_is_told_from_one_that_was_split() {
        let long = "The report is late because two colleagues were ill, and so the committee that has been waiting for \
                    it cannot meet. We are sorry. It will come soon.";
        let split = "The report is late because two colleagues were ill. The committee that has been waiting for it \
                     therefore cannot meet. We apologise. It will come soon.";
        for (text, written, adds) in [
            (
                "The meeting is at ten.",
                "The meeting begins at ten.",
                false,
            ),
            (
                "The meeting is at ten.",
                "The meeting begins at ten. Do not be late.",
                true,
            ),
            (
                "The meeting is at ten in the large room and it begins with a speech.",
                "The meeting is at ten in the large room. It begins with a speech.",
                false,
            ),
            (long, split, false),
        ] {
            assert_eq!(
                adds_a_sentence(language("en"), text, written),
                adds,
                "{written}"
            );
        }
        let more = format!("{long} Do not hesitate if anything else is unclear!");
        assert!(adds_a_sentence(language("en"), long, &more));
        let chinese = "会议十点开始。";
        assert!(!adds_a_sentence(
            language("zh"),
            chinese,
            "会议于十点开始。"
        ));
        assert!(adds_a_sentence(
            language("zh"),
            chinese,
            "会议于十点开始。请不要迟到。"
        ));
    }
}
