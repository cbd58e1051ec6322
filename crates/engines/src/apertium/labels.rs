//! Texts whose words carry labels, and the transfer of labels between two spellings of a text.
//!
//! What Apertium was given and what it says it was given differ in spacing and in characters that
//! it ignores; what it generates and what is delivered differ in contracted words, case and
//! spacing as well. So labels go from one to the other by comparing letters, whatever was done in
//! between.

use std::iter::repeat_n;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::stream::{Item, Items};

/// What a stretch of text goes back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Label {
    /// A word of the source, by its number.
    Word(usize),
    /// Something that is kept, by its index.
    Kept(usize),
}

/// A stretch of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Token {
    /// Bytes of the text.
    pub(super) range: Range<usize>,
    /// Each once.
    pub(super) labels: Vec<Label>,
}

impl Token {
    fn is_kept(&self) -> bool {
        matches!(self.labels.first(), Some(Label::Kept(_)))
    }

    fn add(&mut self, labels: &[Label]) {
        for label in labels {
            if !self.labels.contains(label) {
                self.labels.push(*label);
            }
        }
    }
}

/// A text with labels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Labelled {
    pub(super) text: String,
    /// In the order of the text, not overlapping.
    pub(super) tokens: Vec<Token>,
}

impl Labelled {
    /// Reads a text in the stream format: numbers of words become labels, and what is kept takes
    /// its place again.
    pub(super) fn read(stream: &str, kept: &[String]) -> Self {
        let mut labelled = Self::default();
        let mut open: Vec<Label> = Vec::new();
        let mut start = 0;
        for (item, _) in Items::new(stream) {
            match item {
                Item::Character(character) => labelled.text.push(character),
                Item::Blank("~") => labelled.text.push('~'),
                Item::Blank(blank) => {
                    let index = blank.strip_prefix('k').and_then(|index| index.parse().ok());
                    if let Some(index) = index
                        && let Some(text) = kept.get::<usize>(index)
                    {
                        labelled.label(start, &open);
                        start = labelled.text.len();
                        labelled.text.push_str(text);
                        labelled.label(start, &[Label::Kept(index)]);
                        start = labelled.text.len();
                    }
                }
                Item::WordBlank(numbers) => {
                    labelled.label(start, &open);
                    start = labelled.text.len();
                    let numbers = numbers.split(';').map(str::trim);
                    open = numbers
                        .filter_map(|number| number.parse().ok().map(Label::Word))
                        .collect();
                }
                Item::Tilde | Item::Word(_) | Item::Broken => {}
            }
        }
        labelled.label(start, &open);
        labelled
    }

    /// Whether any word has a label.
    pub(super) fn has_words(&self) -> bool {
        self.tokens.iter().any(|token| !token.is_kept())
    }

    /// Labels what follows `start`, if there are labels and anything to bear them.
    fn label(&mut self, start: usize, labels: &[Label]) {
        if labels.is_empty() || start == self.text.len() {
            return;
        }
        let mut token = Token {
            range: start..self.text.len(),
            labels: Vec::new(),
        };
        token.add(labels);
        self.tokens.push(token);
    }

