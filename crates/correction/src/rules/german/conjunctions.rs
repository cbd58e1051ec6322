//! Commas before conjunctions.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use dragoman_language::Language;
use dragoman_text::Edit;

use super::tokens::{Token, are_beside, is_word, tokens};
use crate::data_files::pairs;
use crate::editable_text::EditableText;
use crate::packed;

/// The conditions under which a comma precedes a subordinating conjunction.
pub(super) struct Conjunction {
    /// Words after which the conjunction has no comma.
    pub(super) not_after: HashSet<&'static str>,
    /// Words of which one must follow, if there are any.
    only_before: HashSet<&'static str>,
    /// Words before which the conjunction has no comma.
    not_before: HashSet<&'static str>,
}

/// The conjunctions that begin clauses.
pub(super) static CONJUNCTIONS: LazyLock<HashMap<&'static str, Conjunction>> =
    LazyLock::new(|| {
        let mut shared = HashSet::new();
        let mut conjunctions = HashMap::new();
        for (name, rest) in pairs(packed::file!("german/conjunctions.tsv")) {
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

/// Adds commas before conjunctions that begin a clause.
pub(super) fn commas(editable: &EditableText, _: Language) -> Vec<Edit> {
    let text = editable.text();
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
        let small = before.lowercase();
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
        let token = tokens.get(at).map(Token::lowercase).unwrap_or_default();
        token.trim_start_matches(['(', '[', '„', '"']).to_owned()
    };
    let earlier = at.checked_sub(1).map(word).unwrap_or_default();
    matches!(
        (earlier.as_str(), word(at).as_str()),
        ("vor", "allem") | ("unter", "anderem") | ("zum", "beispiel") | ("jedes" | "dieses", "mal")
    )
}
