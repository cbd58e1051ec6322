//! Missing capitals.

use std::sync::LazyLock;

use dragoman_correction::EditableText;
use dragoman_text::Edit;
use regex::Regex;
use rustc_hash::FxHashMap;
use unicode_segmentation::UnicodeSegmentation;

use crate::vocabulary::Vocabulary;

/// Names that are not words in lower case (days, months, languages, countries), by their lower-case form.
static NAMES: LazyLock<FxHashMap<String, &str>> = LazyLock::new(|| {
    let lines = include_str!("../rules/capitalised.txt").lines();
    let names = lines
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace);
    names.map(|name| (name.to_lowercase(), name)).collect()
});

/// Words before an i that is a variable.
const BEFORE_VARIABLES: [&str; 20] = [
    "variable", "index", "integer", "let", "for", "int", "letter", "an", "each", "element", "row",
    "over", "of", "with", "by", "at", "from", "to", "in", "on",
];

/// Nouns before which many writers lowercase "French", "Dutch", "Swiss" or "Brussels".
const FOODS: [&str; 9] = [
    "fries", "toast", "press", "door", "doors", "oven", "cheese", "sprouts", "pastry",
];

/// The last word of a sentence and the lower-case first word of the next one.
#[allow(clippy::unwrap_used, reason = "the tests compile it")]
static NEXT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(\p{L}+)[.?] (it|the|this|these|those|he|she|we|they|you|there|i|please|thank|thanks|however|then|my|our|his|her|their|its|it's|i'm|i'll|we'll|don't|what|when|why|how|if|but|and|so|also|yes|no)\b").unwrap()
});

/// Verbs of saying after direct speech: "Who goes there? they cried."
const SPEECH: [&str; 20] = [
    "said",
    "says",
    "say",
    "asked",
    "asks",
    "ask",
    "thought",
    "think",
    "thinks",
    "wondered",
    "wonder",
    "cried",
    "replied",
    "answered",
    "shouted",
    "whispered",
    "muttered",
    "added",
    "mused",
    "repeated",
];

/// Abbreviations with a full stop that does not end a sentence.
const ABBREVIATIONS: [&str; 110] = [
    "etc", "vs", "al", "approx", "no", "nos", "vol", "ed", "eds", "fig", "figs", "sec", "min",
    "max", "est", "dept", "inc", "ltd", "co", "corp", "jr", "sr", "st", "mr", "mrs", "ms", "dr",
    "prof", "resp", "incl", "excl", "tel", "ca", "jan", "feb", "mar", "apr", "jun", "jul", "aug",
    "sep", "sept", "oct", "nov", "dec", "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri",
    "rev", "hon", "gen", "col", "capt", "maj", "lt", "cpl", "sgt", "gov", "sen", "rep", "pres",
    "ave", "rd", "blvd", "mt", "ft", "univ", "bros", "misc", "ext", "cf", "pp", "ch", "hr", "hrs",
    "mins", "yr", "yrs", "lb", "oz", "esp", "viz", "ibid", "op", "cit", "lit", "abbr", "adj",
    "adv", "app", "avg", "bldg", "chap", "dist", "illus", "orig", "pl", "qty", "ref", "repr",
    "sing", "sq", "tbsp", "trad", "trans",
];

/// Words that occur after an abbreviation as often as at the beginning of a sentence.
const WITHIN_SENTENCES: [&str; 7] = ["and", "but", "if", "so", "then", "no", "yes"];

/// The maximum length of a capitalised word that may be an abbreviation of a name, in bytes.
const MAX_ABBREVIATION_LENGTH: usize = 5;

/// Inserts missing capitals. `begins` is true if the text begins with a sentence.
pub(crate) fn edits(editable: &EditableText, vocabulary: &Vocabulary, begins: bool) -> Vec<Edit> {
    let text = editable.text();
    let mut edits = Vec::new();
    names(text, vocabulary, &mut edits);
    next_sentences(text, vocabulary, &mut edits);
    if begins {
        first_word(text, vocabulary, &mut edits);
    }
    edits
}

