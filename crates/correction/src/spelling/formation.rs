//! Word formation: words that no dictionary has and that are correct, because they are derived from known words by
//! prefixes and suffixes, compounded of them, or written in another accepted spelling.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use dragoman_language::Language;
use dragoman_text::{capitalised, capitalised_like};
use regex::Regex;

use crate::base_language::BaseLanguage;
use crate::data_files::lines;
use crate::packed;

/// The maximum length of a word whose parts are looked up, in letters.
const MAX_LENGTH: usize = 45;

/// The minimum length of a part of a compound, in letters: shorter ones occur in any misspelling.
const MIN_PART_LENGTH: usize = 4;

/// The minimum length of a part in lower-case words, most of which are no compounds.
const MIN_SMALL_PART_LENGTH: usize = 5;

/// Suffixes of nouns after which the linking element is s.
const SUFFIXES_LINKED_BY_S: [&str; 6] = ["heit", "keit", "schaft", "tion", "tät", "ung"];

/// The minimum length of a compound, in letters.
const MIN_COMPOUND_LENGTH: usize = 9;

/// Shorter words that are the first part of many compounds.
const SHORT_FIRST_PARTS: [&str; 18] = [
    "Arm", "Bad", "Bau", "Eis", "Hof", "Hut", "Nah", "Ohr", "Rad", "See", "Tag", "Tal", "Tee",
    "Tor", "Tür", "Uhr", "Weg", "Zug",
];

/// Linking elements of German compounds.
const LINKING_ELEMENTS: [&str; 3] = ["", "s", "es"];

/// Endings that verbs and nouns lose inside German compounds.
const DROPPED_ENDINGS: [&str; 3] = ["", "e", "en"];

/// A way to form words.
struct Formation {
    pattern: Regex,
    /// The base words, of which one has to be in the dictionary.
    of: Vec<&'static str>,
    /// Whether only capitalised words are formed this way.
    is_of_capitals: bool,
    /// Whether the formation is no evidence against a correction that only changes diacritics.
    is_far: bool,
}

static FORMATIONS: LazyLock<HashMap<&'static str, Vec<Formation>>> = LazyLock::new(read);

fn read() -> HashMap<&'static str, Vec<Formation>> {
    let mut formations: HashMap<&str, Vec<Formation>> = HashMap::new();
    for line in lines(packed::file!("words/formation.tsv")) {
        let mut columns = line.split('\t');
        if let (Some(tag), Some(pattern), Some(of)) =
            (columns.next(), columns.next(), columns.next())
            && let Ok(pattern) = Regex::new(pattern)
        {
            let of = of.split(' ').collect();
            let condition = columns.next();
            let formation = Formation {
                pattern,
                of,
                is_of_capitals: condition == Some("capital"),
                is_far: condition == Some("far"),
            };
            formations.entry(tag).or_default().push(formation);
        }
    }
    formations
}

impl Formation {
    /// The base words of a word that may be formed this way, each with whether it has to be a noun.
    fn origins_of(&self, word: &str) -> Vec<(bool, String)> {
        let mut origins = Vec::new();
        for captures in self.pattern.captures_iter(word) {
            let Some(found) = captures.get(0) else {
                continue;
            };
            for template in &self.of {
                let mut other = word.get(..found.start()).unwrap_or_default().to_owned();
                let noun = template.strip_prefix('^');
                captures.expand(noun.unwrap_or(template), &mut other);
                other.push_str(word.get(found.end()..).unwrap_or_default());
                origins.push((noun.is_some(), other));
            }
        }
        origins
    }
}

/// The base words and parts of which a word may be formed.
#[derive(Default)]
pub(super) struct Origins {
    /// The base words, of which one has to be in the dictionary.
    words: BTreeSet<String>,
    /// The base words that only count for corrections that change more than diacritics.
    far: BTreeSet<String>,
    compound: Option<Compound>,
}

