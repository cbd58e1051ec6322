//! What stands before the messages of a catalogue: in which language and encoding it is, and which forms of a plural
//! there are.

use std::ops::Range;

use dragoman_language::Language;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_874, WINDOWS_1252, WINDOWS_1254};

use crate::encoding::Edit;
use crate::language_tags;

use super::entries::{self, Entry};
use super::plural::{self, Plurals};

/// How many bytes are searched for the encoding.
const SEARCHED: usize = 16 << 10;

/// Names of no encoding, or of the one without letters of other languages. Browsers take some of these names for
/// windows-1252, and so does `encoding_rs`.
const ASCII: [&str; 4] = ["CHARSET", "ASCII", "US-ASCII", "ANSI_X3.4-1968"];

/// How names of encodings of Windows begin.
const OF_WINDOWS: [&str; 4] = ["windows-", "cp125", "x-cp125", "dos-"];

/// The header of a catalogue.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) plurals: Option<Plurals>,
    /// Whether the encoding that it names has no letters of other languages.
    is_ascii: bool,
    /// Whether it names an encoding that is unknown, or one that no file has that names it in letters of one byte.
    is_unknown: bool,
    /// Whether the encoding that it names has control characters where the one in which the file is read has signs.
    has_controls: bool,
    /// Where the encoding, the language and the forms of a plural are named.
    charset: Option<Range<usize>>,
    language: Option<Range<usize>>,
    forms: Option<Range<usize>>,
    /// The language that it names.
    declared: String,
    /// The lines with flags that say that nobody has filled it in.
    fuzzy: Vec<Range<usize>>,
    /// Where a line may be added.
    end: Option<usize>,
}

/// The encoding that a catalogue names.
pub(super) fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.get(..SEARCHED).unwrap_or(bytes);
    let text: String = start.iter().map(|byte| char::from(*byte)).collect();
    let name = text.get(charset(&text, 0..text.len())?)?;
    if is_ascii(name) {
        return None;
    }
    known(name)
}

/// The encoding of this name, in which a file may be that names it in letters of one byte.
fn known(name: &str) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label_no_replacement(name.as_bytes())?;
    Some(encoding).filter(|encoding| *encoding != UTF_16LE && *encoding != UTF_16BE)
}

/// Whether an encoding of this name has no letters but those of English.
fn is_ascii(name: &str) -> bool {
    ASCII.iter().any(|ascii| ascii.eq_ignore_ascii_case(name))
}

/// Whether gettext reads control characters at the bytes from 80 to 9F, where `encoding_rs` reads quotation marks,
/// dashes and the sign of the euro: it has no ISO-8859-1, -9 and -11, but those of Windows under their names, as
/// browsers do.
fn has_controls(name: &str) -> bool {
    let found = Encoding::for_label_no_replacement(name.as_bytes());
    let name = name.to_ascii_lowercase();
    found.is_some_and(|found| [WINDOWS_1252, WINDOWS_1254, WINDOWS_874].contains(&found))
        && !OF_WINDOWS.iter().any(|start| name.starts_with(start))
}

/// Where the name of the encoding stands.
fn charset(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let searched = text.get(range.clone())?;
    let line = searched.find("\"Content-Type:")?;
    let line_text = searched.get(line..)?.lines().next()?;
    let at = line_text.find("charset=")? + "charset=".len();
    let rest = line_text.get(at..)?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_.:".contains(letter);
    let length = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
    let start = range.start + line + at;
    (length > 0).then_some(start..start + length)
}

