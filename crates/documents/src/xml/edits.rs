use std::collections::BTreeMap;
use std::ops::Range;

/// Replacements of ranges of a part, collected in any order and applied in one pass.
///
/// A replacement of a range takes up the replacements that were made within it
/// before: see [`Edits::take`].
#[derive(Debug, Default)]
pub(crate) struct Edits {
    /// By where they begin; then the end and the new text. Ranges do not overlap.
    replacements: BTreeMap<usize, (usize, String)>,
}

impl Edits {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.replacements.is_empty()
    }

    /// Puts a text in the place of a range. What was to be put within the range is forgotten, and text
    /// that is to be put in an empty range comes after what is there already.
    pub(crate) fn replace(&mut self, range: Range<usize>, text: String) {
        if range.is_empty() {
            let place = self.replacements.entry(range.start);
            let (_, present) = place.or_insert_with(|| (range.end, String::new()));
            present.push_str(&text);
            return;
        }
        let within: Vec<usize> = self.starts_within(&range).collect();
        for start in within {
            self.replacements.remove(&start);
        }
        self.replacements.insert(range.start, (range.end, text));
    }

    /// The text of a range with the replacements that were made in it. They are taken out: the caller
    /// puts the text somewhere.
    pub(crate) fn take(&mut self, part: &str, range: &Range<usize>) -> String {
        let within: Vec<usize> = self.starts_within(range).collect();
        let mut text = String::new();
        let mut copied = range.start;
        for start in within {
            if let Some((end, replacement)) = self.replacements.remove(&start) {
                text.push_str(part.get(copied..start).unwrap_or_default());
                text.push_str(&replacement);
                copied = end;
            }
        }
        text.push_str(part.get(copied..range.end).unwrap_or_default());
        text
    }

    /// As [`Edits::take`], but they stay.
    pub(crate) fn copy(&self, part: &str, range: &Range<usize>) -> String {
        let mut text = String::new();
        let mut copied = range.start;
        for start in self.starts_within(range) {
            if let Some((end, replacement)) = self.replacements.get(&start) {
                text.push_str(part.get(copied..start).unwrap_or_default());
                text.push_str(replacement);
                copied = *end;
            }
        }
        text.push_str(part.get(copied..range.end).unwrap_or_default());
        text
    }

    /// The whole part with all replacements.
    pub(crate) fn apply(mut self, part: &str) -> String {
        self.take(part, &(0..part.len()))
    }

    fn starts_within(&self, range: &Range<usize>) -> impl Iterator<Item = usize> {
        let end = range.end;
        self.replacements
            .range(range.start..=end)
            .filter(move |(_, (last, _))| *last <= end)
            .map(|(start, _)| *start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacements_are_applied_in_the_order_of_their_places() {
        let mut edits = Edits::default();
        edits.replace(6..11, "there".into());
        edits.replace(0..1, "J".into());
        edits.replace(11..11, "!".into());
        assert_eq!(edits.apply("Hello world"), "Jello there!");
    }

    #[test]
    fn a_text_that_is_moved_takes_its_replacements_with_it() {
        let mut edits = Edits::default();
        edits.replace(2..3, "X".into());
        let moved = edits.take("abcdef", &(1..4));
        edits.replace(0..6, format!("<{moved}>"));
        assert_eq!(edits.apply("abcdef"), "<bXd>");
    }

    #[test]
    fn a_text_that_is_copied_has_its_replacements_in_both_places() {
        let mut edits = Edits::default();
        edits.replace(2..3, "X".into());
        let copied = edits.copy("abcdef", &(1..4));
        edits.replace(6..6, copied);
        assert_eq!(edits.apply("abcdef"), "abXdefbXd");
    }
}
