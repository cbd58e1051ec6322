//! What happens to a text before it is cut into pieces: replacements, and the treatment of spaces.

use super::charsmap::Charsmap;
use super::file::NormalizerOptions;
use super::trie::Trie;
use super::{SPACE_SYMBOL, VocabularyError};

/// A text after normalisation.
#[derive(Debug, Default)]
pub(super) struct Normalized {
    pub(super) text: String,
    /// For each byte of `text`, and once more for its end: where in the original the character begins that it came from, in bytes.
    pub(super) origins: Vec<u32>,
}

impl Normalized {
    fn push(&mut self, text: &str, origin: u32) {
        self.text.push_str(text);
        let length = self.origins.len().saturating_add(text.len());
        self.origins.resize(length, origin);
    }
}

/// What the normaliser does with an ASCII character that another one (or the end) follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ascii {
    /// Keeps it.
    Plain,
    /// It is the space, and no rule is about it.
    Space,
    /// Has to look for rules.
    Special,
}

/// Changes texts as the model was trained on.
#[derive(Clone)]
pub(super) struct Normalizer {
    charsmap: Option<Charsmap>,
    /// Pieces that are kept as they are wherever they occur.
    symbols: Option<Trie>,
    add_dummy_prefix: bool,
    remove_extra_whitespaces: bool,
    escape_whitespaces: bool,
    whitespace_as_suffix: bool,
    ascii: [Ascii; 128],
}

impl Normalizer {
    /// Builds it from its options and the user-defined symbols.
    ///
    /// # Errors
    /// If the replacement rules are damaged.
    pub(super) fn new(
        options: &NormalizerOptions<'_>,
        symbols: Option<Trie>,
    ) -> Result<Self, VocabularyError> {
        let charsmap = if options.charsmap.is_empty() {
            None
        } else {
            Some(Charsmap::parse(options.charsmap)?)
        };
        let mut normalizer = Self {
            charsmap,
            symbols,
            add_dummy_prefix: options.add_dummy_prefix,
            remove_extra_whitespaces: options.remove_extra_whitespaces,
            escape_whitespaces: options.escape_whitespaces,
            whitespace_as_suffix: options.whitespace_as_suffix,
            ascii: [Ascii::Special; 128],
        };
        let mut classes = normalizer.ascii;
        for (byte, class) in (0..).zip(&mut classes) {
            *class = normalizer.classify(byte);
        }
        normalizer.ascii = classes;
        Ok(normalizer)
    }

    /// Whether any rule begins with an ASCII character, alone or with another one behind it.
    fn classify(&self, byte: u8) -> Ascii {
        let is_symbol = |symbols: &Trie| symbols.step(symbols.root(), byte).is_some();
        if self.symbols.as_ref().is_some_and(is_symbol) {
            return Ascii::Special;
        }
        if self
            .charsmap
            .as_ref()
            .is_some_and(|charsmap| charsmap.has_ascii_rule(byte))
        {
            return Ascii::Special;
        }
        if byte == b' ' {
            Ascii::Space
        } else {
            Ascii::Plain
        }
    }

    /// Changes a text of less than 4 GiB divided by the longest replacement.
    pub(super) fn normalize(&self, original: &str) -> Normalized {
        let mut consumed = self.leading_spaces(original);
        let mut normalized = Normalized::default();
        if consumed == original.len() {
            return normalized;
        }
        let capacity = original
            .len()
            .saturating_add(original.len() / 2)
            .saturating_add(8);
        normalized.text.reserve(capacity);
        normalized.origins.reserve(capacity);
        if self.add_dummy_prefix && !self.whitespace_as_suffix {
            self.push_space(&mut normalized, position(consumed));
        }
        let mut after_space = self.remove_extra_whitespaces;
        while let Some(rest) = original.get(consumed..).filter(|rest| !rest.is_empty()) {
            let plain = self.plain_run(rest);
            if let Some(run) = rest.get(..plain).filter(|run| !run.is_empty()) {
                normalized.text.push_str(run);
                let end = consumed.saturating_add(plain);
                normalized.origins.extend(position(consumed)..position(end));
                consumed = end;
                after_space = false;
                continue;
            }
            let (replacement, length) = self.first(rest);
            let kept = if after_space {
                replacement.trim_start_matches(' ')
            } else {
                replacement
            };
            if !kept.is_empty() {
                self.push_escaped(&mut normalized, kept, position(consumed));
                after_space = self.remove_extra_whitespaces && kept.ends_with(' ');
            }
            consumed = consumed.saturating_add(length);
        }
        if self.remove_extra_whitespaces {
            consumed = self.drop_trailing_spaces(&mut normalized, consumed);
        }
        if self.add_dummy_prefix && self.whitespace_as_suffix {
            self.push_space(&mut normalized, position(consumed));
        }
        normalized.origins.push(position(consumed));
        normalized
    }

