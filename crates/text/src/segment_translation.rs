use std::borrow::Cow;
use std::ops::Range;

use crate::edits::Edits;
use crate::placeholder_copies::find_copies;
use crate::{Alignment, Edit, Origin, PlaceholderCopy, Segment};

/// The translation of a segment, with what is known of the words in it. Changes of its text move all of that along.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SegmentTranslation {
    text: String,
    alignment: Option<Alignment>,
    origin: Origin,
    /// None until they are looked for.
    placeholders: Option<Vec<PlaceholderCopy>>,
    terms: Vec<Option<Range<usize>>>,
}

impl SegmentTranslation {
    /// A translation whose engine says which words stand for which.
    ///
    /// Tokens of the alignment that are no ranges of the text are the caller's mistake; what uses
    /// them leaves them out.
    #[must_use]
    pub fn aligned(text: String, alignment: Alignment) -> Self {
        Self {
            alignment: Some(alignment),
            ..Self::from(text)
        }
    }

    /// The translation as one that comes from there.
    #[must_use]
    pub const fn with_origin(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// Where it comes from. [`Origin::Untranslated`] until somebody says it.
    #[must_use]
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// The translation.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The translation alone.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// Which words stand for which, if it was asked for and the engine knows.
    #[must_use]
    pub const fn alignment(&self) -> Option<&Alignment> {
        self.alignment.as_ref()
    }

    /// Finds the placeholders of the segment in its translation, unless they have been found before. What changes the
    /// text from then on is known not to bring others.
    pub fn find_placeholders(&mut self, segment: &Segment) {
        if self.placeholders.is_none() {
            self.placeholders = Some(self.search(segment));
        }
    }

    /// The copies of the placeholders of the segment, in the order of the translation.
    #[must_use]
    pub fn placeholders(&self, segment: &Segment) -> Cow<'_, [PlaceholderCopy]> {
        match &self.placeholders {
            Some(placeholders) => Cow::Borrowed(placeholders),
            None => Cow::Owned(self.search(segment)),
        }
    }

    fn search(&self, segment: &Segment) -> Vec<PlaceholderCopy> {
        find_copies(segment, &self.text, self.alignment.as_ref())
    }

    /// Says where the terms of the segment stand: a byte range for each of them, in their order, if the translation uses
    /// it.
    pub fn set_terms(&mut self, terms: Vec<Option<Range<usize>>>) {
        self.terms = terms;
    }

    /// Where those terms stand that are [known](Self::set_terms) to be used.
    pub fn terms(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.terms.iter().flatten().cloned()
    }

    /// Replaces stretches of the translation; the alignment and the places of terms follow, and those of placeholders that
    /// stay as they are.
    ///
    /// `edits` are in the order of the text and do not overlap. One that overlaps an earlier one
    /// or is no range of the text is left out.
    pub fn edit(&mut self, mut edits: Vec<Edit>) {
        let (mut end, mut text) = (0, String::with_capacity(self.text.len()));
        edits.retain(|edit| {
            let is_text = edit.range.start >= end && self.text.get(edit.range.clone()).is_some();
            if is_text {
                text.push_str(self.text.get(end..edit.range.start).unwrap_or_default());
                text.push_str(&edit.text);
                end = edit.range.end;
            }
            is_text
        });
        text.push_str(self.text.get(end..).unwrap_or_default());
        let edits = Edits::new(&edits);
        if let Some(alignment) = &mut self.alignment {
            alignment.follow(&edits);
        }
        if let Some(placeholders) = &mut self.placeholders {
            placeholders.retain(|copy| !edits.change(&copy.range));
            for PlaceholderCopy { range, .. } in placeholders {
                *range = edits.moved(range);
            }
        }
        for term in self.terms.iter_mut().flatten() {
            *term = edits.moved(term);
        }
        self.text = text;
    }

    /// Replaces the translation by a version of it that differs in one stretch; the alignment
    /// follows.
    pub fn rewrite(&mut self, text: &str) {
        let same = |(one, other): &(char, char)| one == other;
        let of_pair = |(character, _): (char, char)| character.len_utf8();
        let start: usize = (self.text.chars().zip(text.chars()))
            .take_while(same)
            .map(of_pair)
            .sum();
        let (old, new) = (
            self.text.get(start..).unwrap_or_default(),
            text.get(start..).unwrap_or_default(),
        );
        let kept: usize = (old.chars().rev().zip(new.chars().rev()))
            .take_while(same)
            .map(of_pair)
            .sum();
        let edit = Edit {
            range: start..self.text.len() - kept,
            text: new.get(..new.len() - kept).unwrap_or_default().to_owned(),
        };
        if !edit.range.is_empty() || !edit.text.is_empty() {
            self.edit(vec![edit]);
        }
    }
}