impl Origins {
    /// The origins of a word; `joined` is the word with the words that hyphens join to it.
    pub(super) fn of(word: &str, joined: &str, language: Language) -> Self {
        let mut origins = Self::default();
        if word.chars().count() > MAX_LENGTH {
            return origins;
        }
        let small = word.to_lowercase();
        let joined = joined.to_lowercase();
        let begins_large = word.starts_with(char::is_uppercase);
        let tags = BTreeSet::from([language.base().tag(), language.tag()]);
        for formation in tags
            .into_iter()
            .filter_map(|tag| FORMATIONS.get(tag))
            .flatten()
            .filter(|it| begins_large || !it.is_of_capitals)
        {
            let words = if formation.is_far {
                &mut origins.far
            } else {
                &mut origins.words
            };
            for written in BTreeSet::from([&small, &joined]) {
                for (is_noun, other) in formation.origins_of(written) {
                    if is_noun {
                        words.insert(capitalised(&other));
                    } else {
                        words.insert(capitalised_like(word, &other));
                        words.insert(other);
                    }
                }
            }
        }
        origins.words.remove(word);
        origins.far.remove(word);
        origins.compound =
            (BaseLanguage::of(language) == Some(BaseLanguage::German)).then(|| Compound::of(word));
        origins
    }

    /// These origins, or the whole hyphenated word if the dictionary has that: "jacent" in "sous-jacent".
    pub(super) fn or(mut self, whole: &str) -> Self {
        let is_short = whole.chars().count() <= MAX_LENGTH;
        if is_short && whole.contains('-') {
            self.words.insert(whole.to_owned());
        }
        self
    }

    /// The words that have to be looked up.
    pub(super) fn lookups(&self) -> impl Iterator<Item = String> {
        let parts = self.compound.iter().flat_map(Compound::lookups);
        self.words.iter().chain(&self.far).cloned().chain(parts)
    }

    /// Whether the word is formed of known words. Being a compound is no evidence against a correction that changes
    /// little.
    pub(super) fn are_right(&self, known: &BTreeSet<String>, changes_little: bool) -> bool {
        let is_compound = |compound: &Compound| compound.consists_of_known_parts(known);
        self.words.iter().any(|word| known.contains(word))
            || (!changes_little
                && (self.far.iter().any(|word| known.contains(word))
                    || self.compound.as_ref().is_some_and(is_compound)))
    }
}

/// A word that may be a compound.
struct Compound {
    letters: Vec<char>,
    begins_large: bool,
}

impl Compound {
    fn of(word: &str) -> Self {
        Self {
            letters: word.to_lowercase().chars().collect(),
            begins_large: word.starts_with(char::is_uppercase),
        }
    }

    fn part(&self, start: usize, end: usize) -> Option<String> {
        let letters = self.letters.get(start..end)?;
        let shortest = if self.begins_large {
            MIN_PART_LENGTH
        } else {
            MIN_SMALL_PART_LENGTH
        };
        (letters.len() >= shortest).then(|| letters.iter().collect())
    }

    /// The words that a part other than the last may stand for: capitalised and in lower case, with and without the
    /// endings that such parts lose.
    fn inner(part: &str) -> impl Iterator<Item = String> {
        DROPPED_ENDINGS.into_iter().flat_map(move |end| {
            let whole = format!("{part}{end}");
            [capitalised(&whole), whole]
        })
    }

    fn last(&self, part: String) -> String {
        if self.begins_large {
            capitalised(&part)
        } else {
            part
        }
    }

    /// The word after a short first part, such as "Kampf" in "Nahkampf".
    fn after_short_first_part(&self) -> Option<String> {
        const HEAD: usize = 3;
        let head: String = self.letters.get(..HEAD)?.iter().collect();
        let begins = self.begins_large && SHORT_FIRST_PARTS.contains(&capitalised(&head).as_str());
        let rest = self.letters.get(HEAD..)?;
        (begins && rest.len() > MIN_PART_LENGTH)
            .then(|| capitalised(&rest.iter().collect::<String>()))
    }

    fn lookups(&self) -> Vec<String> {
        let length = self.letters.len();
        let mut asked: Vec<String> = self.after_short_first_part().into_iter().collect();
        if length < MIN_COMPOUND_LENGTH {
            return asked;
        }
        for start in 0..length {
            for end in start + MIN_PART_LENGTH..=length {
                let Some(part) = self.part(start, end) else {
                    continue;
                };
                if end < length {
                    asked.extend(Self::inner(&part));
                } else if start > 0 {
                    asked.push(self.last(part));
                }
            }
        }
        asked
    }

