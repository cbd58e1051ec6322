use std::cmp::Reverse;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::Arc;

use dragoman_domain::{LanguagePair, Term};
use rustc_hash::FxHashMap;

mod capitals;
mod context;
mod forms;
mod inflection;
mod plural;
mod words;

pub(crate) use capitals::is_in_capitals;
pub(crate) use context::begins_sentence;
pub(crate) use inflection::Inflection;
pub(crate) use words::{Word, folded, words_and_marks};

use context::{are_capitals_alike, looks_like_acronym, runs_between, stands_alone};
use forms::{Place, target_forms};

/// Of more entries that differ in nothing but capitals and endings the first count.
const SIMILAR_ENTRIES: usize = 64;

/// After so many entries it is asked whether the work is still wanted.
const ENTRIES_AT_ONCE: usize = 1024;

/// The end of a list of entries, and the mark of a sequence of words that only begins one.
const NONE: u32 = u32::MAX;

/// The entries of one or several dictionaries, made ready to be found in text.
///
/// Of several dictionaries those before others count more: of entries for the same words the one that is most like
/// the text is taken, and of equally good ones that of the earlier dictionary.
///
/// An entry is found where its words stand as whole words: written as in the entry, else with
/// other capitals, else in another form of the words. An entry with a capital is found only with
/// it, so that "IT" is not found in "it", or where everything is in capitals. One in small letters
/// is found with any, but a short one not in what looks like an acronym. Words of up to three
/// letters have no other forms, but for plurals of English words of three. How characters are put
/// together makes no difference: with one code point or several, "é" is "é".
///
/// Finding takes time in proportion to the length of the text, at most times the number of words
/// of the longest entry that begins like it.
pub struct Terminology {
    pair: LanguagePair,
    lexicons: Vec<Arc<Lexicon>>,
}

/// The entries of one dictionary, made ready to be found.
pub struct Lexicon {
    pair: LanguagePair,
    inflection: Inflection,
    /// Seeded, so that nobody can make entries whose sequences of words collide.
    hasher: RandomState,
    /// Sources and targets, one behind the other.
    texts: String,
    entries: Vec<Entry>,
    /// By what the forms of their words have in common: the first entry with these words, or
    /// [`NONE`] if entries only begin with them.
    index: FxHashMap<u64, u32>,
}

/// Where the texts of an entry are.
#[derive(Debug, Clone, Copy)]
struct Entry {
    source: u32,
    target: u32,
    end: u32,
    /// The next one with the same words in other forms.
    next: u32,
}

/// How much alike an entry and the text are, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    Exact,
    Capitals,
    Inflected,
}

/// An entry that stands in a text.
struct Candidate<'l> {
    /// The first and the last of its words.
    words: (usize, usize),
    source: Range<usize>,
    likeness: Likeness,
    lexicon: &'l Lexicon,
    entry: Entry,
}

impl std::fmt::Debug for Terminology {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Terminology")
            .field("pair", &self.pair)
            .field("lexicons", &self.lexicons.len())
            .finish_non_exhaustive()
    }
}

impl Terminology {
    /// The terms of `entries`, each a source and its target. Of entries with the same source the
    /// first counts; those without a word are left out.
    #[must_use]
    pub fn new<'a>(
        pair: LanguagePair,
        entries: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Self {
        let lexicon = Lexicon::compile(pair, entries, || true);
        Self::of(pair, lexicon.into_iter().map(Arc::new).collect())
    }

    /// The terms of these dictionaries, all for the pair.
    #[must_use]
    pub const fn of(pair: LanguagePair, lexicons: Vec<Arc<Lexicon>>) -> Self {
        Self { pair, lexicons }
    }

    /// The dictionaries that it was put together from.
    #[must_use]
    pub fn lexicons(&self) -> &[Arc<Lexicon>] {
        &self.lexicons
    }

    /// From which language into which the entries lead.
    #[must_use]
    pub const fn pair(&self) -> LanguagePair {
        self.pair
    }

