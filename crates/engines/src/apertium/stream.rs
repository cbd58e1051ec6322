//! Apertium's stream format, item by item, and the numbers that words carry through it.
//!
//! A *word-bound blank*, `[[17]]word[[/]]`, travels with its word: what the word becomes has the
//! blank of the word, and what several words become has all of theirs, `[[17; 18]]`.

/// What stands in a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item<'a> {
    /// A character, escaped or not.
    Character(char),
    /// A mark of the post-generator.
    Tilde,
    /// A superblank, by what is between its brackets.
    Blank(&'a str),
    /// The start of a word-bound blank, or the end of what it is bound to, by what is between its
    /// brackets.
    WordBlank(&'a str),
    /// A word with its readings, by what is between `^` and `$`.
    Word(&'a str),
    /// Something has no end. Nothing comes after it.
    Broken,
}

/// Reads a stream.
#[derive(Debug, Clone)]
pub(super) struct Items<'a> {
    rest: &'a str,
}

impl<'a> Items<'a> {
    pub(super) const fn new(stream: &'a str) -> Self {
        Self { rest: stream }
    }

    /// Takes all up to the first unescaped `end`, which is taken too.
    fn until(&mut self, end: char) -> Option<&'a str> {
        let mut escaped = false;
        let found = self.rest.char_indices().find(|(_, character)| {
            let is_end = *character == end && !escaped;
            escaped = *character == '\\' && !escaped;
            is_end
        });
        let (inner, rest) = self.rest.split_at_checked(found?.0)?;
        self.rest = rest.get(end.len_utf8()..)?;
        Some(inner)
    }

    fn read(&mut self, first: char) -> Option<Item<'a>> {
        let mut characters = self.rest.chars();
        match first {
            '\\' => {
                let escaped = characters.next()?;
                self.rest = characters.as_str();
                Some(Item::Character(escaped))
            }
            '[' if self.rest.starts_with('[') => {
                self.rest = self.rest.strip_prefix('[')?;
                let inner = self.until(']')?;
                self.rest = self.rest.strip_prefix(']')?;
                Some(Item::WordBlank(inner))
            }
            '[' => self.until(']').map(Item::Blank),
            '^' => self.until('$').map(Item::Word),
            '~' => Some(Item::Tilde),
            _ => Some(Item::Character(first)),
        }
    }
}

impl<'a> Iterator for Items<'a> {
    /// An item, and how it is written.
    type Item = (Item<'a>, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let before = self.rest;
        let mut characters = before.chars();
        let first = characters.next()?;
        self.rest = characters.as_str();
        let Some(item) = self.read(first) else {
            self.rest = "";
            return Some((Item::Broken, before));
        };
        let written = before.strip_suffix(self.rest).unwrap_or(before);
        Some((item, written))
    }
}

/// An analysis with a number for each word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Numbered {
    /// The analysis, each word with its number.
    pub(super) analysis: String,
    /// The text that was analysed, in the stream format, each word with its number.
    pub(super) text: String,
}

/// Gives each word of an analysis its number, counted from 1. `None` if it is no analysis, or one
/// with numbers.
pub(super) fn number_words(analysis: &str) -> Option<Numbered> {
    let mut numbered = Numbered {
        analysis: String::with_capacity(analysis.len().saturating_mul(2)),
        text: String::with_capacity(analysis.len()),
    };
    let mut count = 0_usize;
    for (item, written) in Items::new(analysis) {
        match item {
            Item::Word(readings) => {
                count += 1;
                let surface = Items { rest: readings }.until('/').unwrap_or(readings);
                bind(count, written, &mut numbered.analysis);
                bind(count, surface, &mut numbered.text);
            }
            Item::WordBlank(_) | Item::Broken => return None,
            _ => {
                numbered.analysis.push_str(written);
                numbered.text.push_str(written);
            }
        }
    }
    Some(numbered)
}

fn bind(number: usize, word: &str, stream: &mut String) {
    stream.push_str("[[");
    stream.push_str(&number.to_string());
    stream.push_str("]]");
    stream.push_str(word);
    stream.push_str("[[/]]");
}

/// A stream without its word-bound blanks.
pub(super) fn without_numbers(stream: &str) -> String {
    Items::new(stream)
        .filter(|(item, _)| !matches!(item, Item::WordBlank(_)))
        .map(|(_, written)| written)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_of_an_analysis_has_a_number() {
        let analysis = r"[k0] ^In front of\/x/in front of<pr>$ \[^it/it<prn>$^./.<sent>$[][:7:]";
        let numbered = number_words(analysis).unwrap();
        assert_eq!(
            numbered.analysis,
            r"[k0] [[1]]^In front of\/x/in front of<pr>$[[/]] \[[[2]]^it/it<prn>$[[/]][[3]]^./.<sent>$[[/]][][:7:]"
        );
        assert_eq!(
            numbered.text,
            r"[k0] [[1]]In front of\/x[[/]] \[[[2]]it[[/]][[3]].[[/]][][:7:]"
        );
    }

    #[test]
    fn what_is_no_analysis_is_not_numbered() {
        for stream in ["^a/b", "[k0", "a\\", "[[1]]^a/b$[[/]]", "[[1"] {
            assert_eq!(number_words(stream), None, "{stream:?}");
        }
    }

    #[test]
    fn taking_the_numbers_away_leaves_the_rest_as_it_was() {
        for (numbered, plain) in [
            (
                r"[[1; 2]]~del[[/]] \[[[3]]a\][[/]][k0].",
                r"~del \[a\][k0].",
            ),
            (r"\[[1]] \\[[2]]a[[/]]", r"\[[1]] \\a"),
            ("a [[1", "a [[1"),
        ] {
            assert_eq!(without_numbers(numbered), plain, "{numbered:?}");
        }
    }
}