    /// Whether the word consists of known parts and linking elements.
    fn consists_of_known_parts(&self, known: &BTreeSet<String>) -> bool {
        let length = self.letters.len();
        if self
            .after_short_first_part()
            .is_some_and(|rest| known.contains(&rest))
        {
            return true;
        }
        if length < MIN_COMPOUND_LENGTH {
            return false;
        }
        let mut reached = vec![false; length + 1];
        if let Some(first) = reached.first_mut() {
            *first = true;
        }
        for start in 0..length {
            if reached.get(start) != Some(&true) {
                continue;
            }
            let is_end = self.part(start, length).map(|part| self.last(part));
            if start > 0 && is_end.is_some_and(|part| known.contains(&part)) {
                return true;
            }
            for end in start + MIN_PART_LENGTH..length {
                let Some(part) = self.part(start, end) else {
                    continue;
                };
                if !Self::inner(&part).any(|word| known.contains(&word)) {
                    continue;
                }
                let needs_s = SUFFIXES_LINKED_BY_S.iter().any(|end| part.ends_with(end));
                for joint in LINKING_ELEMENTS {
                    if needs_s && joint != "s" {
                        continue;
                    }
                    let next = end + joint.len();
                    let between = self.letters.get(end..next).unwrap_or_default();
                    if joint.chars().eq(between.iter().copied())
                        && let Some(place) = reached.get_mut(next)
                    {
                        *place = true;
                    }
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_accepted(word: &str, language: &str, known: &str) -> bool {
        let known = known.split(' ').map(str::to_owned).collect();
        let language = Language::parse(language).unwrap();
        Origins::of(word, word, language).are_right(&known, false)
    }

    #[test]
    fn words_that_are_formed_of_known_ones_are_right() {
        for (word, base, known) in [
            ("mitzählt", "de", "zählt"),
            (
                "Schulbuchausleihgebührenkonto",
                "de",
                "Schulbuch ausleihen Gebühren Konto",
            ),
            ("datenschutzkonform", "de", "Datenschutz konform"),
            ("Halse", "de", "Hals"),
            ("wolkenlose", "de", "Wolken"),
            ("glasartigen", "de", "Glas"),
            ("vorbeikam", "de", "kam"),
            ("entsteigen", "de", "steigen"),
            ("geflutet", "de", "fluten"),
            ("Meuchler", "de", "meucheln"),
            ("disparaitre", "fr", "disparaître"),
            ("aout", "fr", "août"),
            ("évènement", "fr", "événement"),
            ("laparoscopica", "it", "laparoscopia"),
            ("comprándolos", "es", "comprando"),
            ("péguela", "es", "pegue"),
            ("deséalas", "es", "desea"),
            ("vámonos", "es", "vamos"),
            ("lideradnos", "es", "liderad"),
            ("levantóse", "es", "levantó"),
            ("tomátelo", "es", "tomá"),
            ("principito", "es", "príncipe"),
            ("solterón", "es", "soltero"),
            ("cardiaca", "es", "cardíaca"),
            ("buscá-la", "pt-BR", "buscar"),
            ("direcção", "pt-PT", "direção"),
            ("heróico", "pt-PT", "heroico"),
            ("orégãos", "pt-PT", "orégão"),
            ("osratos", "pt-BR", "ratos"),
            ("mulherzinha", "pt-BR", "mulher"),
        ] {
            assert!(is_accepted(word, base, known), "{word}");
            assert!(!is_accepted(word, base, "x"), "{word}");
        }
    }

    #[test]
    fn misspelled_words_are_not_taken_for_formed_ones() {
        for (word, base, known) in [
            ("Wochenende", "de", "Wochen"),
            ("Freiheitstrafe", "de", "Freiheit Strafe"),
            ("verspochen", "de", "Vers pochen"),
            ("Vertragskündiung", "de", "Vertrag Kündigung"),
            ("hunde", "de", "Hund"),
            ("aufder", "de", "der"),
            ("mèdecin", "fr", "médecin"),
            ("regalandome", "es", "regalando"),
            ("leéla", "es", "lee"),
            ("confirmarón", "es", "confirmara"),
            ("heróico", "pt-BR", "heroico"),
        ] {
            assert!(!is_accepted(word, base, known), "{word}");
        }
    }

    #[test]
    fn every_line_is_a_pattern() {
        let lines = lines(packed::file!("words/formation.tsv"));
        let read: usize = FORMATIONS.values().map(Vec::len).sum();
        assert_eq!(lines.count(), read);
    }
}
