//! False positives: findings of harper's rules that are probably based on a wrong analysis of the sentence.
//!
//! Most rules assume that adjacent words belong together. In relative clauses, inversions and objects the same words
//! are adjacent without a mistake: "the money he had went", "whatever she did he liked", "the best of you gets it".

use std::ops::Range;
use std::sync::LazyLock;

use dragoman_text::begins_sentence;
use regex::Regex;

use crate::vocabulary::Vocabulary;

macro_rules! pattern {
    ($name:ident, $pattern:literal) => {
        #[allow(clippy::unwrap_used, reason = "the tests compile it")]
        static $name: LazyLock<Regex> = LazyLock::new(|| Regex::new($pattern).unwrap());
    };
}

// The text before a main clause: the beginning, a punctuation mark, or a conjunction that begins no relative clause.
pattern!(
    CLAUSE,
    r#"(?i)(?:^|[.!?;:,"“(—–]|\b(?:and|but|because|so|while|whereas|although|yet))\s*$"#
);
// The text before a sentence.
pattern!(SENTENCE, r#"(?:^|[.!?:"“(—–])\s*$"#);
// A main clause up to its verb in the perfect tense: "she has", "but the dog had", "they've".
pattern!(
    PERFECT,
    r#"(?i)(?:(?:^|[.!?;,:"“]|\b(?:and|but|because|if|since|think|says?|said))\s*(?:i|you|we|they|he|she|it|(?:the|my|our|your|his|her|their|this)\s[a-z]+)\s(?:have|has|had)|\w['’]ve|\w['’]d|n['’]t|\bhaving)\s$"#
);
// A question or a main clause up to the verb that "did" requires.
pattern!(
    DID,
    r#"(?i)(?:(?:^|[.!?;,:"“]|\b(?:and|but|what|why|when|where|how|who|nor))\s*did (?:i|you|we|they|he|she|it)|(?:^|[.!?;,:"“]|\b(?:and|but|because|if|that|think|says?|said))\s*(?:i|you|we|they|he|she|it) (?:didn['’]t|did not))\s$"#
);

// The first of two persons that are the subject of a sentence.
pattern!(
    PAIR,
    r#"(?i)(?:^|[.!?:"“])\s*(?:my|your|his|her|their|our) [a-z]+ and $"#
);

/// A finding of a rule: the words and their context.
pub(crate) struct Finding<'t> {
    pub(crate) before: &'t str,
    pub(crate) found: &'t str,
    pub(crate) after: &'t str,
}

impl<'t> Finding<'t> {
    pub(crate) fn new(text: &'t str, range: &Range<usize>) -> Self {
        Self {
            before: text.get(..range.start).unwrap_or_default(),
            found: text.get(range.clone()).unwrap_or_default(),
            after: text.get(range.end..).unwrap_or_default(),
        }
    }

    /// The word before the finding in lower case, if only a space separates them.
    fn previous_word(&self) -> String {
        let last = self.before.strip_suffix(' ').unwrap_or_default();
        let last = last.rsplit(|c: char| !(c.is_alphanumeric() || "'’-".contains(c)));
        last.into_iter().next().unwrap_or_default().to_lowercase()
    }

    /// The word after the finding in lower case, if only a space separates them.
    fn next_word(&self) -> String {
        let next = self.after.strip_prefix(' ').unwrap_or_default();
        let next = next.split(|c: char| !(c.is_alphanumeric() || "'’-".contains(c)));
        next.into_iter().next().unwrap_or_default().to_lowercase()
    }

    /// The text before the previous word.
    fn before_previous_word(&self) -> &'t str {
        let before = self.before.trim_end();
        let start = before.rfind(' ').map_or(0, |at| at + 1);
        before.get(..start).unwrap_or_default()
    }
}

/// Whether a finding of a rule of harper is probably a false positive.
pub(crate) fn is_false_positive(
    rule: &str,
    finding: &Finding<'_>,
    vocabulary: &Vocabulary,
) -> bool {
    match rule {
        "AnA" => {
            names_letter(finding)
                || is_named_letter(finding, vocabulary)
                || has_uncertain_pronunciation(finding, vocabulary)
        }
        "CompoundSubjectI" => !PAIR.is_match(finding.before),
        // "She weighs 11st."
        "CorrectNumberSuffix" => finding.found.ends_with("st"),
        "DidPast" => !DID.is_match(finding.before),
        "HavePronoun" => !["i", "we", "they", "you"].contains(&finding.next_word().as_str()),
        // "Part I are", "you or I are".
        "IAmAgreement" => !SENTENCE.is_match(finding.before),
        "ItsPossessive" => !is_possessive(finding),
        "NounVerbConfusion" => !is_noun_or_verb(finding),
        "OneOfTheSingular" => is_not_singular_noun(finding, vocabulary),
        "PronounInflectionBe" => !is_subject_of_be(finding),
        "PronounVerbAgreement" => !is_subject(finding, vocabulary),
        // A name: "the Childs".
        "RegularIrregulars" => finding.found.starts_with(char::is_uppercase),
        "ShutdownVerb" => !BEFORE_VERBS.contains(&finding.previous_word().as_str()),
        "SimplePastToPastParticiple" => !is_perfect(finding, vocabulary),
        // "You thing of beauty".
        "ThingThink" => finding.previous_word() == "you",
        "WillNonLemma" => is_noun_will(finding),
        _ => false,
    }
}

