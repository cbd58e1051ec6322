//! Korean rules that patterns cannot express: the form of a particle depends on the last sound of the word before it.

use dragoman_language::Language;
use dragoman_text::Edit;

use crate::editable_text::EditableText;
use crate::scripts::is_hangul;

pub(super) const RULES: &[super::rule_function::RuleFunction] = &[particles];

/// The first of the syllables, which Unicode orders by initial, vowel and final.
const FIRST_SYLLABLE: u32 = 0xac00;
const LAST_SYLLABLE: u32 = 0xd7a3;
/// The number of finals, including none.
const FINALS: u32 = 28;
/// The index of the final "l", after which a particle has the same form as after a vowel.
const FINAL_L: u32 = 8;

/// Words that end in the particle of direction or means, in the form after consonants.
const DIRECTIONS: [&str; 6] = ["으로", "으로는", "으로서", "으로써", "으로부터", "으로도"];

/// The index of the final of a syllable, 0 for none; `None` for other characters.
fn last_sound(syllable: char) -> Option<u32> {
    let number = u32::from(syllable);
    (FIRST_SYLLABLE..=LAST_SYLLABLE)
        .contains(&number)
        .then(|| (number - FIRST_SYLLABLE) % FINALS)
}

/// Corrects particles at the ends of words whose final they do not agree with. Only particles that no word ends in are
/// examined.
fn particles(editable: &EditableText, _: Language) -> Vec<Edit> {
    let text = editable.text();
    let mut edits = Vec::new();
    let mut begin = 0;
    for word in text.split(|c| !is_hangul(c)) {
        edits.extend(particle(word, begin));
        let end = begin + word.len();
        let border = text.get(end..).and_then(|rest| rest.chars().next());
        begin = end + border.map_or(0, char::len_utf8);
    }
    edits
}

/// The correction of the particle of a word that begins at a byte position.
fn particle(word: &str, begin: usize) -> Option<Edit> {
    let sound_before = |stem: &str| stem.chars().next_back().and_then(last_sound);
    let edit = |stem: &str, particle: &str, text: &str| {
        let start = begin + stem.len();
        Some(Edit {
            range: start..start + particle.len(),
            text: text.to_owned(),
        })
    };
    for (particle, other) in [("를", "을"), ("와", "과")] {
        if let Some(stem) = word.strip_suffix(particle) {
            // "들와" is short for "들어와".
            let is_wrong = sound_before(stem).is_some_and(|sound| sound > 0) && stem != "들";
            return if is_wrong {
                edit(stem, particle, other)
            } else {
                None
            };
        }
    }
    let stem = DIRECTIONS.iter().find_map(|end| word.strip_suffix(end))?;
    let is_wrong = sound_before(stem).is_some_and(|sound| sound == 0 || sound == FINAL_L);
    if is_wrong {
        edit(stem, "으", "")
    } else {
        None
    }
}
