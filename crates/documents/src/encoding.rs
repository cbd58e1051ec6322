//! Files of text in the encoding in which they come: decoded to edit them, and encoded again.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EncoderResult, UTF_8, UTF_16BE, UTF_16LE};

use crate::input::read_whole;
use crate::{DocumentError, Limits, Source, lines, overseer};

/// What stands where bytes mean nothing in their encoding.
const REPLACEMENT: char = '\u{fffd}';

/// How much of a file is looked at to tell UTF-16 from other encodings.
const SAMPLE_BYTES: usize = 8 << 10;

/// What a line takes with what is found in it, in bytes.
const OF_LINE: usize = 144;

/// A change of a text: what stands in a range of it from now on.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    pub(crate) range: Range<usize>,
    pub(crate) replacement: String,
}

/// Changes of a text of which one may be within another, by where they start: text that is translated may stand within a code
/// of other text. What is within is changed first, then copied into the other, and is a part of that from then on.
#[derive(Debug, Default)]
pub(crate) struct NestedEdits(BTreeMap<usize, (usize, String)>);

impl NestedEdits {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Changes what stands in a range, with all that was changed in it.
    pub(crate) fn replace(&mut self, range: Range<usize>, replacement: String) {
        let within: Vec<usize> = self.within(&range).map(|(at, _)| *at).collect();
        for start in within {
            self.0.remove(&start);
        }
        self.0.insert(range.start, (range.end, replacement));
    }

    /// Adds to `written` what stands in a range of a text, with the changes within it.
    pub(crate) fn copy(&self, text: &str, range: &Range<usize>, written: &mut String) {
        let get = |range: Range<usize>| text.get(range).unwrap_or_default();
        let mut start = range.start;
        for (edit_start, (edit_end, replacement)) in self.within(range) {
            written.push_str(get(start..*edit_start));
            written.push_str(replacement);
            start = *edit_end;
        }
        written.push_str(get(start..range.end));
    }

    /// The changes that start in a range. A map panics where a range ends before it starts.
    fn within(&self, range: &Range<usize>) -> impl Iterator<Item = (&usize, &(usize, String))> {
        self.0.range(range.start..range.end.max(range.start))
    }

    /// The changes in their order, which do not overlap.
    pub(crate) fn into_edits(self) -> Vec<Edit> {
        let edits = self.0.into_iter();
        let edits = edits.map(|(start, (end, replacement))| Edit {
            range: start..end,
            replacement,
        });
        edits.collect()
    }
}

/// A file of text, with what it takes to write it with all its bytes again.
#[derive(Debug)]
pub(crate) struct TextFile {
    bytes: Vec<u8>,
    mark: usize,
    text: String,
    encoding: &'static encoding_rs::Encoding,
    /// Lines whose bytes are not those that encoding their text gives, in their order.
    irregular: Vec<IrregularLine>,
}

#[derive(Debug)]
struct IrregularLine {
    text: Range<usize>,
    bytes: Range<usize>,
}

impl TextFile {
    /// Reads a file of text in whichever encoding it is.
    pub(crate) fn read(
        source: &mut dyn Source,
        limits: &Limits,
        format: &'static str,
    ) -> Result<Self, DocumentError> {
        Self::read_declared(source, limits, format, |_| None)
    }

    /// Reads a file of text that may itself say in which encoding it is. A byte order mark and UTF-16 without
    /// one are known before, and broken UTF-8 is not taken for UTF-8 whatever it says.
    pub(crate) fn read_declared(
        source: &mut dyn Source,
        limits: &Limits,
        format: &'static str,
        declared: impl Fn(&[u8]) -> Option<&'static encoding_rs::Encoding>,
    ) -> Result<Self, DocumentError> {
        // Such a file is nothing but text.
        let most = u64::try_from(limits.text_bytes).unwrap_or(u64::MAX);
        let bytes = read_whole(source, most.min(limits.entry_bytes))?;
        let (encoding, mark) =
            detect(&bytes, declared).ok_or_else(|| DocumentError::Malformed {
                format,
                reason: "it is not text in an encoding that is known".to_owned(),
            })?;
        Ok(Self::decode(bytes, encoding, mark))
    }

