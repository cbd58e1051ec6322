//! What patterns cannot say of German: commas before conjunctions, capitals of nouns that were verbs or adjectives, and
//! articles and adjectives that do not fit their nouns.

mod adjectives;
mod clauses;
mod forms;
mod nouns;
mod phrases;
mod verbs;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use dragoman_language::Language;
use dragoman_text::{Edit, capitalised, is_capitalised, is_code, spaced_words};

use super::Rule;
use crate::draft::Draft;

/// The rules, in their order.
pub(super) const RULES: &[Rule] = &[
    commas,
    clauses::infinitives,
    clauses::relatives,
    clauses::openings,
    capitals,
    phrases::agreement,
    verbs::forms,
    verbs::perfects,
];

/// Whether a word, with a capital or without, is known to be a noun.
pub(crate) fn is_noun(word: &str) -> bool {
    nouns::Noun::of(&capitalised(word)).is_some()
}

/// A word and where it stands.
#[derive(Clone, Copy)]
struct Token<'t> {
    text: &'t str,
    start: usize,
}

impl Token<'_> {
    fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    fn small(&self) -> String {
        self.text.to_lowercase()
    }

    fn is_capital(&self) -> bool {
        is_capitalised(self.text)
    }
}

/// What stands between white space, whatever it is.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let tokens = spaced_words(text).map(|(start, text)| Token { text, start });
    tokens.collect()
}

/// Whether it consists of letters only.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(char::is_alphabetic)
}

/// Whether there is nothing but one space between two words.
fn are_beside(text: &str, one: Token<'_>, other: Token<'_>) -> bool {
    text.get(one.range().end..other.start) == Some(" ")
}

/// Whether a sentence begins at a place.
fn begins_sentence(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end();
    before.is_empty() || before.ends_with(['.', '!', '?'])
}

/// The lines of a table of this crate, each split at its first tab.
fn pairs(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
}

/// Conjunctions that a comma stands before, with the words after which none stands and those that must follow.
struct Conjunction {
    not_after: HashSet<&'static str>,
    only_before: HashSet<&'static str>,
    not_before: HashSet<&'static str>,
}

static CONJUNCTIONS: LazyLock<HashMap<&'static str, Conjunction>> = LazyLock::new(|| {
    let mut shared = HashSet::new();
    let mut conjunctions = HashMap::new();
    for (name, rest) in pairs(include_str!("../../../rules/german/conjunctions.tsv")) {
        let mut columns = rest.split('\t').map(|words| {
            let words = words.split(' ').filter(|word| *word != "-");
            words.collect::<HashSet<&str>>()
        });
        let mut next = || columns.next().unwrap_or_default();
        if name == "*" {
            shared = next();
            continue;
        }
        let mut not_after = next();
        not_after.extend(&shared);
        let conjunction = Conjunction {
            not_after,
            only_before: next(),
            not_before: next(),
        };
        conjunctions.insert(name, conjunction);
    }
    conjunctions
});

/// Sets commas before conjunctions that begin a clause.
fn commas(draft: &Draft, _: Language) -> Vec<Edit> {
    let text = draft.text();
    let tokens = tokens(text);
    let neighbours = tokens.iter().zip(tokens.iter().skip(1));
    let mut edits = Vec::new();
    for (at, (before, word)) in neighbours.enumerate() {
        let Some(conjunction) = CONJUNCTIONS.get(word.text) else {
            continue;
        };
        let Some(next) = tokens.get(at + 2) else {
            continue;
        };
        let following = next.text.trim_end_matches(|c: char| !c.is_alphanumeric());
        let following = following.to_lowercase();
        let small = before.small();
        let is_clause = is_word(before.text)
            && are_beside(text, *before, *word)
            && are_beside(text, *word, *next)
            && next
                .text
                .starts_with(|c: char| c.is_alphanumeric() || "\"„»".contains(c))
            && !conjunction.not_after.contains(small.as_str())
            && !conjunction.not_before.contains(following.as_str())
            && (conjunction.only_before.is_empty()
                || conjunction.only_before.contains(following.as_str()))
            && !follows_focus(&tokens, at)
            && !is_elliptic(word.text, *next);
        if is_clause {
            let end = before.range().end;
            edits.push(Edit {
                range: end..end,
                text: ",".to_owned(),
            });
        }
    }
    edits
}

/// Whether a condition has no verb, as in "rot wenn gesperrt".
fn is_elliptic(conjunction: &str, next: Token<'_>) -> bool {
    matches!(conjunction, "wenn" | "falls") && next.text.ends_with([',', '.', ';', '!', '?', ')'])
}

/// Whether the two words before a conjunction belong to it, as in "vor allem wenn".
fn follows_focus(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| {
        let token = tokens.get(at).map(Token::small).unwrap_or_default();
        token.trim_start_matches(['(', '[', '„', '"']).to_owned()
    };
    let earlier = at.checked_sub(1).map(word).unwrap_or_default();
    matches!(
        (earlier.as_str(), word(at).as_str()),
        ("vor", "allem") | ("unter", "anderem") | ("zum", "beispiel") | ("jedes" | "dieses", "mal")
    )
}

/// Words behind which one is a noun, and the words that are.
struct Nouns {
    verbs: HashSet<&'static str>,
    adjectives: HashSet<&'static str>,
}

static NOUNS: LazyLock<Nouns> = LazyLock::new(|| {
    let words = |table: &'static str| {
        let lines = table.lines().filter(|line| !line.starts_with('#'));
        lines.flat_map(str::split_whitespace).collect()
    };
    Nouns {
        verbs: words(include_str!("../../../rules/german/infinitives.txt")),
        adjectives: words(include_str!("../../../rules/german/adjectives.txt")),
    }
});

/// Gives capitals to verbs behind "beim" and adjectives behind "etwas", which are nouns there.
fn capitals(draft: &Draft, _: Language) -> Vec<Edit> {
    let text = draft.text();
    let tokens = tokens(text);
    let mut edits = Vec::new();
    for (at, (before, word)) in tokens.iter().zip(tokens.iter().skip(1)).enumerate() {
        let bare = word
            .text
            .trim_end_matches([',', '.', ';', ':', '!', '?', ')']);
        let next = tokens.get(at + 2);
        // An adjective before a noun is none itself.
        let is_attribute = bare.len() == word.text.len()
            && next.is_some_and(|next| {
                next.is_capital() || !is_word(next.text.trim_end_matches(['.', ',', '!', '?']))
            });
        let is_noun = match before.small().as_str() {
            "beim" | "zum" | "vom" => NOUNS.verbs.contains(bare) && !is_attribute,
            "etwas" | "nichts" | "wenig" | "allerlei" => {
                // "Etwas anderes" has none.
                bare.strip_suffix("es")
                    .is_some_and(|stem| stem != "ander" && NOUNS.adjectives.contains(stem))
                    && !is_attribute
            }
            _ => false,
        };
        if is_noun && are_beside(text, *before, *word) && !is_code(text, &word.range()) {
            edits.push(Edit {
                range: word.start..word.start + bare.len(),
                text: capitalised(bare),
            });
        }
    }
    edits
}

#[cfg(test)]
mod tests;