    /// Another spelling of the text, cut into tokens that take over the labels: words, which end
    /// where they do in either spelling, what is kept, and characters that belong to no word.
    /// `None` if it is too different to be a spelling of the same text.
    ///
    /// The other spelling comes in stretches, with the index of what is kept. It may stand at
    /// another place there.
    pub(super) fn transfer<'a>(
        &self,
        stretches: impl Iterator<Item = (&'a str, Option<usize>)>,
    ) -> Option<Self> {
        let mut text = String::new();
        let mut kept = Vec::new();
        let mut to = Vec::new();
        for (stretch, index) in stretches {
            let start = text.len();
            text.push_str(stretch);
            match index {
                Some(index) => kept.push((start..text.len(), index)),
                None => to.extend(letters(stretch, start)),
            }
        }
        let (from, bearers) = self.letters_of_words();
        let origins = correspond(&from, &to)?;
        let mut letters = to.iter().zip(&origins).peekable();
        let mut kept = kept.into_iter().peekable();
        let mut tokens = Tokeniser::new(self);
        for (at, character) in text.char_indices() {
            if let Some((range, index)) = kept.next_if(|(range, _)| range.start <= at) {
                tokens.push_kept(range, index);
            }
            if tokens.end() > at {
                continue;
            }
            let mut bearing: Option<(usize, usize)> = None;
            while let Some((_, origin)) = letters.next_if(|(letter, _)| letter.at == at) {
                let origin = bearers.get(Range::clone(origin)).unwrap_or_default();
                for bearer in origin.iter().flatten().copied() {
                    bearing = Some(bearing.map_or((bearer, bearer), |(first, last)| {
                        (first.min(bearer), last.max(bearer))
                    }));
                }
            }
            tokens.push(at..at + character.len_utf8(), character, bearing);
        }
        let tokens = tokens.tokens;
        Some(Self { text, tokens })
    }

    /// The letters that are not kept, and the token that each is of.
    fn letters_of_words(&self) -> (Vec<Letter>, Vec<Option<usize>>) {
        let mut next = 0;
        let token_of = |letter: &Letter| {
            while self.tokens.get(next)?.range.end <= letter.at {
                next += 1;
            }
            let token = self.tokens.get(next)?;
            token.range.contains(&letter.at).then_some(next)
        };
        let letters = letters(&self.text, 0);
        let bearers: Vec<Option<usize>> = letters.iter().map(token_of).collect();
        let is_kept = |bearer: &Option<usize>| {
            let token = bearer.and_then(|bearer| self.tokens.get(bearer));
            token.is_some_and(Token::is_kept)
        };
        let both = letters.into_iter().zip(bearers);
        both.filter(|(_, bearer)| !is_kept(bearer)).unzip()
    }
}

/// What two spellings of a character have in common.
#[derive(Debug, Clone, Copy)]
struct Letter {
    folded: char,
    /// Where in the text the character is.
    at: usize,
}

/// The text, which begins at `start`, without white space, case and accents, and without what
/// Apertium ignores.
fn letters(text: &str, start: usize) -> Vec<Letter> {
    let mut letters = Vec::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let at = start + at;
        if character.is_ascii() {
            if !character.is_whitespace() && character != '\0' {
                let folded = character.to_ascii_lowercase();
                letters.push(Letter { folded, at });
            }
            continue;
        }
        if is_ignored(character) {
            continue;
        }
        // Decomposed before all else, so that composed letters and others give the same.
        let folded = std::iter::once(character)
            .nfd()
            .filter(|character| !is_combining_mark(*character))
            .flat_map(char::to_uppercase)
            .flat_map(char::to_lowercase)
            .filter(|character| !character.is_whitespace() && !is_combining_mark(*character));
        letters.extend(folded.map(|folded| Letter { folded, at }));
    }
    letters
}

/// For each letter of `to`, the letters of `from` that it stands for, by a shortest edit script.
/// `None` if the two have less in common than not.
fn correspond(from: &[Letter], to: &[Letter]) -> Option<Vec<Range<usize>>> {
    let (shorter, longer) = (from.len().min(to.len()), from.len().max(to.len()));
    if shorter.saturating_mul(2) < longer {
        return None;
    }
    let folded =
        |letters: &[Letter]| -> Vec<char> { letters.iter().map(|letter| letter.folded).collect() };
    let edits = capture_diff_slices(Algorithm::Myers, &folded(from), &folded(to));
    let mut origins: Vec<Range<usize>> = Vec::with_capacity(to.len());
    let mut same = 0;
    for edit in edits {
        match edit {
            DiffOp::Equal { old_index, len, .. } => {
                same += len;
                origins.extend((old_index..old_index + len).map(|at| at..at + 1));
            }
            DiffOp::Replace {
                old_index,
                old_len,
                new_len,
                ..
            } => origins.extend(repeat_n(old_index..old_index + old_len, new_len)),
            // What is written in addition, such as an apostrophe, goes with what is before it.
            DiffOp::Insert { new_len, .. } => {
                let before = origins.last().cloned().unwrap_or(0..0);
                origins.extend(repeat_n(before, new_len));
            }
            DiffOp::Delete { .. } => {}
        }
    }
    (same * 2 >= longer).then_some(origins)
}