    /// How many bytes at the beginning normalise to spaces that are dropped.
    fn leading_spaces(&self, text: &str) -> usize {
        let mut consumed = 0_usize;
        if !self.remove_extra_whitespaces {
            return consumed;
        }
        while let Some(rest) = text.get(consumed..).filter(|rest| !rest.is_empty()) {
            let (replacement, length) = self.first(rest);
            if replacement != " " {
                break;
            }
            consumed = consumed.saturating_add(length);
        }
        consumed
    }

    /// How many ASCII characters from here on stay as they are. The last one before a non-ASCII character is not among them, since the
    /// two together may have a replacement.
    fn plain_run(&self, text: &str) -> usize {
        let plain = |byte: u8| self.ascii.get(usize::from(byte)) == Some(&Ascii::Plain);
        let run = text
            .bytes()
            .position(|byte| !plain(byte))
            .unwrap_or(text.len());
        if text
            .as_bytes()
            .get(run)
            .is_some_and(|next| !next.is_ascii())
        {
            run.saturating_sub(1)
        } else {
            run
        }
    }

    /// What the beginning of a text (not empty) becomes, and how many bytes of it that is about.
    #[inline]
    fn first<'a>(&'a self, text: &'a str) -> (&'a str, usize) {
        let bytes = text.as_bytes();
        if let Some(&byte) = bytes.first()
            && byte == b' '
            && self.ascii.get(usize::from(byte)) == Some(&Ascii::Space)
            && bytes.get(1).is_none_or(u8::is_ascii)
        {
            return (" ", 1);
        }
        if let Some(symbols) = &self.symbols
            && let Some(length) = symbols.longest_prefix(bytes)
            && let Some(symbol) = text.get(..length)
        {
            return (symbol, length);
        }
        if let Some(charsmap) = &self.charsmap
            && let Some(found) = charsmap.longest_match(text)
        {
            return found;
        }
        let length = text.chars().next().map_or(1, char::len_utf8);
        (text.get(..length).unwrap_or(text), length)
    }

    fn push_space(&self, normalized: &mut Normalized, origin: u32) {
        let mut buffer = [0; 4];
        if self.escape_whitespaces {
            normalized.push(SPACE_SYMBOL.encode_utf8(&mut buffer), origin);
        } else {
            normalized.push(" ", origin);
        }
    }

    fn push_escaped(&self, normalized: &mut Normalized, text: &str, origin: u32) {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(' ') {
            normalized.push(before, origin);
            self.push_space(normalized, origin);
            rest = after;
        }
        normalized.push(rest, origin);
    }

    /// Drops spaces at the end and returns where in the original the first of them stood, `consumed` if there was none.
    fn drop_trailing_spaces(&self, normalized: &mut Normalized, consumed: usize) -> usize {
        let space = if self.escape_whitespaces {
            SPACE_SYMBOL
        } else {
            ' '
        };
        let length = normalized.text.trim_end_matches(space).len();
        let origin = normalized.origins.get(length).copied();
        normalized.text.truncate(length);
        normalized.origins.truncate(length);
        origin.map_or(consumed, |origin| origin as usize)
    }
}

/// A place in the original, which is short enough.
fn position(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