    /// Whether there is nothing to find.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lexicons
            .iter()
            .all(|lexicon| lexicon.entries.is_empty())
    }

    /// The entries that stand in `text`, in its order, without those that overlap `kept`.
    ///
    /// Of entries that overlap the longest is taken, of equally long ones the first in the text.
    #[must_use]
    pub fn find(&self, text: &str, kept: &[Range<usize>]) -> Vec<Term> {
        let words = words_and_marks(text, self.pair.source);
        let runs = runs_between(&words, kept);
        let mut candidates = Vec::new();
        for run in runs {
            for first in run.clone() {
                for lexicon in &self.lexicons {
                    lexicon.collect(text, &words, first..run.end, &mut candidates);
                }
            }
        }
        // Equally good ones stay in the order of the dictionaries.
        candidates.sort_by_key(|found| {
            (
                Reverse(found.source.len()),
                found.source.start,
                found.likeness,
            )
        });
        let mut is_taken = vec![false; words.len()];
        candidates.retain(|found| {
            // Longer ones come first, so none lies inside this one.
            let (first, last) = found.words;
            let is_free = [first, last]
                .iter()
                .all(|word| is_taken.get(*word) == Some(&false));
            if is_free && let Some(taken) = is_taken.get_mut(first..=last) {
                taken.fill(true);
            }
            is_free
        });
        candidates.sort_by_key(|found| found.source.start);
        let terms = candidates.into_iter().map(|found| {
            let targets = found.lexicon.targets(text, &words, &found);
            Term {
                source: found.source,
                targets,
            }
        });
        terms.collect()
    }
}