/// Cuts a text into tokens.
struct Tokeniser<'a> {
    source: &'a Labelled,
    tokens: Vec<Token>,
    /// The last character of the last token, if another may join it.
    last: Option<Character>,
}

/// A character of a token.
#[derive(Debug, Clone, Copy)]
struct Character {
    is_word: bool,
    /// The token of the source that it comes from, if there is just one.
    bearer: Option<usize>,
}

impl<'a> Tokeniser<'a> {
    const fn new(source: &'a Labelled) -> Self {
        Self {
            source,
            tokens: Vec::new(),
            last: None,
        }
    }

    /// Where the last token ends.
    fn end(&self) -> usize {
        self.tokens.last().map_or(0, |token| token.range.end)
    }

    /// Takes something kept.
    fn push_kept(&mut self, range: Range<usize>, index: usize) {
        let labels = vec![Label::Kept(index)];
        self.tokens.push(Token { range, labels });
        self.last = None;
    }

    /// Takes the next character, with the first and the last token of the source that it comes
    /// from.
    fn push(&mut self, range: Range<usize>, character: char, bearing: Option<(usize, usize)>) {
        if character.is_whitespace() {
            self.last = None;
            return;
        }
        let now = Character {
            is_word: character.is_alphanumeric(),
            bearer: bearing.and_then(|(first, last)| (first == last).then_some(first)),
        };
        let joins = self.last.is_some_and(|last| {
            let is_same = now.bearer.is_some() && last.bearer == now.bearer;
            is_same || (last.is_word && now.is_word) || is_ignored(character)
        });
        if !joins {
            self.tokens.push(Token {
                range: range.clone(),
                labels: Vec::new(),
            });
        }
        if let Some(token) = self.tokens.last_mut() {
            token.range.end = range.end;
            let source = bearing.and_then(|(first, last)| self.source.tokens.get(first..=last));
            for from in source.unwrap_or_default() {
                // What is kept has a token of its own.
                if !from.is_kept() {
                    token.add(&from.labels);
                }
            }
        }
        if !(joins && is_ignored(character)) {
            self.last = Some(now);
        }
    }
}

