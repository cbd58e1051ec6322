//! English contractions of verbs.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::{Captures, Regex};

use crate::pattern::pattern;
use crate::rules::words::with_case_of;
use crate::target_text::TargetText;

/// The options of the rule.
#[derive(Clone, Copy)]
pub(super) enum Contractions {
    Avoid,
    Use,
    /// Contractions with `not` are expanded, others are used.
    UseIfPositive,
}

pub(super) fn apply(target: &TargetText<'_>, wish: Contractions) -> Vec<Edit> {
    let mut edits = match wish {
        Contractions::Avoid => expand_positive(target),
        Contractions::Use | Contractions::UseIfPositive => contract_positive(target),
    };
    match wish {
        Contractions::Avoid | Contractions::UseIfPositive => edits.extend(expand_negative(target)),
        Contractions::Use => edits.extend(contract_negative(target)),
    }
    edits
}

static NEGATIVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(is|are|was|were|do|does|did|has|have|had|ca|could|wo|would|sha|should|must|need|might|ought)n['’]t\b(?: (I|you|he|she|it|we|they|there)\b)?",
    )
});

/// The words before a verb that show a question.
static ASKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)(?:\b(?:why|how|what|when|where|which|who|whom|or|and|but|so)\s|,\s)$")
});

/// Expands a verb and `not`. In a question, the pronoun is between them.
fn expand_negative(target: &TargetText<'_>) -> Vec<Edit> {
    let asks = target.text.contains('?');
    target.replace(&NEGATIVE, |captures| {
        let verb = captures.get(1)?;
        let before = target.context_before(verb.start());
        if before.ends_with(['\'', '’', '-']) || target.is_code(&verb.range()) {
            return None;
        }
        let full = match verb.as_str().to_lowercase().as_str() {
            "ca" => "can".to_owned(),
            "wo" => "will".to_owned(),
            "sha" => "shall".to_owned(),
            other => other.to_owned(),
        };
        let begins = target.may_begin_sentence(verb.start());
        let inverted = asks && (begins || ASKS.is_match(before));
        let statement = if full == "can" {
            "cannot".to_owned()
        } else {
            format!("{full} not")
        };
        match captures.get(2).map(|subject| subject.as_str()) {
            Some("I") if inverted && full == "are" => {
                Some(with_case_of(verb.as_str(), "am") + " I not")
            }
            Some(subject) if inverted => Some(format!(
                "{} {subject} not",
                with_case_of(verb.as_str(), &full)
            )),
            // In "Don't you dare" the pronoun belongs to the command.
            Some(_) if begins => None,
            // In "Doesn't Mary know?" the end of the subject is not certain.
            None if inverted => None,
            subject => {
                let pronoun = subject
                    .map(|subject| format!(" {subject}"))
                    .unwrap_or_default();
                Some(with_case_of(verb.as_str(), &statement) + &pronoun)
            }
        }
    })
}

static POSITIVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(I|you|he|she|it|we|they|that|there|this|what|where|who|here|let|could|should|would|might|must)['’](m|re|ve|ll|d|s)\b",
    )
});

/// The words after `'s` that show that it stands for "is". Participles are left out, because they
/// may follow "has" too.
static AFTER_IS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^ (?:not )?(?:a|an|the|my|your|his|her|our|their|so|very|too|in|on|at|about|up to|time|easy|hard|important|possible|impossible|good|great|bad|better|best|worse|free|safe|true|false|clear|likely|ready|available|what|why|how|where|when|because|like|as|\p{L}{2,}ing)\b",
    )
});

static AFTER_HAS: LazyLock<Regex> = LazyLock::new(|| pattern("(?i)^ (?:been|got|had)\\b"));
static AFTER_HAD: LazyLock<Regex> = LazyLock::new(|| pattern("(?i)^ (?:better|been|had)\\b"));
static AFTER_WOULD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        "(?i)^ (?:like|love|rather|prefer|be|have|need|want|say|go|recommend|suggest|appreciate|never be|also like)\\b",
    )
});

/// Expands a pronoun and a verb, if the verb is unambiguous.
fn expand_positive(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&POSITIVE, |captures| {
        let (whole, subject, verb) = (
            captures.get(0)?,
            captures.get(1)?.as_str(),
            captures.get(2)?.as_str(),
        );
        let after = target.after(whole.end());
        let small = subject.to_lowercase();
        let modal = matches!(
            small.as_str(),
            "could" | "should" | "would" | "might" | "must"
        );
        let full = match verb.to_lowercase().as_str() {
            "ve" => "have",
            _ if modal => return None,
            "s" if small == "let" => "us",
            _ if small == "let" => return None,
            "m" if small == "i" => "am",
            "re" => "are",
            "ll" => "will",
            // Only the next words distinguish "had" and "would".
            "d" if AFTER_HAD.is_match(after) && !after.starts_with(" had") => "had",
            "d" if AFTER_WOULD.is_match(after) => "would",
            "s" if AFTER_HAS.is_match(after) => "has",
            "s" if AFTER_IS.is_match(after) => "is",
            _ => return None,
        };
        let part = target
            .context_before(whole.start())
            .ends_with(['\'', '’', '-']);
        let shouted = subject.len() > 1 && !subject.contains(char::is_lowercase);
        (!part && !shouted && !target.is_code(&whole.range())).then(|| format!("{subject} {full}"))
    })
}

