//! The formatting of characters: the control words by which it came about, and what of it can be seen.

use std::collections::{BTreeMap, HashMap};

use crate::{DocumentError, overseer};

/// How long the words of one formatting may be.
const LONGEST: usize = 1 << 10;

/// What a formatting takes besides its words, in bytes.
const OF_LOOK: usize = 512;

/// A formatting of characters, by its number in [`Looks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Look(u32);

/// That at the beginning.
pub(super) const PLAIN: Look = Look(0);

/// One whose words became too many to be written again and again.
const LOST: Look = Look(1);

#[derive(Debug, Default)]
struct Entry {
    words: String,
    key: String,
    font: Option<i32>,
    is_hidden: bool,
    shows_on_space: bool,
}

/// All formattings that occur.
#[derive(Debug)]
pub(super) struct Looks {
    entries: Vec<Entry>,
    by_words: HashMap<String, Look>,
    steps: HashMap<(Look, String), Look>,
    pub(super) default_font: Option<i32>,
}

impl Looks {
    pub(super) fn new() -> Self {
        let lost = Entry {
            key: "lost".to_owned(),
            ..Entry::default()
        };
        Self {
            entries: vec![Entry::default(), lost],
            by_words: HashMap::from([(String::new(), PLAIN)]),
            steps: HashMap::new(),
            default_font: None,
        }
    }

    fn entry(&self, look: Look) -> Option<&Entry> {
        self.entries.get(usize::try_from(look.0).ok()?)
    }

    /// The formatting after one more control word, which stands there as it is written, without a space.
    ///
    /// # Errors
    /// Those of an [`overseer`].
    pub(super) fn after(&mut self, look: Look, word: &str) -> Result<Look, DocumentError> {
        if word == "\\plain" {
            return self.of_words(word.to_owned());
        }
        if look == LOST {
            return Ok(LOST);
        }
        let step = (look, word.to_owned());
        if let Some(known) = self.steps.get(&step) {
            return Ok(*known);
        }
        let before = self.entry(look).map_or("", |entry| entry.words.as_str());
        let words = with_word(before, word);
        overseer::borrow(OF_LOOK / 4 + word.len())?;
        let next = if words.len() > LONGEST {
            LOST
        } else {
            self.of_words(words)?
        };
        self.steps.insert(step, next);
        Ok(next)
    }

    fn of_words(&mut self, words: String) -> Result<Look, DocumentError> {
        if let Some(known) = self.by_words.get(&words) {
            return Ok(*known);
        }
        overseer::borrow(words.len().saturating_mul(4).saturating_add(OF_LOOK))?;
        let look = Look(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
        self.entries.push(entry(&words, self.default_font));
        self.by_words.insert(words, look);
        Ok(look)
    }

    /// Whether it cannot be written.
    pub(super) fn is_lost(look: Look) -> bool {
        look == LOST
    }

    /// What two formattings have in common that look the same.
    pub(super) fn key(&self, look: Look) -> &str {
        self.entry(look).map_or("", |entry| entry.key.as_str())
    }

    pub(super) fn font(&self, look: Look) -> Option<i32> {
        self.entry(look)
            .and_then(|entry| entry.font)
            .or(self.default_font)
    }

    /// Whether text of it is not there for readers.
    pub(super) fn is_hidden(&self, look: Look) -> bool {
        self.entry(look).is_some_and(|entry| entry.is_hidden)
    }

    pub(super) fn shows_on_space(&self, look: Look) -> bool {
        self.entry(look).is_some_and(|entry| entry.shows_on_space)
    }

    /// The words that make text of one formatting one of another.
    pub(super) fn words(&self, from: Look, to: Look) -> String {
        let words = |look| self.entry(look).map_or("", |entry| entry.words.as_str());
        let (from, to) = (words(from), words(to));
        let old: Vec<&str> = split(from).collect();
        let new: Vec<&str> = split(to).collect();
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new);
        let same = same.count();
        let (old, new) = (
            old.get(same..).unwrap_or_default(),
            new.get(same..).unwrap_or_default(),
        );
        let is_set_again = |word: &&str| {
            !is_switch(name(word)) && new.iter().any(|other| name(other) == name(word))
        };
        let is_simple = old.is_empty() || !new.iter().any(|word| is_switch(name(word)));
        if is_simple && old.iter().all(is_set_again) {
            return new.iter().flat_map(|word| ["\\", word]).collect();
        }
        let plain = if to.starts_with("\\plain") {
            ""
        } else {
            "\\plain"
        };
        format!("{plain}{to}")
    }
}

fn split(words: &str) -> impl DoubleEndedIterator<Item = &str> + Clone {
    words.split('\\').filter(|word| !word.is_empty())
}

fn name(word: &str) -> &str {
    word.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '-')
}