/// Words that precede a verb.
const BEFORE_VERBS: [&str; 12] = [
    "will", "would", "can", "could", "may", "might", "should", "not", "to", "must", "please",
    "cannot",
];

/// Whether the letter A is a name: of an option, of a package, or one of A and B.
fn names_letter(finding: &Finding<'_>) -> bool {
    let text = [finding.before, finding.found].concat();
    let is_large = finding.found.starts_with('A') && !begins_sentence(&text, finding.before.len());
    is_large
        || !(finding.before.is_empty()
            || finding.before.ends_with(|c: char| " \n\t\"“‘(".contains(c)))
}

/// Whether the words next to the letter A show that it is a variable: "a over b", "the a is not set".
fn is_named_letter(finding: &Finding<'_>, vocabulary: &Vocabulary) -> bool {
    const DETERMINERS: [&str; 9] = [
        "the", "this", "that", "an", "a", "each", "every", "letter", "variable",
    ];
    const VERBS: [&str; 12] = [
        "is", "are", "was", "were", "has", "and", "or", "equals", "if", "as", "which", "it",
    ];
    let next = finding.next_word();
    VERBS.contains(&next.as_str())
        || vocabulary.is_preposition(&next)
        || DETERMINERS.contains(&finding.previous_word().as_str())
}

/// Whether the article precedes something whose pronunciation is not known: an acronym, a symbol, a word that is not in
/// the dictionary or has two pronunciations, or one of harper's exceptions.
fn has_uncertain_pronunciation(finding: &Finding<'_>, vocabulary: &Vocabulary) -> bool {
    let next = finding.after.split_whitespace().next().unwrap_or_default();
    let is_acronym = next.chars().filter(|c| c.is_uppercase()).count() >= 2;
    let next = next.trim_start_matches(['"', '“', '‘', '\'', '(']);
    let word = next.split(|c: char| !c.is_alphabetic()).next();
    let word = word.unwrap_or_default();
    let small = word.to_lowercase();
    // Harper treats "unidentified" like "unicorn".
    let is_negated = small
        .strip_prefix("un")
        .is_some_and(|rest| rest.len() >= 4 && vocabulary.has(rest));
    // "An historic day" and "a herb" are accepted variants.
    let is_breathed = small.starts_with('h')
        && !["hour", "honest", "heir"]
            .iter()
            .any(|silent| small.starts_with(silent));
    let is_written_only = !(vocabulary.has(word) || vocabulary.has(&small));
    is_acronym || is_negated || is_breathed || small.starts_with("ewe") || is_written_only
}

/// Whether "it's" stands for "its": after a preposition, or as the first word of a subject.
fn is_possessive(finding: &Finding<'_>) -> bool {
    const PREPOSITIONS: [&str; 9] = [
        "of", "in", "on", "at", "from", "with", "to", "into", "within",
    ];
    const VERBS: [&str; 9] = [
        "is", "are", "was", "were", "has", "have", "had", "can", "will",
    ];
    let mut after = finding.after.split_whitespace();
    let is_noun_subject = SENTENCE.is_match(finding.before)
        && after
            .next()
            .is_some_and(|noun| noun.chars().all(char::is_lowercase))
        && after.next().is_some_and(|verb| VERBS.contains(&verb));
    is_noun_subject || PREPOSITIONS.contains(&finding.previous_word().as_str())
}

/// Whether a noun is certainly written for the verb with similar spelling, or the other way round.
fn is_noun_or_verb(finding: &Finding<'_>) -> bool {
    let last = finding.previous_word();
    let found = finding.found.to_lowercase();
    match found.as_str() {
        // In psychology an affect is a feeling: "flat affect".
        _ if found.contains("affect") => finding.after.starts_with(" on "),
        "advise" | "believe" | "intend" | "descend" | "emphasize" | "breathe" => [
            "a", "an", "the", "my", "our", "their", "good", "bad", "some", "any",
        ]
        .contains(&last.as_str()),
        "advice" | "belief" | "breath" | "emphasis" => {
            BEFORE_VERBS.contains(&last.as_str()) && last != "not"
        }
        _ => false,
    }
}

/// Words that may follow a noun. Before any other noun, the first noun would be part of a compound.
const AFTER_NOUNS: [&str; 26] = [
    "is", "are", "was", "were", "has", "have", "had", "in", "of", "on", "at", "from", "that",
    "which", "who", "and", "or", "but", "to", "for", "with", "we", "i", "you", "will", "can",
];