    fn decode(bytes: Vec<u8>, encoding: &'static encoding_rs::Encoding, mark: usize) -> Self {
        let body = bytes.get(mark..).unwrap_or_default();
        let mut text = decode(body, encoding);
        let mut irregular = Vec::new();
        if encode(&text, encoding) != body {
            // Line by line, so that what is broken in one does not reach into the next.
            text.clear();
            let mut start = mark;
            for line in byte_lines(body, encoding) {
                let (text_start, end) = (text.len(), start + line.len());
                let decoded = decode(line, encoding);
                text.push_str(&decoded);
                if encode(&decoded, encoding) != line {
                    irregular.push(IrregularLine {
                        text: text_start..text.len(),
                        bytes: start..end,
                    });
                }
                start = end;
            }
        }
        Self {
            mark,
            text,
            encoding,
            irregular,
            bytes,
        }
    }

    /// The whole text, without the byte order mark.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether the file begins with a byte order mark.
    pub(crate) fn has_mark(&self) -> bool {
        self.mark > 0
    }

    /// The lines of the text, of which there are no more than there may be units.
    pub(crate) fn lines(&self, limits: &Limits) -> Result<Vec<Range<usize>>, DocumentError> {
        let ends = self
            .text
            .bytes()
            .filter(|byte| matches!(byte, b'\r' | b'\n'));
        if ends.take(limits.units.saturating_add(1)).count() > limits.units {
            return Err(DocumentError::TooLarge {
                what: "lines",
                most: u64::try_from(limits.units).unwrap_or(u64::MAX),
            });
        }
        let lines = lines::split(&self.text);
        overseer::borrow(lines.len().saturating_mul(OF_LINE))?;
        Ok(lines)
    }

    /// The text in a range of it; nothing where the range is none.
    pub(crate) fn get(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// The encoding in which the file is read.
    pub(crate) fn encoding(&self) -> &'static encoding_rs::Encoding {
        self.encoding
    }

    /// Whether the file's encoding has this character.
    pub(crate) fn has(&self, character: char) -> bool {
        is_unicode(self.encoding) || {
            let mut buffer = [0; 4];
            encode_strictly(character.encode_utf8(&mut buffer), self.encoding).is_some()
        }
    }

    /// Whether the file stays in its encoding with these changes; else it becomes UTF-8.
    pub(crate) fn keeps_encoding(&self, edits: &[Edit]) -> bool {
        let mut replacements = edits.iter().map(|edit| edit.replacement.as_str());
        is_unicode(self.encoding)
            || replacements.all(|text| {
                text.chars()
                    .filter(|character| !character.is_ascii())
                    .all(|character| character == REPLACEMENT || self.has(character))
            })
    }

    /// The text with changes, which are in their order and do not overlap.
    pub(crate) fn edited(&self, edits: &[Edit]) -> String {
        let mut text = String::with_capacity(self.text.len());
        let mut start = 0;
        for edit in edits {
            text.push_str(self.get(start..edit.range.start));
            text.push_str(&edit.replacement);
            start = edit.range.end;
        }
        text.push_str(self.get(start..self.text.len()));
        text
    }

    /// Writes the file with changes, which are in their order and do not overlap: in its encoding, or
    /// in UTF-8 if that lacks a character of a change. Lines without changes keep their bytes.
    pub(crate) fn write(
        &self,
        edits: &[Edit],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let encoding = if self.keeps_encoding(edits) {
            self.encoding
        } else {
            UTF_8
        };
        self.write_in(encoding, edits, output)
    }

    /// Writes the file with changes in its encoding or, if that is not UTF-16, in UTF-8: for files that say in which
    /// they are, where what they say and what they are must be one decision.
    pub(crate) fn write_in(
        &self,
        encoding: &'static encoding_rs::Encoding,
        edits: &[Edit],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        if edits.is_empty() {
            output.write_all(&self.bytes)?;
            return Ok(());
        }
        output.write_all(self.bytes.get(..self.mark).unwrap_or_default())?;
        let mut start = 0;
        for edit in edits {
            self.copy(start..edit.range.start, encoding, output)?;
            output.write_all(&encode(&edit.replacement, encoding))?;
            start = edit.range.end;
        }
        self.copy(start..self.text.len(), encoding, output)
    }