impl Header {
    pub(super) fn of(text: &str, entry: &Entry) -> Option<Self> {
        let target = entry.targets.first()?;
        let range = target.range.clone();
        let written = text.get(range.clone())?;
        let charset = charset(text, range.clone());
        let name = charset.clone().and_then(|range| text.get(range));
        let lines = target.text.lines();
        let said = lines.filter_map(|line| line.strip_prefix("Plural-Forms:"));
        let plurals = said.clone().find_map(Plurals::parse);
        let has_forms = said.count() > 0;
        let value = |name: &str| {
            let at = written.find(&format!("\"{name}:"))? + name.len() + 2;
            let rest = written.get(at..)?;
            let length = rest.find(['\\', '"'])?;
            let start = range.start + at;
            Some(start..start + length)
        };
        let language = value("Language");
        let declared = language.clone().and_then(|range| text.get(range));
        // These are often divided.
        let forms = value("Plural-Forms").map(|range| {
            let rest = text.get(range.start..target.range.end);
            let length = rest.and_then(|rest| rest.find("\\n"));
            range.start..length.map_or(range.end, |length| range.start + length)
        });
        let ends_line = written.ends_with("\\n\"") && !has_forms;
        Some(Self {
            plurals,
            is_ascii: name.is_some_and(is_ascii),
            is_unknown: name.is_some_and(|name| !is_ascii(name) && known(name).is_none()),
            has_controls: name.is_some_and(has_controls),
            charset,
            declared: declared.unwrap_or_default().trim().to_owned(),
            language,
            forms,
            fuzzy: entry.fuzzy.clone(),
            end: ends_line.then_some(range.end),
        })
    }

    /// The language that it names, if it is another one.
    pub(super) fn other_language(&self, target: Language) -> Option<&str> {
        let declared = Some(self.declared.as_str()).filter(|declared| !declared.is_empty())?;
        // Behind the language, an encoding and a variant may stand.
        let (language, variant) = declared.split_once('@').unwrap_or((declared, ""));
        let language = language.split('.').next().unwrap_or_default();
        let tag = match variant {
            "latin" => format!("{language}-Latn"),
            "cyrillic" => format!("{language}-Cyrl"),
            _ => language.to_owned(),
        };
        (!language_tags::fits(&tag, target)).then_some(declared)
    }

    /// Takes its forms of a plural for those of another language than that of the translations.
    pub(super) const fn forget_plurals(&mut self) {
        self.plurals = None;
    }

    /// Whether the encoding that it names is unknown or lacks a character of these changes of a file that is read in this encoding,
    /// which may have more.
    pub(super) fn lacks_characters(&self, edits: &[Edit], read_in: &'static Encoding) -> bool {
        if read_in == UTF_16LE || read_in == UTF_16BE {
            // Such a file is known without its header, and stays what it is.
            return false;
        }
        if self.is_unknown {
            return !edits.is_empty();
        }
        let texts = edits.iter().map(|edit| edit.replacement.as_str());
        let mut texts = texts.filter(|text| !text.is_ascii());
        if self.is_ascii {
            return texts.next().is_some();
        }
        let is_control = |byte: &u8| matches!(byte, 0x80..=0x9f);
        self.has_controls
            && read_in != UTF_8
            && texts.any(|text| read_in.encode(text).0.iter().any(is_control))
    }

    /// What changes in the header where messages are translated into a language.
    pub(super) fn edits(
        &self,
        text: &str,
        target: Language,
        has_plurals: bool,
        becomes_utf_8: bool,
        line_end: &str,
    ) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut put = |range: &Option<Range<usize>>, replacement: String| {
            let range = range.clone();
            edits.extend(range.map(|range| Edit { range, replacement }));
        };
        if becomes_utf_8 {
            put(&self.charset, "UTF-8".to_owned());
        }
        if self.declared.is_empty() || self.other_language(target).is_some() {
            put(&self.language, format!(" {}", name(target)));
        }
        if self.plurals.is_none() {
            put(&self.forms, format!(" {}", plural::usual(target)));
        }
        if has_plurals {
            let end = self.end.map(|end| end..end);
            let line = plural::usual(target);
            put(&end, format!("{line_end}\"Plural-Forms: {line}\\n\""));
        }
        // Programs pass over a header with it.
        let flags = self.fuzzy.iter();
        edits.extend(flags.map(|line| entries::without_fuzzy(text, line.clone())));
        edits
    }
}

/// A language as catalogues call it.
fn name(language: Language) -> String {
    match language.tag() {
        "zh" | "zh-Hans" => "zh_CN".to_owned(),
        "zh-Hant" => "zh_TW".to_owned(),
        tag => tag.replace('-', "_"),
    }
}
