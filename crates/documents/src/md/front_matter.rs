//! What stands before the text of a page for the program that makes it: of that, the title and the description are
//! values that people read.

use std::ops::Range;

use dragoman_language::Language;

/// The names of values that are translated.
const NAMES: [&str; 2] = ["title", "description"];

/// The names of values that say in which language a page is.
const LANGUAGE_NAMES: [&str; 3] = ["lang", "language", "locale"];

/// Signs with which a value of YAML begins that is no text, or none that is written like this.
const YAML_SIGNS: &str = "-?:,[]{}#&*!|>'\"%@`";

/// The front matter of a file.
#[derive(Debug, Default)]
pub(super) struct FrontMatter {
    /// Where the text begins.
    pub(super) end: usize,
    pub(super) values: Vec<Value>,
    /// Values that name the language of the text.
    pub(super) languages: Vec<Value>,
}

/// A value that is translated.
#[derive(Debug)]
pub(super) struct Value {
    pub(super) text: String,
    /// Where it stands, with its marks.
    pub(super) range: Range<usize>,
    pub(super) style: Style,
}

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Without marks around it, in YAML.
    Plain,
    /// Between apostrophes, in YAML.
    Single,
    /// Between quotation marks, in YAML and TOML.
    Double,
}

/// The front matter with which a text begins: YAML between hyphens, or TOML between plus signs.
pub(super) fn read(text: &str) -> FrontMatter {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let (ends, separator): (&[&str], char) = match first.trim_end() {
        "---" => (&["---", "..."], ':'),
        "+++" => (&["+++"], '='),
        _ => return FrontMatter::default(),
    };
    let start = first.len();
    let mut at = start;
    let mut end = None;
    for line in lines {
        if ends.contains(&line.trim_end()) {
            end = Some((at, at + line.len()));
            break;
        }
        at += line.len();
    }
    let Some((content_end, end)) = end else {
        return FrontMatter::default();
    };
    let content = text.get(start..content_end).unwrap_or_default();
    // Two lines that part a text look alike.
    let mut entries = content
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    let is_data = entries.next().is_some_and(|line| {
        let name = line.split_once(separator).map(|(name, _)| name.trim());
        name.is_some_and(|name| !name.is_empty() && !name.contains(char::is_whitespace))
            || (separator == '=' && line.starts_with('['))
    });
    if !is_data {
        return FrontMatter::default();
    }
    FrontMatter {
        end,
        values: values(content, start, separator, |name| NAMES.contains(&name)),
        languages: languages(content, start, separator),
    }
}

fn languages(content: &str, start: usize, separator: char) -> Vec<Value> {
    let mut languages = values(content, start, separator, |name| {
        LANGUAGE_NAMES.contains(&name)
    });
    languages.retain(|value| language(&value.text).is_some());
    languages
}

/// The language of which a text is the tag, without its region.
pub(super) fn language(text: &str) -> Option<Language> {
    let tag = text.replace('_', "-");
    let is_tag = tag.split('-').all(|part| {
        (2..=4).contains(&part.len()) && part.bytes().all(|it| it.is_ascii_alphanumeric())
    });
    let base = tag.split('-').next().filter(|_| is_tag)?;
    Language::parse(base).ok().map(Language::base)
}

fn values(
    content: &str,
    start: usize,
    separator: char,
    is_read: impl Fn(&str) -> bool,
) -> Vec<Value> {
    let mut values = Vec::new();
    let mut at = start;
    let mut lines = content.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let is_table = separator == '=' && line.starts_with('[');
        if is_table {
            break;
        }
        let goes_on = lines
            .peek()
            .is_some_and(|next| next.starts_with([' ', '\t']));
        let value = line.split_once(separator);
        let value = value.filter(|(name, _)| is_read(name.trim_end()) && !goes_on);
        if let Some((name, written)) = value {
            let value = written.trim();
            let space = written.len() - written.trim_start().len();
            let begin = at + name.len() + 1 + space;
            let read = if separator == ':' && space == 0 {
                None
            } else {
                read_value(value, separator)
            };
            values.extend(read.map(|(text, style)| Value {
                text,
                range: begin..begin + value.len(),
                style,
            }));
        }
        at += line.len();
    }
    values
}

/// A value as it is read, if it is a text in one line that is written simply.
fn read_value(written: &str, separator: char) -> Option<(String, Style)> {
    if let Some(inner) = between(written, '"') {
        let is_simple = !inner
            .replace("\\\\", "")
            .replace("\\\"", "")
            .contains(['\\', '"']);
        let text = inner.replace("\\\"", "\"").replace("\\\\", "\\");
        return is_simple.then_some((text, Style::Double));
    }
    if separator == '=' {
        return None;
    }
    if let Some(inner) = between(written, '\'') {
        let is_simple = !inner.replace("''", "").contains('\'');
        return is_simple.then(|| (inner.replace("''", "'"), Style::Single));
    }
    is_plain(written).then(|| (written.to_owned(), Style::Plain))
}

fn between(written: &str, mark: char) -> Option<&str> {
    written.strip_prefix(mark)?.strip_suffix(mark)
}

/// Whether YAML reads this as the text that it is.
fn is_plain(written: &str) -> bool {
    let word = written.to_ascii_lowercase();
    let is_other = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(&&*word);
    let is_number = !written.starts_with(char::is_alphabetic) && !written.contains(' ');
    !written.is_empty()
        && !is_other
        && !is_number
        && !written.starts_with(|first| YAML_SIGNS.contains(first))
        && !written.contains(": ")
        && !written.contains(" #")
        && !written.ends_with(':')
        && !written.contains(char::is_control)
}

impl Value {
    /// The tag of a language as this one is written.
    pub(super) fn language_written(&self, language: Language) -> Option<String> {
        let tag = language.tag();
        if self.text.contains('_') {
            self.style.written(&tag.replace('-', "_"))
        } else {
            self.style.written(tag)
        }
    }
}

impl Style {
    /// A value as it is written; none without text.
    pub(super) fn written(self, text: &str) -> Option<String> {
        let words: Vec<&str> = text
            .split(|letter: char| letter.is_whitespace() || letter.is_control())
            .filter(|word| !word.is_empty())
            .collect();
        let text = words.join(" ");
        let written = match self {
            Self::Plain if is_plain(&text) => text.clone(),
            Self::Single => format!("'{}'", text.replace('\'', "''")),
            Self::Plain | Self::Double => {
                format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
            }
        };
        (!text.is_empty()).then_some(written)
    }
}