    fn copy(
        &self,
        range: Range<usize>,
        encoding: &'static encoding_rs::Encoding,
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let mut start = range.start;
        let first = self
            .irregular
            .partition_point(|line| line.text.start < start);
        let lines = self.irregular.get(first..).unwrap_or_default();
        let lines = lines.iter().take_while(|line| line.text.end <= range.end);
        for line in lines.filter(|_| encoding == self.encoding) {
            output.write_all(&encode(self.get(start..line.text.start), encoding))?;
            output.write_all(self.bytes.get(line.bytes.clone()).unwrap_or_default())?;
            start = line.text.end;
        }
        output.write_all(&encode(self.get(start..range.end), encoding))?;
        Ok(())
    }
}

fn is_unicode(encoding: &'static encoding_rs::Encoding) -> bool {
    encoding == UTF_8 || encoding == UTF_16LE || encoding == UTF_16BE
}

/// The encoding, and how long the byte order mark is.
fn detect(
    bytes: &[u8],
    declared: impl Fn(&[u8]) -> Option<&'static encoding_rs::Encoding>,
) -> Option<(&'static encoding_rs::Encoding, usize)> {
    // UTF-32 begins like UTF-16 does.
    if bytes.starts_with(&[0xff, 0xfe, 0, 0]) || bytes.starts_with(&[0, 0, 0xfe, 0xff]) {
        return None;
    }
    if let Some(found) = encoding_rs::Encoding::for_bom(bytes) {
        return Some(found);
    }
    if let Some(encoding) = utf_16_without_mark(bytes) {
        return Some((encoding, 0));
    }
    if let Some(encoding) = declared(bytes).filter(|encoding| *encoding != UTF_8) {
        return Some((encoding, 0));
    }
    if std::str::from_utf8(bytes).is_ok() {
        return Some((UTF_8, 0));
    }
    if bytes.contains(&0) {
        return None;
    }
    if is_broken_utf_8(bytes) {
        return Some((UTF_8, 0));
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    Some((detector.guess(None, Utf8Detection::Deny), 0))
}

/// Whether it is UTF-8 apart from a letter here and there: in other encodings letters hardly ever
/// look like those of UTF-8.
fn is_broken_utf_8(bytes: &[u8]) -> bool {
    let (mut letters, mut breaks) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        let foreign = chunk.valid().chars().filter(|letter| !letter.is_ascii());
        letters += foreign.count();
        breaks += usize::from(!chunk.invalid().is_empty());
    }
    letters >= 4 && letters > breaks.saturating_mul(4)
}

/// UTF-16 shows by the zero bytes of the characters of ASCII, of which all texts have some.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    if bytes.is_empty() || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let sample = bytes.get(..SAMPLE_BYTES).unwrap_or(bytes);
    let mut ascii = [0_usize; 2];
    let (units, _) = sample.as_chunks::<2>();
    for [first, second] in units {
        let is_text = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7e);
        if *first == 0 && is_text(*second) {
            ascii[0] += 1;
        } else if *second == 0 && is_text(*first) {
            ascii[1] += 1;
        }
    }
    let [big, little] = ascii;
    let (encoding, most, least) = if big > little {
        (UTF_16BE, big, little)
    } else {
        (UTF_16LE, little, big)
    };
    let is_evident = most > units.len() / 50 && most > least.saturating_mul(8);
    let is_valid = || {
        encoding
            .decode_without_bom_handling_and_without_replacement(bytes)
            .is_some()
    };
    (is_evident && is_valid()).then_some(encoding)
}