/// Whether the word after "one of the" is not a singular noun, but part of a name or an adjective for persons ("one of
/// the brave").
fn is_not_singular_noun(finding: &Finding<'_>, vocabulary: &Vocabulary) -> bool {
    let next = finding.next_word();
    let found = finding.found.to_lowercase();
    (!next.is_empty() && !AFTER_NOUNS.contains(&next.as_str()))
        || vocabulary.is_adjective(&found)
        || (vocabulary.is_verb(&found) && !vocabulary.is_verb_stem(&found))
}

/// Whether the pronoun before a form of "be" is its subject, because it begins a clause.
fn is_subject_of_be(finding: &Finding<'_>) -> bool {
    let last = finding.previous_word();
    let before = finding.before_previous_word();
    let is_first = SENTENCE.is_match(before);
    match finding.found.to_lowercase().as_str() {
        // "It were better to wait" is an old subjunctive.
        "were" => is_first && !(last == "it" && finding.next_word() != "a"),
        "are" | "aren't" | "aren’t" => {
            CLAUSE.is_match(before)
                && !before.trim_end().ends_with("and")
                && ["he", "she", "it"].contains(&last.as_str())
        }
        // "They is used as a singular pronoun".
        "is" | "isn't" | "isn’t" => {
            CLAUSE.is_match(before)
                && last == "they"
                && !["a", "an", "the", "used", "often", "also"]
                    .contains(&finding.next_word().as_str())
        }
        "was" => CLAUSE.is_match(before) && ["we", "they", "you"].contains(&last.as_str()),
        _ => false,
    }
}

/// Verbs whose past tense equals the present tense, which harper does not know: "he beat them", "it fit well".
const UNCHANGED_PAST_VERBS: [&str; 20] = [
    "beat",
    "fit",
    "bid",
    "bet",
    "wed",
    "wet",
    "spit",
    "rid",
    "bust",
    "thrust",
    "slit",
    "sweat",
    "knit",
    "cast",
    "forecast",
    "broadcast",
    "offset",
    "upset",
    "come",
    "run",
];

/// Whether a pronoun is certainly the subject of the verb after it, with which it does not agree. The finding may
/// include both.
fn is_subject(finding: &Finding<'_>, vocabulary: &Vocabulary) -> bool {
    let mut words = finding.found.split_whitespace();
    let (pronoun, verb, before) = match (words.next(), words.next()) {
        (Some(pronoun), Some(verb)) => (pronoun.to_lowercase(), verb, finding.before),
        (Some(verb), None) => (
            finding.previous_word(),
            verb,
            finding.before_previous_word(),
        ),
        _ => return false,
    };
    let verb = verb.to_lowercase();
    let next = finding.next_word();
    if !CLAUSE.is_match(before) || finding.after.starts_with('-') {
        return false;
    }
    match pronoun.as_str() {
        "he" | "she" | "it" => {
            // In "Watch him, and it work" the verb after "and" may have another subject.
            let is_verb = ["do", "don't", "don’t", "have", "haven't", "haven’t"]
                .contains(&verb.as_str())
                || !(vocabulary.is_noun(&verb) || vocabulary.is_adjective(&verb))
                || OBJECTS.contains(&next.as_str());
            is_verb && !UNCHANGED_PAST_VERBS.contains(&verb.as_str())
        }
        // In "you fools" a noun follows its pronoun.
        "you" | "we" => {
            !vocabulary.is_noun(&verb) || ["a", "an", "him", "them"].contains(&next.as_str())
        }
        "i" => SENTENCE.is_match(before) || !before.trim_end().ends_with(char::is_alphabetic),
        "they" => true,
        _ => false,
    }
}

/// Words that begin the object of a verb.
const OBJECTS: [&str; 15] = [
    "the", "a", "an", "to", "my", "his", "her", "it", "them", "me", "you", "us", "that", "this",
    "him",
];

/// Whether a verb in the past tense certainly stands for the participle.
fn is_perfect(finding: &Finding<'_>, vocabulary: &Vocabulary) -> bool {
    let found = finding.found.to_lowercase();
    let is_other_word = vocabulary.is_noun(&found)
        || vocabulary.is_adjective(&found)
        || vocabulary.is_verb_stem(&found);
    // "Which is ran by volunteers".
    let is_passive = finding.next_word() == "by"
        && ["is", "are", "was", "were", "been", "be"].contains(&finding.previous_word().as_str());
    !is_other_word && (is_passive || PERFECT.is_match(finding.before))
}

/// Whether "will" is a name or a noun: "free will existed", "God's will being done".
fn is_noun_will(finding: &Finding<'_>) -> bool {
    const SUBJECTS: [&str; 12] = [
        "i", "you", "he", "she", "it", "we", "they", "this", "that", "there", "who", "which",
    ];
    let last = finding.previous_word();
    let is_subject = SUBJECTS.contains(&last.as_str());
    let is_name = finding.before.ends_with(' ')
        && finding
            .before
            .split_whitespace()
            .next_back()
            .is_some_and(|word| {
                word.starts_with(char::is_uppercase) && !word.contains(['\'', '’'])
            });
    finding.found.starts_with('W') || !(is_subject || is_name)
}