fn names(text: &str, vocabulary: &Vocabulary, edits: &mut Vec<Edit>) {
    for (at, word) in text.unicode_word_indices() {
        let word = word
            .strip_suffix("'s")
            .or_else(|| word.strip_suffix("’s"))
            .unwrap_or(word);
        let after = text.get(at + word.len()..).unwrap_or_default();
        let before = text.get(..at).unwrap_or_default();
        let is_beside = before.ends_with(['-', '_', '#', '@', '.', '/', '\\'])
            || after.starts_with(['-', '_', '/', '\\', '='])
            || after
                .strip_prefix('.')
                .is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
        if is_beside {
            continue;
        }
        let next = after
            .trim_start()
            .split(|c: char| !c.is_alphabetic())
            .next();
        if FOODS.contains(&next.unwrap_or_default()) {
            continue;
        }
        if let Some(name) = NAMES.get(word) {
            edits.push(Edit {
                range: at..at + word.len(),
                text: (*name).to_owned(),
            });
        } else if is_pronoun(word, before, after, vocabulary) {
            edits.push(Edit {
                range: at..at + 1,
                text: "I".to_owned(),
            });
        }
    }
}

/// Whether a lower-case i is the pronoun, alone or contracted, and not a number, an abbreviation or a variable.
fn is_pronoun(word: &str, before: &str, after: &str, vocabulary: &Vocabulary) -> bool {
    let is_contracted =
        ["i'm", "i've", "i'll", "i'd", "i’m", "i’ve", "i’ll", "i’d"].contains(&word);
    let last = before.split_whitespace().next_back().unwrap_or_default();
    // "I" is also a word of other languages: "Vojna i mir".
    let is_english = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphabetic());
        let word = word.split(['\'', '’']).next().unwrap_or(word);
        word.is_empty() || vocabulary.has(word) || vocabulary.has(&word.to_lowercase())
    };
    let next = after.split_whitespace().next().unwrap_or_default();
    let is_alone = word == "i"
        && is_english(last)
        && is_english(next)
        && after
            .strip_prefix(' ')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
        && (before.is_empty() || before.ends_with(' '))
        && !before.ends_with(['=', '<', '>', '+', '*'])
        && !BEFORE_VARIABLES.contains(&last)
        && !is_variable(after);
    is_contracted || is_alone
}

/// Whether the verb after an i shows that it is a variable, because the pronoun takes another form.
fn is_variable(after: &str) -> bool {
    let next = after.split_whitespace().next().unwrap_or_default();
    [
        "is", "equals", "exceeds", "reaches", "denotes", "ranges", "runs",
    ]
    .contains(&next)
}

fn next_sentences(text: &str, vocabulary: &Vocabulary, edits: &mut Vec<Edit>) {
    for captures in NEXT.captures_iter(text) {
        let (Some(last), Some(first)) = (captures.get(1), captures.get(2)) else {
            continue;
        };
        let small = last.as_str().to_lowercase();
        let is_word = small.len() >= 2 && vocabulary.has_letters(&small);
        let may_be_short = last.as_str().starts_with(char::is_uppercase)
            && small.len() <= MAX_ABBREVIATION_LENGTH
            && WITHIN_SENTENCES.contains(&first.as_str());
        let verb = text.get(first.end()..).unwrap_or_default();
        let verb = verb.split_whitespace().next().unwrap_or_default();
        let verb = verb.trim_end_matches(|c: char| !c.is_alphabetic());
        if is_word
            && !SPEECH.contains(&verb)
            && !may_be_short
            && !ABBREVIATIONS.contains(&small.as_str())
        {
            edits.extend(capital(text, first.start()));
        }
    }
}

/// Capitalises the first word of a text that is a sentence: a punctuation mark ends it, and it begins with a subject
/// and a verb or with words that only begin sentences. A line that continues the previous one and an entry of a list
/// are in lower case: "or by using the keyboard." "the value that is set." "width: how wide it is."
fn first_word(text: &str, vocabulary: &Vocabulary, edits: &mut Vec<Edit>) {
    let text_end = text.trim_end().trim_end_matches(['"', '”', ')', '\'', '’']);
    let Some((at, first)) = text.unicode_word_indices().next() else {
        return;
    };
    let is_clean = text
        .get(..at)
        .is_some_and(|before| before.chars().all(|c| "\"“ ".contains(c)));
    let is_sentence =
        text_end.ends_with(['.', '!', '?']) && text.split_whitespace().nth(2).is_some();
    let is_lower_case =
        first.starts_with(char::is_lowercase) && !first.contains(char::is_uppercase);
    let sentence = text.get(at..).unwrap_or_default();
    if is_clean && is_sentence && is_lower_case && begins_clause(sentence, vocabulary) {
        edits.extend(capital(text, at));
    }
}

/// Words that are a subject at the beginning of a sentence.
const SUBJECTS: [&str; 22] = [
    "i",
    "you",
    "he",
    "she",
    "it",
    "we",
    "they",
    "this",
    "that",
    "these",
    "those",
    "there",
    "who",
    "what",
    "everyone",
    "everybody",
    "someone",
    "somebody",
    "nobody",
    "everything",
    "something",
    "nothing",
];