impl Lexicon {
    /// The terms of `entries`, each a source and its target. Of entries with the same source the
    /// first counts; those without a word are left out. Nothing if `is_wanted`, which is asked now and then, says no.
    #[must_use]
    pub fn compile<'a>(
        pair: LanguagePair,
        entries: impl IntoIterator<Item = (&'a str, &'a str)>,
        is_wanted: impl Fn() -> bool,
    ) -> Option<Self> {
        let mut lexicon = Self {
            pair,
            inflection: Inflection::of(pair.source),
            hasher: RandomState::new(),
            texts: String::new(),
            entries: Vec::new(),
            index: FxHashMap::default(),
        };
        for (number, (source, target)) in entries.into_iter().enumerate() {
            if number.is_multiple_of(ENTRIES_AT_ONCE) && !is_wanted() {
                return None;
            }
            lexicon.add(source.trim(), target.trim());
        }
        lexicon.texts.shrink_to_fit();
        lexicon.entries.shrink_to_fit();
        lexicon.index.shrink_to_fit();
        Some(lexicon)
    }

    fn add(&mut self, source: &str, target: &str) -> Option<()> {
        let words = words_and_marks(source, self.pair.source);
        if words.is_empty() || target.is_empty() {
            return None;
        }
        let start = u32::try_from(self.texts.len()).ok()?;
        let middle = u32::try_from(self.texts.len() + source.len()).ok()?;
        let end = u32::try_from(self.texts.len() + source.len() + target.len()).ok()?;
        let position = u32::try_from(self.entries.len()).ok()?;
        let mut key = 0;
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                self.index.entry(key).or_insert(NONE);
            }
            key = self.key(key, index > 0 && word.after_space, &word.folded);
        }
        let last = self.last_similar(key, source)?;
        let before = last.and_then(|last| self.entries.get_mut(last));
        match before {
            Some(entry) => entry.next = position,
            None => {
                self.index.insert(key, position);
            }
        }
        self.texts.push_str(source);
        self.texts.push_str(target);
        self.entries.push(Entry {
            source: start,
            target: middle,
            end,
            next: NONE,
        });
        Some(())
    }

    /// Behind which entry with the words of `key` another one comes; nothing if it is one too many
    /// or there is one with its source.
    fn last_similar(&self, key: u64, source: &str) -> Option<Option<usize>> {
        let mut last = None;
        let mut next = self.index.get(&key).copied().unwrap_or(NONE);
        let mut count = 0;
        while let Some(entry) = self.entry(next) {
            count += 1;
            if count >= SIMILAR_ENTRIES || self.source(entry) == source {
                return None;
            }
            last = usize::try_from(next).ok();
            next = entry.next;
        }
        Some(last)
    }

    /// The key of a sequence of words, from that of the words before its last one.
    fn key(&self, before: u64, after_space: bool, folded: &str) -> u64 {
        let stem = self.inflection.stem(folded);
        self.hasher.hash_one((before, after_space, stem.as_ref()))
    }

    fn entry(&self, position: u32) -> Option<Entry> {
        let position = usize::try_from(position).ok()?;
        self.entries.get(position).copied()
    }

    fn text(&self, start: u32, end: u32) -> &str {
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let text = range.and_then(|(start, end)| self.texts.get(start..end));
        text.unwrap_or_default()
    }

    fn source(&self, entry: Entry) -> &str {
        self.text(entry.source, entry.target)
    }

    fn target(&self, entry: Entry) -> &str {
        self.text(entry.target, entry.end)
    }

    /// The best entry for each number of words that begins with the first of `range`.
    fn collect<'l>(
        &'l self,
        text: &str,
        words: &[Word<'_>],
        range: Range<usize>,
        candidates: &mut Vec<Candidate<'l>>,
    ) {
        let first = range.start;
        let mut key = 0;
        for last in range {
            let (Some(word), Some(begin)) = (words.get(last), words.get(first)) else {
                break;
            };
            let after_space = last > first && word.after_space;
            let mut found = |key, end, so_far: &[Word<'_>]| {
                let source = begin.range.start..end;
                let head = self.index.get(&key).copied();
                let best = head.and_then(|head| self.best(head, so_far, text));
                if let Some((likeness, entry)) = best.filter(|_| stands_alone(text, &source)) {
                    candidates.push(Candidate {
                        words: (first, last),
                        source,
                        likeness,
                        lexicon: self,
                        entry,
                    });
                }
                head.is_some()
            };
            let so_far = words.get(first..=last).unwrap_or_default();
            for length in self.inflection.without_particle(&word.folded) {
                let Some(noun) = shortened(word, length) else {
                    continue;
                };
                let end = noun.range.end;
                let noun_key = self.key(key, after_space, &noun.folded);
                if self.index.contains_key(&noun_key) {
                    let mut with_noun = so_far.to_vec();
                    with_noun.pop();
                    with_noun.push(noun);
                    found(noun_key, end, &with_noun);
                }
            }
            key = self.key(key, after_space, &word.folded);
            if !found(key, word.range.end, so_far) {
                break;
            }
        }
    }

    /// The entry of a list that is most like the text.
    fn best(&self, head: u32, found: &[Word<'_>], text: &str) -> Option<(Likeness, Entry)> {
        let mut best: Option<(Likeness, Entry)> = None;
        let mut next = head;
        while let Some(entry) = self.entry(next) {
            let source = words_and_marks(self.source(entry), self.pair.source);
            if let Some(likeness) = self.likeness(&source, found, text)
                && best.is_none_or(|(best, _)| likeness < best)
            {
                best = Some((likeness, entry));
            }
            next = entry.next;
        }
        best
    }

    fn likeness(&self, entry: &[Word<'_>], found: &[Word<'_>], text: &str) -> Option<Likeness> {
        if entry.len() != found.len() {
            return None;
        }
        let pairs = || entry.iter().zip(found);
        if pairs().all(|(entry, found)| entry.written == found.written) {
            return Some(Likeness::Exact);
        }
        let has_capital = |word: &Word<'_>| word.written.chars().any(char::is_uppercase);
        let is_written_large = found
            .iter()
            .all(|word| !word.written.chars().any(char::is_lowercase));
        let are_capitals_right = if entry.iter().any(has_capital) {
            let is_acronym = entry.iter().all(|word| is_in_capitals(&word.written));
            (is_written_large && !is_acronym)
                || pairs().all(|(entry, found)| are_capitals_alike(entry, found))
        } else {
            !is_written_large || !looks_like_acronym(found, text)
        };
        if !are_capitals_right {
            return None;
        }
        if pairs().all(|(entry, found)| entry.folded == found.folded) {
            return Some(Likeness::Capitals);
        }
        let is_long = entry.len() > 1;
        let are_forms = pairs().all(|(entry, found)| {
            entry.folded == found.folded || self.inflection.are_forms(entry, found, is_long)
        });
        are_forms.then_some(Likeness::Inflected)
    }

    fn targets(&self, text: &str, words: &[Word<'_>], found: &Candidate<'_>) -> Vec<String> {
        let source = self.source(found.entry);
        let entry = crate::matching::words_and_marks(source, self.pair.source);
        let last = entry.last().zip(words.get(found.words.1));
        let place = Place {
            text: text.get(found.source.clone()).unwrap_or_default(),
            entry: source,
            begins_sentence: begins_sentence(words, found.words.0),
            is_plural: last.is_some_and(|(entry, found)| self.inflection.is_plural(entry, found)),
        };
        target_forms(self.target(found.entry), &place, self.pair.target)
    }
}

/// A word without what follows its first `length` bytes.
fn shortened<'a>(word: &Word<'a>, length: usize) -> Option<Word<'a>> {
    // Korean has no capitals, so that all three are equally long where this is used.
    let shortened = |text: &str| text.get(..length).map(|text| text.to_owned().into());
    Some(Word {
        range: word.range.start..word.range.start + length,
        written: shortened(&word.written)?,
        folded: shortened(&word.folded)?,
        after_space: word.after_space,
    })
}

#[cfg(test)]
mod tests;
