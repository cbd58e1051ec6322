//! Plain text: its paragraphs are units, and the layout around them stays.

mod layout;
mod shape;

use std::io::Write;

use crate::collection::{Collection, changed_units};
use crate::encoding::{Edit, TextFile};
use crate::lines;
use crate::values::has_words;
use crate::{Content, Document, DocumentError, Options, Piece, Source, Unit};

use layout::{Block, Form, blocks};

/// A file of plain text.
///
/// Units are paragraphs without their indentation and bullets. A paragraph whose lines were evidently wrapped
/// is one unit, and its translation is wrapped as wide; any other line is a unit of its own. In tables
/// of white space or bars each cell is one, and the columns stay in their places as far as there is room.
#[derive(Debug)]
pub struct PlainText {
    file: TextFile,
    units: Vec<Unit>,
    /// Where the units stand.
    blocks: Vec<Block>,
}

impl PlainText {
    /// Reads a file of text in whichever encoding it is.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is no text, [`DocumentError::TooLarge`] and
    /// [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let file = TextFile::read(source, &options.limits, "text")?;
        let mut collection = Collection::new(&options.limits);
        let mut kept = Vec::new();
        let lines = file.lines(&options.limits)?;
        for block in blocks(file.text(), &lines) {
            let text = block.text(file.text());
            if has_words(&text) {
                collection.push(Content::new([Piece::Text(text)]))?;
                kept.push(block);
            }
        }
        Ok(Self {
            units: collection.into_units(),
            blocks: kept,
            file,
        })
    }
}

impl Document for PlainText {
    fn units(&self) -> &[Unit] {
        &self.units
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let mut writer = Writer {
            file: &self.file,
            edits: Vec::new(),
            shift: 0,
            row: 0,
        };
        for (block, translation) in self
            .blocks
            .iter()
            .zip(changed_units(&self.units, translations))
        {
            if let Some(translation) = translation {
                // What ends a line here would end the paragraph.
                let text = translation.text();
                let words: Vec<&str> = text.split(['\r', '\n']).map(str::trim).collect();
                writer.put(block, words.join(" ").trim());
            }
        }
        self.file.write(&writer.edits, output)
    }
}

struct Writer<'a> {
    file: &'a TextFile,
    edits: Vec<Edit>,
    /// How much further right than in the source the next cell of the row begins.
    shift: usize,
    row: usize,
}

impl Writer<'_> {
    fn put(&mut self, block: &Block, text: &str) {
        let source = self.file.get(block.range.clone());
        match &block.form {
            Form::Line { underline } => {
                self.edit(block.range.clone(), text.to_owned());
                if let Some((range, mark)) = underline {
                    let marks = std::iter::repeat_n(*mark, lines::width(text).max(1));
                    self.edit(range.clone(), marks.collect());
                }
            }
            Form::Wrapped {
                first,
                others,
                lines: parts,
                prefix,
            } => {
                let ends = parts.iter().zip(parts.iter().skip(1));
                let ends = ends.map(|(line, next)| line_end(self.file.get(line.end..next.start)));
                let mut ends: Vec<&str> = ends.collect();
                let last = ends.pop().unwrap_or("\n");
                let mut ends = ends.into_iter().chain(std::iter::repeat(last));
                let prefix = self.file.get(prefix.clone());
                let mut wrapped = String::new();
                for (index, line) in lines::wrap(text, *first, *others).iter().enumerate() {
                    if index > 0 {
                        wrapped.push_str(ends.next().unwrap_or("\n"));
                        wrapped.push_str(prefix);
                    }
                    wrapped.push_str(line);
                }
                self.edit(block.range.clone(), wrapped);
            }
            Form::Cell { row, cell } => {
                let spaces = &cell.spaces;
                if *row != self.row {
                    (self.row, self.shift) = (*row, 0);
                }
                let before = lines::width(source) + spaces.len();
                let after = lines::width(text) + self.shift;
                let gap = if spaces.is_empty() {
                    0
                } else {
                    before.saturating_sub(after).max(cell.least_spaces)
                };
                self.shift = (after + gap).saturating_sub(before);
                let text = format!("{text}{}", " ".repeat(gap));
                self.edit(block.range.start..spaces.end, text);
            }
        }
    }

    fn edit(&mut self, range: std::ops::Range<usize>, replacement: String) {
        self.edits.push(Edit { range, replacement });
    }
}