/// Determiners of the noun that is the subject.
const DETERMINERS: [&str; 16] = [
    "the", "a", "an", "my", "our", "your", "his", "her", "their", "its", "this", "that", "these",
    "those", "some", "many",
];

/// Verbs that follow a subject.
const VERBS: [&str; 38] = [
    "is", "are", "was", "were", "am", "has", "have", "had", "will", "would", "can", "could",
    "should", "must", "may", "might", "do", "does", "did", "isn't", "aren't", "wasn't", "weren't",
    "won't", "can't", "couldn't", "don't", "doesn't", "didn't", "hasn't", "haven't", "cannot",
    "wants", "needs", "went", "came", "said", "took",
];

/// Words that begin a question or a request.
const OPENINGS: [&str; 22] = [
    "please", "thanks", "thank", "why", "how", "when", "where", "what", "who", "which", "can",
    "could", "would", "will", "do", "does", "did", "is", "are", "have", "has", "should",
];

/// Whether a sentence begins with a main clause.
fn begins_clause(sentence: &str, vocabulary: &Vocabulary) -> bool {
    let mut words = sentence.split(' ').map(|word| {
        let word = word.replace('’', "'");
        word.trim_end_matches(['.', '!', '?']).to_owned()
    });
    let first = words.next().unwrap_or_default();
    let plain = first.split('\'').next().unwrap_or_default();
    let rest: Vec<String> = words.take(4).collect();
    let is_verb = |word: &String| VERBS.contains(&word.as_str());
    if ["please", "thank", "thanks"].contains(&first.as_str()) {
        return true;
    }
    if OPENINGS.contains(&first.as_str()) && sentence.trim_end().ends_with('?') {
        return true;
    }
    if SUBJECTS.contains(&plain) {
        let is_other = |word: &String| vocabulary.is_verb(word) && !vocabulary.is_noun(word);
        let is_contracted = plain != first && plain != "that" && plain != "what";
        return is_contracted
            || rest
                .first()
                .is_some_and(|next| is_verb(next) || is_other(next));
    }
    // "The door is", "my old car was": none of the words in between may begin another clause.
    let at = rest.iter().position(is_verb);
    DETERMINERS.contains(&first.as_str())
        && at.is_some_and(|at| {
            let between = rest.get(..at).unwrap_or_default();
            (1..=3).contains(&at)
                && between.iter().all(|word| {
                    word.chars().all(char::is_lowercase)
                        && !vocabulary.is_preposition(word)
                        && !["that", "which", "who", "and", "or", "you", "we", "i", "it"]
                            .contains(&word.as_str())
                })
        })
}

fn capital(text: &str, at: usize) -> Option<Edit> {
    let letter = text.get(at..)?.chars().next()?;
    Some(Edit {
        range: at..at + letter.len_utf8(),
        text: letter.to_uppercase().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str) -> String {
        let mut editable = EditableText::new(text.to_owned(), Vec::new());
        editable.apply(edits(&editable, &Vocabulary::new(), true));
        editable.into_text()
    }

    #[test]
    fn names_pronouns_and_sentences_have_capitals() {
        for (wrong, right) in [
            ("See you on monday.", "See you on Monday."),
            ("i think i'm right.", "I think I'm right."),
            ("the door is open.", "The door is open."),
            ("my old car was sold.", "My old car was sold."),
            ("they came at noon.", "They came at noon."),
            ("how are you today?", "How are you today?"),
            ("please send it today.", "Please send it today."),
            ("It is late. we should go.", "It is late. We should go."),
            (
                "She speaks french's older form.",
                "She speaks French's older form.",
            ),
        ] {
            assert_eq!(after(wrong), right);
        }
    }

    #[test]
    fn fragments_abbreviations_and_code_stay() {
        for text in [
            "the door",
            "Apples, pears etc. the rest is mine.",
            "It rained in Jan. and Feb. this year.",
            "The Rev. and Mrs. Smith came.",
            "or by using the keyboard.",
            "from the menu of the image.",
            "the value that is set.",
            "the number of rows that are shown.",
            "width: how wide it is.",
            "hold down the key and click.",
            "Who goes there? they cried.",
            "A kindergarten (lit. the garden of children) is a school.",
            "Leo Tolstoj, Vojna i mir, Moskva.",
            "Open on Mon. and Tue. only.",
            "Ask Gen. so and so.",
            "npm installs the packages.",
            "Take the index i and the sum over i of all terms.",
            "march and may are words too",
            "monday-report.txt and www.monday.com",
        ] {
            assert_eq!(after(text), text);
        }
    }
}
