//! Tables of translations: their header names the languages of columns.

use std::collections::BTreeSet;
use std::ops::Range;

use dragoman_language::Language;

use crate::encoding::Edit;
use crate::strings::StringCollection;
use crate::{DocumentError, Options, overseer};

use super::columns::is_cell_technical;
use super::notation::Form;
use super::reader::Cell;
use super::rows::Rows;

/// No tag and no name of a language is longer, in bytes.
const LONGEST_NAME: usize = 40;

/// Which columns of a table of translations are read and written.
#[derive(Debug)]
pub(super) struct Languages {
    /// The column of the sources.
    source: usize,
    /// The column of the translations, if there is one; else they take the places of the sources.
    target: Option<usize>,
    /// The name of the target language in the place of that of the source, where translations take the places of sources.
    pub(super) renamed: Option<Edit>,
}

/// A column of a language.
#[derive(Debug, Clone)]
struct LanguageColumn {
    column: usize,
    language: Language,
    /// Its name in the header.
    name: String,
}

impl Languages {
    /// Those of a table whose header names at least two, or has columns that are called `source` and `target`.
    pub(super) fn of(rows: &Rows<'_>, options: &Options) -> Option<Self> {
        let header = rows.header();
        let named = |name: &str| {
            let mut cells = header.iter();
            let cell = cells.find(|cell| rows.text(cell).trim().eq_ignore_ascii_case(name));
            cell.map(|cell| cell.column)
        };
        if let (Some(source), Some(target)) = (named("source"), named("target")) {
            return Some(Self {
                source,
                target: Some(target),
                renamed: None,
            });
        }
        let columns: Vec<LanguageColumn> = header
            .iter()
            .filter_map(|cell| {
                let name = rows.text(cell).trim().to_owned();
                Some(LanguageColumn {
                    column: cell.column,
                    language: language(&name)?,
                    name,
                })
            })
            .collect();
        // That is the name of a column of identifiers, too.
        let is_identifier = |it: &LanguageColumn| it.name.eq_ignore_ascii_case("id");
        let others = columns.iter().filter(|it| !is_identifier(it));
        let languages: BTreeSet<Language> = others.map(|it| it.language).collect();
        if languages.len() < 2 {
            return None;
        }
        let may_be_indonesian = languages.len() > 2;
        let columns: Vec<_> = columns
            .into_iter()
            .filter(|it| may_be_indonesian || !is_identifier(it))
            .collect();
        Some(Self::among(rows, &columns, options))
    }

    fn among(rows: &Rows<'_>, columns: &[LanguageColumn], options: &Options) -> Self {
        let best = |wanted: Language| {
            let same = columns.iter().find(|it| it.language == wanted);
            same.or_else(|| {
                columns
                    .iter()
                    .find(|it| it.language.base() == wanted.base())
            })
        };
        let english = Language::parse("en").ok();
        let source = options
            .source
            .and_then(best)
            .or_else(|| english.and_then(best));
        let source = source.or(columns.first());
        let target = best(options.target)
            .filter(|target| source.is_none_or(|source| source.column != target.column));
        let renamed = source.filter(|_| target.is_none()).and_then(|source| {
            let cell = rows.header().get(source.column)?;
            let text = rows.text(cell);
            let (before, after) = text.split_once(&source.name)?;
            // A name that needs quotation marks stays.
            let is_plain = before.trim().is_empty() && after.trim().is_empty();
            is_plain.then(|| Edit {
                range: name_range(rows, cell, &source.name),
                replacement: renamed(source, options.target),
            })
        });
        Self {
            source: source.map_or(0, |source| source.column),
            target: target.map(|target| target.column),
            renamed,
        }
    }

    /// Adds the sources that have no translation yet.
    ///
    /// # Errors
    /// Those of [`StringCollection::push`].
    pub(super) fn add_to(
        &self,
        rows: &Rows<'_>,
        strings: &mut StringCollection<Form>,
    ) -> Result<(), DocumentError> {
        for row in rows.below_header() {
            overseer::go_on()?;
            let Some(source) = row.get(self.source).filter(|cell| !cell.is_odd()) else {
                continue;
            };
            let text = rows.text(source);
            if is_cell_technical(&text, "") {
                continue;
            }
            let (range, form) = match self.target {
                None => (source.range.clone(), Form::of(source, &text)),
                Some(column) => match (row.get(column), row.last()) {
                    (Some(cell), _) if rows.text(cell).trim().is_empty() => {
                        (cell.range.clone(), Form::of(cell, &text))
                    }
                    (None, Some(last)) if !last.is_odd() => {
                        let end = rows.row_end(last);
                        (end..end, Form::of_missing(column - last.column, &text))
                    }
                    _ => continue,
                },
            };
            strings.push(range, form, text.into_owned())?;
        }
        Ok(())
    }
}

/// The language that a name in a header says: a tag, or its name in English.
fn language(name: &str) -> Option<Language> {
    if name.is_empty() || name.len() > LONGEST_NAME {
        return None;
    }
    let tag = name.replace('_', "-");
    let (base, region) = match tag.split_once('-') {
        Some((base, region)) => (base, Some(region)),
        None => (tag.as_str(), None),
    };
    // Tags are not written as words at the beginning of a sentence are: `Is`, `No`.
    let is_tag = [u8::is_ascii_lowercase, u8::is_ascii_uppercase]
        .iter()
        .any(|is_letter| base.bytes().all(|byte| is_letter(&byte)));
    let is_region = |region: &str| {
        matches!(region.len(), 2..=4) && region.bytes().all(|it| it.is_ascii_alphanumeric())
    };
    let of_tag = || {
        let base = base.to_ascii_lowercase();
        let region = region.map(str::to_ascii_lowercase);
        let usual = match (base.as_str(), region.as_deref()) {
            ("zh", Some("cn" | "sg")) => "zh-Hans",
            ("zh", Some("tw" | "hk" | "mo")) => "zh-Hant",
            ("no", None) => "nb",
            _ => &tag,
        };
        let known = Language::parse(usual).ok();
        known.or_else(|| {
            Language::parse(&base)
                .ok()
                .filter(|_| region.as_deref().is_some_and(is_region))
        })
    };
    let mut all = Language::all();
    is_tag
        .then(of_tag)
        .flatten()
        .or_else(|| all.find(|language| language.name().eq_ignore_ascii_case(name)))
}

/// Where the name of a language stands in its cell.
fn name_range(rows: &Rows<'_>, cell: &Cell, name: &str) -> Range<usize> {
    let written = rows.written(cell);
    let at = written.find(name).unwrap_or(0);
    let start = cell.range.start + at;
    start..start + name.len()
}

/// The name of the target language, written as that of the source is.
fn renamed(source: &LanguageColumn, target: Language) -> String {
    if source.name.eq_ignore_ascii_case(source.language.name()) {
        return target.name().to_owned();
    }
    let tag = target.tag();
    let tag = match source.name.contains('_') {
        true => tag.replace('-', "_"),
        false => tag.to_owned(),
    };
    let is_upper = !source
        .name
        .contains(|letter: char| letter.is_ascii_lowercase());
    if is_upper {
        tag.to_ascii_uppercase()
    } else {
        tag
    }
}