/// Words after which others are said of other letters.
fn is_switch(name: &str) -> bool {
    matches!(name, "rtlch" | "ltrch" | "loch" | "hich" | "dbch" | "fcs")
}

/// Words, and one more, which takes the place of an earlier one of the same name.
fn with_word(words: &str, word: &str) -> String {
    let new = name(word.trim_start_matches('\\'));
    let mut kept: Vec<&str> = split(words).collect();
    let segment = kept.iter().rposition(|word| is_switch(name(word)));
    let segment = segment.map_or(0, |last| last + 1);
    if !is_switch(new) {
        let mut place = 0;
        kept.retain(|old| {
            place += 1;
            place <= segment || name(old) != new
        });
    }
    let kept = kept.into_iter().flat_map(|word| ["\\", word]);
    kept.chain([word]).collect()
}

/// What of words makes no difference to the eye.
fn is_noise(name: &str) -> bool {
    matches!(
        name,
        "plain"
            | "lang"
            | "langfe"
            | "langnp"
            | "langfenp"
            | "insrsid"
            | "charrsid"
            | "delrsid"
            | "kerning"
            | "expnd"
            | "expndtw"
            | "cs"
            | "fcs"
            | "rtlch"
            | "ltrch"
            | "loch"
            | "hich"
            | "dbch"
            | "noproof"
            | "cgrid"
            | "g"
            | "gcw"
            | "gridtbl"
            | "revauth"
            | "revdttm"
            | "revauthdel"
            | "revdttmdel"
            | "crauth"
            | "crdate"
            | "cchs"
            | "webhidden"
    ) || is_associated(name)
}

/// Words of the formatting of letters of other scripts.
fn is_associated(name: &str) -> bool {
    matches!(
        name,
        "ab" | "acaps"
            | "acf"
            | "adn"
            | "aexpnd"
            | "af"
            | "afs"
            | "ai"
            | "alang"
            | "aoutl"
            | "ascaps"
            | "ashad"
            | "astrike"
            | "aul"
            | "auld"
            | "auldb"
            | "aulnone"
            | "aulw"
            | "aup"
    )
}

fn is_underline(name: &str) -> bool {
    name.starts_with("ul") && name != "ulc"
}

/// Whether a control word is of the formatting of characters.
pub(super) fn is_of_characters(name: &str) -> bool {
    is_noise(name)
        || is_underline(name)
        || matches!(
            name,
            "accnone"
                | "accdot"
                | "acccomma"
                | "acccircle"
                | "accunderdot"
                | "animtext"
                | "b"
                | "caps"
                | "cb"
                | "cf"
                | "charscalex"
                | "chcbpat"
                | "chcfpat"
                | "chshdng"
                | "deleted"
                | "dn"
                | "embo"
                | "f"
                | "fittext"
                | "fs"
                | "highlight"
                | "i"
                | "impr"
                | "mvf"
                | "mvt"
                | "nosupersub"
                | "outl"
                | "revised"
                | "scaps"
                | "shad"
                | "strike"
                | "striked"
                | "sub"
                | "super"
                | "ulc"
                | "up"
                | "v"
        )
}

fn entry(words: &str, default_font: Option<i32>) -> Entry {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    let mut font = None;
    for word in split(words) {
        let name = name(word);
        let value = word.get(name.len()..).unwrap_or_default();
        if name == "f" {
            font = value.parse().ok();
        }
        let is_off = value == "0";
        match name {
            _ if is_noise(name) => {}
            "nosupersub" => _ = seen.remove("super"),
            "super" | "sub" if is_off => _ = seen.remove("super"),
            "super" | "sub" => _ = seen.insert("super", name),
            "ulnone" => _ = seen.remove("ul"),
            _ if is_underline(name) && is_off => _ = seen.remove("ul"),
            _ if is_underline(name) => _ = seen.insert("ul", name),
            "fs" if value == "24" => _ = seen.remove(name),
            "charscalex" if value == "100" => _ = seen.remove(name),
            "f" if font == default_font => _ = seen.remove(name),
            "f" => _ = seen.insert(name, value),
            "accnone" => _ = seen.remove("acc"),
            _ if name.starts_with("acc") => _ = seen.insert("acc", name),
            "up" | "dn" if is_off => _ = seen.remove("up"),
            "up" => _ = seen.insert("up", word),
            "dn" => _ = seen.insert("up", word),
            _ if is_off => _ = seen.remove(name),
            _ => _ = seen.insert(name, value),
        }
    }
    let shows = [
        "ul",
        "strike",
        "striked",
        "highlight",
        "chcbpat",
        "cb",
        "chshdng",
    ];
    Entry {
        words: words.to_owned(),
        is_hidden: seen.contains_key("v") || seen.contains_key("deleted"),
        shows_on_space: shows.iter().any(|name| seen.contains_key(name)),
        key: seen
            .iter()
            .flat_map(|(name, value)| [*name, *value, " "])
            .collect(),
        font,
    }
}