/// What ends the line in what stands between the texts of two lines.
fn line_end(between: &str) -> &str {
    let end = between.trim_start_matches(|character| !matches!(character, '\r' | '\n'));
    let length = if end.starts_with("\r\n") { 2 } else { 1 };
    end.get(..length).unwrap_or("\n")
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use dragoman_language::Language;

    use super::*;
    use crate::Limits;

    const HANDBOOK: &str = include_str!("../../testdata/txt/handbook.txt");

    fn read(text: &[u8]) -> PlainText {
        let options = Options::to(Language::parse("de").unwrap());
        PlainText::read(&mut Cursor::new(text.to_vec()), &options).unwrap()
    }

    fn texts(text: &str) -> Vec<String> {
        let document = read(text.as_bytes());
        document
            .units()
            .iter()
            .map(|unit| unit.content.text())
            .collect()
    }

    fn translated(text: &str, translate: impl Fn(&str) -> String) -> String {
        let mut document = read(text.as_bytes());
        let translations = document
            .units()
            .iter()
            .map(|unit| Some(Content::new([Piece::Text(translate(&unit.content.text()))])));
        let translations: Vec<_> = translations.collect();
        let mut output = Vec::new();
        document.write(&translations, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn paragraphs_items_and_cells_are_units() {
        let units = texts(HANDBOOK);
        assert_eq!(units[0], "Care of the Instrument");
        assert!(units[1].starts_with("The instrument is") && units[1].ends_with("in the sun."));
        assert!(units[2].starts_with("A paragraph may") && units[2].ends_with("of the others."));
        assert_eq!(units[3], "What belongs to it:");
        assert!(
            units[4].ends_with("surface of the instrument after use"),
            "{}",
            units[4]
        );
        assert_eq!(units[5], "a spare string");
        assert!(units[6].ends_with("it needs another line of its own"));
        assert_eq!(units[7..10], ["Part", "Number", "Where"]);
        assert_eq!(
            units[10..14],
            ["Bridge", "in the case", "Long neck", "in the case"]
        );
        assert!(units[14].ends_with("with its signs in front of each line as it was."));
        assert_eq!(units[15..], ["12 High Street", "Hill Town"]);
    }

    #[test]
    fn a_text_whose_units_stay_keeps_its_bytes() {
        assert_eq!(translated(HANDBOOK, str::to_owned), HANDBOOK);
        let mixed = "One\r\n\tTwo  \rThree\n\n\n  four";
        assert_eq!(translated(mixed, str::to_owned), mixed);
    }

    #[test]
    fn a_wrapped_paragraph_is_wrapped_again_at_its_width() {
        let longer = translated(HANDBOOK, |text| format!("{text} {text}"));
        let start = longer.find("The instrument").unwrap();
        let end = start + longer[start..].find("\n\n").unwrap();
        let lines: Vec<&str> = longer[start..end].lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(lines.iter().all(|line| line.len() <= 71), "{lines:?}");
        let quoted = longer.lines().filter(|line| line.starts_with("> "));
        assert_eq!(quoted.count(), 3);
        assert!(longer.contains("\n    instrument after use the case"));
        assert!(longer.contains("\n======================================"));
    }

    #[test]
    fn only_letters_that_are_read_change() {
        let upper = translated(HANDBOOK, str::to_uppercase);
        assert_eq!(upper.to_lowercase(), HANDBOOK.to_lowercase());
        let left: Vec<&str> = upper
            .lines()
            .filter(|line| line.contains(char::is_lowercase))
            .collect();
        assert_eq!(left, ["( o.o )"]);
    }

    #[test]
    fn columns_stay_in_their_places_as_far_as_there_is_room() {
        let table = "Name      Size      Place\nA         small     here\n";
        assert_eq!(
            translated(table, |cell| match cell {
                "Name" => "Bezeichnung".to_owned(),
                "Size" => "Größe".to_owned(),
                "A" => "Äh".to_owned(),
                other => other.to_owned(),
            }),
            "Bezeichnung  Größe  Place\nÄh        small     here\n"
        );
        let bars = "| Name | Size |\n|------|------|\n";
        assert_eq!(
            translated(bars, |cell| cell[..1].to_owned()),
            "| N    | S    |\n|------|------|\n"
        );
    }

    #[test]
    fn lines_that_were_not_wrapped_stay_apart() {
        let address = "John Smith\n12 High Street\nLondon\n";
        assert_eq!(texts(address), ["John Smith", "12 High Street", "London"]);
        let paragraphs = "This paragraph is a line by itself and as long as it happens to be, more than that.\nAnd this is another one.\n";
        assert_eq!(texts(paragraphs).len(), 2);
    }

    #[test]
    fn two_lines_wrapped_by_hand_are_one_unit_if_the_sentence_goes_on() {
        let text = "This line was wrapped by hand a little earlier than anybody has\nto do it, so that there is room left.\n";
        assert_eq!(texts(text).len(), 1);
        assert_eq!(texts(&text.replace("\nto", "\nTo")).len(), 1);
        assert_eq!(texts(&text.replace("has\nto", "has.\nTo")).len(), 2);
    }

    #[test]
    fn lines_over_which_sentences_run_are_one_unit_even_if_they_are_ragged() {
        let text = "A paragraph which somebody changed here and there\nwithout wrapping it anew, so that\nits lines are not as long as they might be, is still one\nparagraph, and only short lines\nend it.\n";
        assert_eq!(texts(text).len(), 5);
        let even = text
            .replace("so that\n", "so that for the moment\n")
            .replace("only short lines\n", "only shorter lines than these ");
        assert_eq!(texts(&even).len(), 1);
        let verses = "The rose that blooms within the garden wall\nHas never known the wind, nor will it know\nThe cold that comes upon the fields in fall\n";
        assert_eq!(texts(verses).len(), 3);
    }

    #[test]
    fn chinese_lines_are_joined_without_a_space_and_wrapped_by_columns() {
        let text =
            "这是一个很长的段落，因为行的宽度有限，所以需要在每一行的末尾换到下一行。".repeat(3);
        let text = format!("{}\r\n", lines::wrap(&text, 42, 42).join("\r\n"));
        let units = texts(&text);
        assert_eq!(units.len(), 1, "{units:?}");
        assert!(!units[0].contains(' '));
        let doubled = translated(&text, |unit| unit.repeat(2));
        assert!(doubled.lines().all(|line| lines::width(line) <= 44) && doubled.contains("\r\n"));
        assert!(!doubled.replace("\r\n", "").contains('\n'));
    }

    #[test]
    fn a_file_of_addresses_and_numbers_has_no_units() {
        assert!(texts("https://example.org/a\n<me@example.org>\n12.5 %\n-----\n").is_empty());
        assert!(texts("").is_empty());
    }

    #[test]
    fn line_ends_in_a_translation_become_spaces() {
        assert_eq!(
            translated("One two\n", |_| " eins\r\nzwei\n".to_owned()),
            "eins  zwei\n"
        );
    }

    #[test]
    fn units_and_lines_are_limited() {
        let limits = Limits {
            units: 2,
            ..Limits::default()
        };
        let options = Options {
            limits,
            ..Options::to(Language::parse("de").unwrap())
        };
        for (text, is_small) in [("a\n\nb", true), ("a   b   c", false), ("\n\n\n", false)] {
            let read = PlainText::read(&mut Cursor::new(text.as_bytes().to_vec()), &options);
            assert_eq!(read.is_ok(), is_small, "{text:?}");
            if let Err(error) = read {
                assert!(matches!(error, DocumentError::TooLarge { most: 2, .. }));
            }
        }
    }
}