fn decode(bytes: &[u8], encoding: &'static encoding_rs::Encoding) -> String {
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// The bytes of a text; what the encoding lacks is a question mark.
fn encode(text: &str, encoding: &'static encoding_rs::Encoding) -> Vec<u8> {
    if encoding == UTF_8 {
        return text.as_bytes().to_vec();
    }
    if encoding == UTF_16LE {
        return text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    }
    if encoding == UTF_16BE {
        return text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    }
    if let Some(bytes) = encode_strictly(text, encoding) {
        return bytes;
    }
    let mut buffer = [0; 4];
    let characters = text.chars().flat_map(|character| {
        let character = character.encode_utf8(&mut buffer);
        encode_strictly(character, encoding).unwrap_or_else(|| vec![b'?'])
    });
    characters.collect()
}

/// The bytes of a text, if the encoding has all its characters.
fn encode_strictly(text: &str, encoding: &'static encoding_rs::Encoding) -> Option<Vec<u8>> {
    let mut encoder = encoding.new_encoder();
    let most = encoder.max_buffer_length_from_utf8_without_replacement(text.len())?;
    let mut bytes = vec![0; most];
    let (result, _, written) = encoder.encode_from_utf8_without_replacement(text, &mut bytes, true);
    bytes.truncate(written);
    (result == EncoderResult::InputEmpty).then_some(bytes)
}

/// The lines of encoded text, each with its line feed. In no encoding here is the byte of a line feed
/// a part of another character, apart from UTF-16.
fn byte_lines<'a>(
    bytes: &'a [u8],
    encoding: &'static encoding_rs::Encoding,
) -> impl Iterator<Item = &'a [u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let end = if encoding == UTF_16LE || encoding == UTF_16BE {
            let feed = if encoding == UTF_16LE {
                [b'\n', 0]
            } else {
                [0, b'\n']
            };
            let (units, _) = rest.as_chunks::<2>();
            units
                .iter()
                .position(|unit| *unit == feed)
                .map(|at| 2 * at + 2)
        } else {
            rest.iter().position(|byte| *byte == b'\n').map(|at| at + 1)
        };
        let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        (!line.is_empty()).then_some(line)
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn file(bytes: &[u8]) -> TextFile {
        TextFile::read(&mut Cursor::new(bytes.to_vec()), &Limits::default(), "text").unwrap()
    }

    /// The file with the first occurrence of a text replaced.
    fn replaced(bytes: &[u8], old: &str, new: &str) -> Vec<u8> {
        let file = file(bytes);
        let start = file.text().find(old).unwrap();
        let edit = Edit {
            range: start..start + old.len(),
            replacement: new.to_owned(),
        };
        let mut output = Vec::new();
        file.write(&[edit], &mut output).unwrap();
        output
    }

    fn utf_16_le(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn a_change_takes_in_those_within_it() {
        let text = "a [b] c [d]";
        let mut edits = NestedEdits::default();
        edits.replace(3..4, "B".to_owned());
        edits.replace(9..10, "D".to_owned());
        let mut written = "x ".to_owned();
        edits.copy(text, &(2..5), &mut written);
        assert_eq!(written, "x [B]");
        edits.replace(0..7, written);
        let edits = edits.into_edits().into_iter();
        let edits: Vec<_> = edits.map(|edit| (edit.range, edit.replacement)).collect();
        assert_eq!(edits, [(0..7, "x [B]".to_owned()), (9..10, "D".to_owned())]);
    }

    #[test]
    fn utf_8_keeps_its_mark_or_its_lack_of_one() {
        assert_eq!(replaced("Grüße".as_bytes(), "ü", "ł"), "Grłße".as_bytes());
        let marked = "\u{feff}Grüße\r\n";
        assert_eq!(file(marked.as_bytes()).text(), "Grüße\r\n");
        assert_eq!(
            replaced(marked.as_bytes(), "Grüße", "你好"),
            "\u{feff}你好\r\n".as_bytes()
        );
    }

    #[test]
    fn utf_16_is_known_by_its_mark_and_without_one() {
        for text in [
            "\u{feff}One two\r\nthree",
            "One two\nthree",
            "你好，\n世界。ok\n",
        ] {
            let little = utf_16_le(text);
            let word = if text.contains("One") {
                "One"
            } else {
                "你好"
            };
            let expected = utf_16_le(&text.replace(word, "żółw 😀"));
            assert_eq!(replaced(&little, word, "żółw 😀"), expected, "{text}");
            let swap = |bytes: &[u8]| -> Vec<u8> {
                bytes
                    .chunks(2)
                    .flat_map(|unit| [unit[1], unit[0]])
                    .collect()
            };
            assert_eq!(
                replaced(&swap(&little), word, "żółw 😀"),
                swap(&expected),
                "{text}"
            );
        }
    }

    #[test]
    fn a_legacy_encoding_is_kept_if_it_has_the_characters() {
        let (russian, _, _) =
            encoding_rs::WINDOWS_1251.encode("Привет, как дела сегодня?\r\nХорошо.");
        let (expected, _, _) =
            encoding_rs::WINDOWS_1251.encode("Привет, как жизнь сегодня?\r\nХорошо.");
        assert_eq!(replaced(&russian, "дела", "жизнь"), *expected);
        let (japanese, _, _) =
            encoding_rs::SHIFT_JIS.encode("これは日本語の文章です。\r\nそうです。");
        let (expected, _, _) =
            encoding_rs::SHIFT_JIS.encode("これは英語の文章です。\r\nそうです。");
        assert_eq!(replaced(&japanese, "日本語", "英語"), *expected);
    }

    #[test]
    fn a_text_that_the_legacy_encoding_lacks_makes_it_utf_8_without_a_mark() {
        let latin = b"D\xe9j\xe0 vu, \xe7a va tr\xe8s bien\r\nNon";
        assert_eq!(
            replaced(latin, "Non", "Ні"),
            "Déjà vu, ça va très bien\r\nНі".as_bytes()
        );
    }

    #[test]
    fn broken_bytes_stay_in_lines_that_do_not_change() {
        let broken = "Grüße, schöne Wörter für später\nO\u{ff}ne\n".replace('\u{ff}', "?");
        let mut broken = broken.into_bytes();
        let at = broken.iter().position(|byte| *byte == b'?').unwrap();
        broken[at] = 0xff;
        let mut expected = broken.clone();
        let start = 0;
        expected.splice(start.."Grüße".len(), *b"Moin");
        assert_eq!(replaced(&broken, "Grüße", "Moin"), expected);
        let mut unpaired = utf_16_le("\u{feff}One\nTwo X\n");
        let at = unpaired.len() - 4;
        unpaired[at..at + 2].copy_from_slice(&[0x00, 0xd8]);
        let mut expected = unpaired.clone();
        expected.splice(2..8, utf_16_le("Uno"));
        assert_eq!(replaced(&unpaired, "One", "Uno"), expected);
        unpaired.push(b'x');
        expected.push(b'x');
        assert_eq!(replaced(&unpaired, "One", "Uno"), expected);
    }

    #[test]
    fn two_codes_for_one_character_are_told_apart_in_lines_that_do_not_change() {
        // Shift_JIS has U+2252 as 81 E0 and as 87 90.
        let (line, _, _) = encoding_rs::SHIFT_JIS.encode("これは日本語の文章です。\n");
        let bytes = [&line, &b"\x81\xe0\x87\x90\n"[..]].concat();
        assert_eq!(file(&bytes).text().lines().nth(1), Some("≒≒"));
        let (line, _, _) = encoding_rs::SHIFT_JIS.encode("これは英語の文章です。\n");
        let expected = [&line, &b"\x81\xe0\x87\x90\n"[..]].concat();
        assert_eq!(replaced(&bytes, "日本語", "英語"), expected);
    }

    #[test]
    fn what_is_no_text_and_what_is_too_long_is_refused() {
        let read = |bytes: &[u8], limits: &Limits| {
            TextFile::read(&mut Cursor::new(bytes.to_vec()), limits, "text")
        };
        let error = read(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff", &Limits::default()).unwrap_err();
        assert!(matches!(error, DocumentError::Malformed { .. }));
        let error = read(b"\xff\xfe\0\0A\0\0\0", &Limits::default()).unwrap_err();
        assert!(matches!(error, DocumentError::Malformed { .. }));
        let limits = Limits {
            text_bytes: 3,
            ..Limits::default()
        };
        assert!(read(b"abc", &limits).is_ok());
        let error = read(b"abcd", &limits).unwrap_err();
        assert!(matches!(error, DocumentError::TooLarge { most: 3, .. }));
    }
}