/// Whether a character is none that Apertium is given as a letter of its own.
fn is_ignored(character: char) -> bool {
    is_combining_mark(character) || matches!(character, '\0' | '\u{AD}' | '\u{FFFE}' | '\u{FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of another spelling, each with its labels: numbers of words, `@` for what is
    /// kept.
    fn transferred(stream: &str, kept: &[&str], text: &str) -> Option<String> {
        let kept: Vec<String> = kept.iter().map(|&text| text.to_owned()).collect();
        let mut stretches = vec![(text, None)];
        for (index, kept) in kept.iter().enumerate() {
            let last = stretches.pop().map_or("", |(text, _)| text);
            match last.split_once(kept.as_str()) {
                Some((before, after)) => {
                    stretches.extend([(before, None), (kept, Some(index)), (after, None)]);
                }
                None => stretches.push((last, None)),
            }
        }
        let labelled = Labelled::read(stream, &kept).transfer(stretches.into_iter())?;
        let token = |token: &Token| {
            let labels: Vec<String> = token
                .labels
                .iter()
                .map(|label| match label {
                    Label::Word(number) => number.to_string(),
                    Label::Kept(_) => "@".to_owned(),
                })
                .collect();
            format!("{}={}", &text[token.range.clone()], labels.join("+"))
        };
        let tokens: Vec<String> = labelled.tokens.iter().map(token).collect();
        Some(tokens.join(" "))
    }

    fn check(stream: &str, text: &str, expected: &str) {
        let found = transferred(stream, &["{0}", "{a b}"], text);
        assert_eq!(found.as_deref(), Some(expected), "{text:?}");
    }

    #[test]
    fn words_keep_their_labels() {
        check(
            "[[1]]~La[[/]] [[3; 2]]casa[[/]] roja[[4]].[[/]]",
            "La casa roja.",
            "La=1 casa=3+2 roja= .=4",
        );
    }

    #[test]
    fn contracted_words_have_the_labels_of_all() {
        check(
            "[[1]]~de[[/]] [[2]]~el[[/]] [[3]]río[[/]]",
            "del río",
            "del=1+2 río=3",
        );
        check(
            "[[1]]~à[[/]] [[2]]~le[[/]] [[3]]fleuve[[/]]",
            "au fleuve",
            "au=1+2 fleuve=3",
        );
    }

    #[test]
    fn an_elided_word_stays_a_word_of_its_own() {
        check("[[1]]~El[[/]] [[2]]home[[/]]", "L'home", "L'=1 home=2");
        check(
            "[[1]]~de[[/]] [[2]]ancienne[[/]]",
            "d'ancienne",
            "d'=1 ancienne=2",
        );
        check("[[1]]don't[[/]] [[2]]go[[/]]", "don't go", "don't=1 go=2");
    }

    #[test]
    fn each_of_several_words_has_the_label_they_share() {
        check(
            "[[1]]in front of[[/]] [[2]]it[[/]]",
            "In front of it",
            "In=1 front=1 of=1 it=2",
        );
    }

    #[test]
    fn case_spacing_accents_and_ignored_characters_do_not_matter() {
        check(
            "[[1]]straße[[/]]  [[2]]été[[/]] .",
            "STRASSE E\u{301}TÉ.",
            "STRASSE=1 E\u{301}TÉ=2 .=",
        );
        check(
            "[[1]]ab[[/]] [[2]]c[[/]]",
            "a\u{AD}b\0 c",
            "a\u{AD}b\0=1 c=2",
        );
    }

    #[test]
    fn what_is_kept_may_stand_elsewhere() {
        check(
            "[[1]]~El[[/]] [k0] [[2]]amic[[/]] [k1]",
            "L'amic {0} {a b}",
            "L'=1 amic=2 {0}=@ {a b}=@",
        );
        check(
            "[[1]]Click[[/]][k0][[2]]here[[/]]",
            "Click{0}here",
            "Click=1 {0}=@ here=2",
        );
    }

    #[test]
    fn a_period_that_was_added_is_left_out() {
        check("[[1]]casa[[/]][[2]].[[/]][k0]", "casa{0}", "casa=1 {0}=@");
    }

    #[test]
    fn another_text_is_no_spelling_of_it() {
        assert_eq!(transferred("[[1]]casa[[/]]", &[], "house"), None);
        assert_eq!(transferred("", &[], "house"), None);
        assert_eq!(transferred("", &[], ""), Some(String::new()));
    }

    #[test]
    fn streams_without_an_end_are_read_as_far_as_they_go() {
        for stream in [
            "[[1",
            "[[1]]a",
            "[[1]]a[[",
            "[k0",
            "^a",
            "\\",
            "[[;x]]a[[/]]",
        ] {
            let labelled = Labelled::read(stream, &[]);
            assert!(labelled.tokens.len() <= 1, "{stream:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn tokens_are_ordered_ranges_of_the_text(stream in r"[\[\]/a-cİß ~;k0-3\\^$']{0,60}", text in r"[a-cİß '\u{301}.\u{AD}\x00]{0,40}") {
            let labelled = Labelled::read(&stream, &["x y".to_owned()]);
            if let Some(found) = labelled.transfer([(text.as_str(), None), ("x y", Some(0))].into_iter()) {
                let mut end = 0;
                for token in &found.tokens {
                    assert!(token.range.start >= end && found.text.get(token.range.clone()).is_some());
                    end = token.range.end;
                }
            }
        }
    }
}