impl From<String> for SegmentTranslation {
    /// A translation of which nothing but the text is known.
    fn from(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a list of one token")]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::Link;

    /// A translation with a token for each word.
    fn translation(text: &str) -> SegmentTranslation {
        let mut alignment = Alignment::new(vec![0..1]);
        for word in text.split(' ') {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            alignment.push(
                start..start + word.len(),
                [Link {
                    source: 0,
                    weight: 1.0,
                }],
            );
        }
        SegmentTranslation::aligned(text.to_owned(), alignment)
    }

    fn tokens(translation: &SegmentTranslation) -> Vec<&str> {
        let tokens = translation.alignment().unwrap().target_tokens();
        let text = |range: &Range<usize>| translation.text().get(range.clone()).unwrap();
        tokens.iter().map(text).collect()
    }

    fn edited(text: &str, edits: &[(Range<usize>, &str)]) -> SegmentTranslation {
        let mut translation = translation(text);
        let edit = |(range, text): &(Range<usize>, &str)| Edit {
            range: range.clone(),
            text: (*text).to_owned(),
        };
        translation.edit(edits.iter().map(edit).collect());
        translation
    }

    #[test]
    fn places_of_placeholders_and_terms_follow_changes() {
        let segment = Segment::new("{a} and {b}", vec![0..3, 8..11]);
        let mut translation = SegmentTranslation::from("{b} und das {a} hier".to_owned());
        translation.find_placeholders(&segment);
        let found = |translation: &SegmentTranslation| -> Vec<(Range<usize>, Option<usize>)> {
            let copies = translation.placeholders(&segment).into_owned().into_iter();
            copies.map(|copy| (copy.range, copy.placeholder)).collect()
        };
        assert_eq!(found(&translation), [(0..3, Some(1)), (12..15, Some(0))]);
        translation.set_terms(vec![Some(8..11), None]);
        let edit = |range, text: &str| Edit {
            range,
            text: text.to_owned(),
        };
        translation.edit(vec![edit(0..0, "\u{201e}"), edit(8..11, "jenes")]);
        assert_eq!(translation.text(), "\u{201e}{b} und jenes {a} hier");
        let texts = |ranges: Vec<Range<usize>>| -> Vec<String> {
            let text = |range: Range<usize>| translation.text()[range].to_owned();
            ranges.into_iter().map(text).collect()
        };
        assert_eq!(found(&translation), [(3..6, Some(1)), (17..20, Some(0))]);
        assert_eq!(texts(translation.terms().collect()), ["jenes"]);
        let start = translation.text().find("{a}").unwrap();
        translation.edit(vec![edit(start + 1..start + 2, "x")]);
        assert_eq!(found(&translation), [(3..6, Some(1))]);
    }

    #[test]
    fn tokens_follow_the_words_they_stand_for() {
        let after = edited(
            "the colour of a flat",
            &[(4..10, "color"), (16..20, "apartment")],
        );
        assert_eq!(after.text(), "the color of a apartment");
        assert_eq!(tokens(&after), ["the", "color", "of", "a", "apartment"]);
    }

    #[test]
    fn a_change_of_several_tokens_belongs_to_the_first() {
        let after = edited("one two three four", &[(4..13, "2 and 3")]);
        assert_eq!(tokens(&after), ["one", "2 and 3", "", "four"]);
    }

    #[test]
    fn a_change_of_several_tokens_stands_for_what_they_all_stood_for() {
        let mut alignment = Alignment::new(vec![0..1, 1..2, 2..3]);
        for (source, token) in [0..2, 3..5, 6..8].into_iter().enumerate() {
            alignment.push(
                token,
                [Link {
                    source,
                    weight: 1.0,
                }],
            );
        }
        let mut translation = SegmentTranslation::aligned("ab cd ef".to_owned(), alignment);
        translation.edit(vec![Edit {
            range: 0..5,
            text: "x".to_owned(),
        }]);
        let alignment = translation.alignment().unwrap();
        let sources = |token| -> Vec<usize> {
            let links = alignment.links(token).iter();
            links.map(|link| link.source).collect()
        };
        assert_eq!(tokens(&translation), ["x", "", "ef"]);
        assert_eq!(
            [sources(0), sources(1), sources(2)],
            [vec![0, 1], vec![1], vec![2]]
        );
    }

    #[test]
    fn a_change_inside_a_token_stays_in_it() {
        let after = edited("some organisation", &[(10..11, "z"), (17..17, "s")]);
        assert_eq!(after.text(), "some organzsations");
        assert_eq!(tokens(&after), ["some", "organzsation"]);
    }

    #[test]
    fn a_change_across_a_border_is_left_to_the_token_before() {
        let after = edited("ab cd ef", &[(1..4, "-")]);
        assert_eq!(after.text(), "a-d ef");
        assert_eq!(tokens(&after), ["a-", "d", "ef"]);
    }

    #[test]
    fn insertions_belong_to_no_token() {
        let after = edited("ab cd", &[(0..0, "«"), (3..3, "x "), (5..5, "»")]);
        assert_eq!(after.text(), "«ab x cd»");
        assert_eq!(tokens(&after), ["ab", "cd"]);
    }

    #[test]
    fn edits_that_overlap_or_leave_the_text_are_left_out() {
        let after = edited("ab cd", &[(0..2, "x"), (1..3, "y"), (4..9, "z")]);
        assert_eq!(after.text(), "x cd");
        assert_eq!(tokens(&after), ["x", "cd"]);
    }

    #[test]
    fn a_version_that_differs_in_one_stretch_keeps_the_tokens_around_it() {
        let mut after = translation("der hund bellt laut.");
        after.rewrite("der Hund bellt laut.");
        after.rewrite("der Hund bellt laut!!");
        assert_eq!(tokens(&after), ["der", "Hund", "bellt", "laut!!"]);
        after.rewrite("der laut!!");
        assert_eq!(after.text(), "der laut!!");
        after.rewrite("");
        assert_eq!(after.text(), "");
    }

    #[test]
    fn links_to_unknown_tokens_are_left_out() {
        let mut alignment = Alignment::new(vec![0..1, 1..2]);
        let link = |source, weight| Link { source, weight };
        alignment.push(0..1, [link(0, 0.2), link(1, 0.7), link(2, 0.9)]);
        alignment.push(1..2, [link(0, 0.0)]);
        assert_eq!(alignment.links(0), [link(0, 0.2), link(1, 0.7)]);
        assert_eq!(alignment.strongest(0), Some(1));
        assert_eq!(alignment.strongest(1), None);
        assert_eq!(alignment.strongest(2), None);
    }
}