static NOT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:([Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Dd]o|[Dd]oes|[Dd]id|[Hh]as|[Hh]ave|[Hh]ad|[Cc]ould|[Ww]ould|[Ss]hould) not|([Cc])annot|([Ww])ill not)\b",
    )
});

/// Phrases with "not": not only … but also, not to mention, whether or not.
static NOT_GOES_ON: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        "^(?: (?:only|just|merely|simply|to mention|but|even|so much|I|you|he|she|it|we|they)\\b|-|$)",
    )
});

/// "Will" may be a noun.
static WILL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:I|you|he|she|it|we|they|this|that|which|who|there)\s$"));

/// The kind of apostrophe that the text uses, or the straight one.
fn apostrophe(target: &TargetText<'_>) -> char {
    if target.text.contains('’') {
        '’'
    } else {
        '\''
    }
}

fn contract_negative(target: &TargetText<'_>) -> Vec<Edit> {
    let apostrophe = apostrophe(target);
    target.replace(&NOT, |captures| {
        let whole = captures.get(0)?;
        let (before, after) = (
            target.context_before(whole.start()),
            target.after(whole.end()),
        );
        if NOT_GOES_ON.is_match(after)
            || before.ends_with(['-', '/'])
            || target.is_code(&whole.range())
        {
            return None;
        }
        if let Some(verb) = captures.get(1) {
            return Some(format!("{}n{apostrophe}t", verb.as_str()));
        }
        if let Some(c) = captures.get(2) {
            return Some(format!("{}an{apostrophe}t", c.as_str()));
        }
        let w = captures.get(3)?.as_str();
        WILL.is_match(before).then(|| format!("{w}on{apostrophe}t"))
    })
}

static FULL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(I|[Yy]ou|[Hh]e|[Ss]he|[Ii]t|[Ww]e|[Tt]hey) (am|are|is|will|have|has)\b")
});

/// The text that may follow a contraction: a word of the same clause.
static GOES_ON: LazyLock<Regex> = LazyLock::new(|| pattern(r"^ \p{L}{2,}|^ a\b"));

/// Words after which the verb cannot be contracted, because its complement precedes it: I know who
/// you are in this photo.
static BEFORE_FULL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:who|what|where|how|which|whatever|whoever|wherever|however|than|as|neither|nor)\b[^,;:.!?]*$",
    )
});

/// Words before which the verb is emphasised or compared.
static STRESSED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^ (?:too|indeed|either|now|then|here|there|today|and|or|but)\b"));

/// Participles after which has and have are auxiliaries. Those in -ed may be adjectives (we have
/// limited space), unless an object follows.
static PARTICIPLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^ (?:(?:already|also|always|just|never|only|recently|now) )?(?:(?:been|had|seen|done|got|made|gone|found|taken|given|come|become|begun|chosen)\b|\p{Ll}{2,}ed (?:the|a|an|my|your|our|their|his|her|its|it|them|you|us|to|all|this|that|these|those)\b)",
    )
});

fn contract_positive(target: &TargetText<'_>) -> Vec<Edit> {
    let apostrophe = apostrophe(target);
    target.replace(&FULL, |captures| {
        let whole = captures.get(0)?;
        let (before, after) = (
            target.context_before(whole.start()),
            target.after(whole.end()),
        );
        if !GOES_ON.is_match(after)
            || BEFORE_FULL.is_match(before)
            || target.is_code(&whole.range())
        {
            return None;
        }
        let ending = ending(captures, after)?;
        Some(format!("{}{apostrophe}{ending}", captures.get(1)?.as_str()))
    })
}

fn ending(captures: &Captures<'_>, after: &str) -> Option<&'static str> {
    let subject = captures.get(1)?.as_str().to_lowercase();
    if STRESSED.is_match(after) {
        return None;
    }
    let (third, plural) = (
        matches!(subject.as_str(), "he" | "she" | "it"),
        matches!(subject.as_str(), "you" | "we" | "they"),
    );
    match captures.get(2)?.as_str() {
        "am" if subject == "i" => Some("m"),
        "are" if plural => Some("re"),
        "is" if third => Some("s"),
        "will" if !after.starts_with(" not") => Some("ll"),
        "have" if (plural || subject == "i") && PARTICIPLE.is_match(after) => Some("ve"),
        "has" if third && PARTICIPLE.is_match(after) => Some("s"),
        _ => None,
    }
}
