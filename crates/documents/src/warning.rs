//! What a person should know of a document that was translated nevertheless.

use std::fmt;

use crate::error::quoted;

/// How many pages a warning names at most: of more it is enough to know some.
const MOST_PAGES: usize = 50;

/// A value of a warning, as a sentence in any language needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WarningValue {
    /// A number of something.
    Number(u64),
    /// A name, a reason, or the beginning of words of the document.
    Text(String),
    /// Numbers of pages, from 1.
    Pages(Pages),
}

/// Words of a document: the beginning of them, since they can be of any length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote(String);

impl<T: AsRef<str>> From<T> for Quote {
    fn from(text: T) -> Self {
        Self(quoted(text.as_ref()).into_owned())
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// Numbers of pages, from 1 and in their order. Of very many only the first are kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pages {
    numbers: Vec<u64>,
    are_all: bool,
}

impl FromIterator<u64> for Pages {
    fn from_iter<I: IntoIterator<Item = u64>>(pages: I) -> Self {
        let mut numbers: Vec<u64> = pages.into_iter().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let are_all = numbers.len() <= MOST_PAGES;
        numbers.truncate(MOST_PAGES);
        Self { numbers, are_all }
    }
}

impl Pages {
    /// The numbers.
    #[must_use]
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// Whether these are all, and none was left out because there are very many.
    #[must_use]
    pub const fn are_all(&self) -> bool {
        self.are_all
    }

    /// These, and others that are not named.
    #[must_use]
    pub fn and_more(self) -> Self {
        Self {
            are_all: false,
            ..self
        }
    }
}

impl fmt::Display for Pages {
    /// As in "1, 3–5".
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let follow = |pair: &u64, next: &u64| pair.checked_add(1) == Some(*next);
        for (index, run) in self.numbers.chunk_by(follow).enumerate() {
            if index > 0 {
                formatter.write_str(", ")?;
            }
            match run {
                [] => {}
                [only] => write!(formatter, "{only}")?,
                [first, .., last] if run.len() > 2 => write!(formatter, "{first}–{last}")?,
                [first, .., last] => write!(formatter, "{first}, {last}")?,
            }
        }
        if !self.are_all {
            formatter.write_str(" and more")?;
        }
        Ok(())
    }
}

impl From<&usize> for WarningValue {
    fn from(number: &usize) -> Self {
        Self::Number(u64::try_from(*number).unwrap_or(u64::MAX))
    }
}

impl From<&String> for WarningValue {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<&Quote> for WarningValue {
    fn from(quote: &Quote) -> Self {
        Self::Text(quote.0.clone())
    }
}

impl From<&Pages> for WarningValue {
    fn from(pages: &Pages) -> Self {
        Self::Pages(pages.clone())
    }
}

/// A value as what a warning has there; the value itself where it is something else.
macro_rules! from_value {
    ($($type:ty: $pattern:pat => $made:expr;)*) => {
        $(impl TryFrom<WarningValue> for $type {
            type Error = WarningValue;

            fn try_from(value: WarningValue) -> Result<Self, WarningValue> {
                match value {
                    $pattern => Ok($made),
                    other => Err(other),
                }
            }
        })*
    };
}

from_value! {
    usize: WarningValue::Number(number) => usize::try_from(number).unwrap_or(usize::MAX);
    String: WarningValue::Text(text) => text;
    Quote: WarningValue::Text(text) => text.into();
    Pages: WarningValue::Pages(pages) => pages;
}

impl Warning {
    /// What is said of a file with so many finished translations, which are kept, and so many texts without one. Nothing if
    /// it has no finished ones: then all is new, as in any document.
    pub(crate) fn of_translations(finished: usize, new: usize) -> impl Iterator<Item = Self> {
        let kept = Self::FinishedTranslations {
            translations: finished,
        };
        let warnings = [kept, Self::NewTranslations { texts: new }];
        warnings.into_iter().filter(move |_| finished > 0)
    }

    /// What the log may have of it: the code, and numbers, but no words of the document.
    #[must_use]
    pub fn without_words(&self) -> String {
        let values = self.values();
        let numbers = values.iter().filter_map(|(name, value)| match value {
            WarningValue::Number(number) => Some(format!(" {name}={number}")),
            WarningValue::Pages(pages) => Some(format!(" {name}={}", pages.numbers.len())),
            WarningValue::Text(_) => None,
        });
        numbers.fold(self.code().to_owned(), |told, number| told + &number)
    }
}

/// Makes the warnings from a table: what each is called, the code that programs know it by, what it says of the document,
/// and the English sentence with that in it.
macro_rules! warnings {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident $({ $($field:ident: $type:ty),+ })? = $code:literal, $sentence:literal;
    )*) => {
        /// Something that a person should know of a document that was translated nevertheless. As text it is an English
        /// sentence; its [code](Self::code) and its [values](Self::values) are what a sentence in another language is
        /// made from.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each field is described by the sentence in which it stands")]
        pub enum Warning {
            $($(#[doc = $doc])* $name $({ $($field: $type),+ })?),*
        }

        impl Warning {
            /// The code of each, and its sentence with the names of its values in braces.
            pub const ALL: &[(&'static str, &'static str)] = &[$(($code, $sentence)),*];

            /// What it is, for programs. It never changes.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self {
                    $(Self::$name $({ $($field: _),+ })? => $code),*
                }
            }

            /// The warning with this code and these values, as another process has it; none if there is no such one.
            #[must_use]
            pub fn of_values(
                code: &str,
                mut values: impl FnMut(&'static str) -> Option<WarningValue>,
            ) -> Option<Self> {
                match code {
                    $($code => Some(Self::$name $({
                        $($field: values(stringify!($field))?.try_into().ok()?),+
                    })?),)*
                    _ => None,
                }
            }

            /// What it says of the document, by name.
            #[must_use]
            pub fn values(&self) -> Vec<(&'static str, WarningValue)> {
                match self {
                    $(Self::$name $({ $($field),+ })? => vec![
                        $($((stringify!($field), WarningValue::from($field))),+)?
                    ]),*
                }
            }
        }

        impl fmt::Display for Warning {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name $({ $($field),+ })? => {
                        write!(formatter, $sentence)
                    }),*
                }
            }
        }
    };
}

warnings! {
    /// Translations are longer than their places allow.
    TooLong { translations: usize } = "too_long",
        "{translations} translations are longer than the document allows; shorten them by hand.";
    /// A part of the document is damaged.
    DamagedPart { part: Quote, reason: String } = "damaged_part",
        "The part \"{part}\" is damaged and was left as it is: {reason}.";
    /// The styles of the document are damaged.
    DamagedStyles { reason: String } = "damaged_styles",
        "The styles are damaged and were left as they are: {reason}.";
    /// Parts that the document names are not there.
    MissingParts { parts: usize, first: Quote } = "missing_parts",
        "Parts are missing: {parts}, the first of them \"{first}\".";
    /// Other documents are embedded in it.
    EmbeddedDocuments = "embedded_documents",
        "The document shows other documents that are embedded in it; they were left as they are.";
    /// Content controls showed data that is not translated.
    DetachedControls = "detached_controls",
        "Content controls show data of the document, which is not translated; where their text is, they were taken off it.";
    /// Workbooks behind charts could not be read.
    ChartWorkbooks = "chart_workbooks",
        "Some workbooks behind charts could not be read and were left as they are: whoever edits such a chart's data \
         gets the original words again.";
    /// Text on hidden layers.
    HiddenLayers = "hidden_layers",
        "Text on hidden layers was left as it is.";
    /// The document has macros.
    Macros = "macros",
        "The document has macros, which were left as they are, with the texts in them.";
    /// The document has a digital signature.
    SignatureInvalid = "signature_invalid",
        "The document is signed; the signature does not hold for its translation.";
    /// Formulas compare texts that are translated.
    ComparedTexts = "compared_texts",
        "Formulas of the workbook look for texts or compare them: where those texts are translated, the results may be \
         others.";
    /// Lists of values that cells may have.
    ValueLists = "value_lists",
        "Lists of values that cells may have are written in the workbook's rules; they were left as they are.";
    /// Headers of tables by which texts name their columns.
    NamedHeaders = "named_headers",
        "Some headers of tables were left as they are, because texts in formulas or data call the columns by them.";
    /// Pivot tables or slicers.
    PivotTables = "pivot_tables",
        "The workbook has pivot tables or slicers: their fields' names were left as they are, and their items are \
         translated when they are refreshed.";
    /// An interchange file names another target.
    OtherTarget { declared: Quote, target: String } = "other_target",
        "The file said that it is translated into \"{declared}\"; it is translated into \"{target}\".";
    /// An interchange file says that its source is in the language of the translation.
    SourceIsTarget { source: Quote } = "source_is_target",
        "The file says that its source is in \"{source}\", into which it is translated.";
    /// The files in an interchange file have different languages.
    DifferentSources { sources: Quote } = "different_sources",
        "The files in the document have different source languages: {sources}.";
    /// A source has another language than its file.
    OtherSource { own: Quote, file: Quote } = "other_source",
        "A source says that it is in \"{own}\", but its file says that sources are in \"{file}\".";
    /// Translations that were finished before.
    FinishedTranslations { translations: usize } = "finished_translations",
        "Translations that are marked as finished in the file were kept: {translations}.";
    /// Texts that were translated beside finished ones.
    NewTranslations { texts: usize } = "new_translations",
        "Texts that had no finished translation were translated: {texts}.";
    /// Rules of translation in another query language.
    QueryLanguage { language: Quote } = "query_language",
        "Rules in the query language \"{language}\" may not be understood.";
    /// Rules of translation in another file.
    OutsideRules { file: Quote } = "outside_rules",
        "The rules in \"{file}\" are outside of the document and were not read.";
    /// A rule of translation that is not understood.
    UnsupportedRule { path: Quote } = "unsupported_rule",
        "The rule for \"{path}\" was passed over: only paths of names are supported.";
    /// Texts of entities.
    Entities = "entities",
        "The texts of the entities that the document declares stay as they are.";
    /// Stretches in another language.
    OtherLanguage { language: Quote } = "other_language",
        "What is in another language than the rest of the document, as in \"{language}\", stays as it is.";
    /// There is no font for a script.
    MissingFont { script: String, paragraphs: usize } = "missing_font",
        "No font on this server has the letters of some paragraphs ({script}), which were left as they are: {paragraphs}.";
    /// Pages have nothing that is text.
    PagesWithoutText { pages: Pages } = "pages_without_text",
        "No text was found on some pages, which were left as they are: {pages}.";
    /// The text of pages that are pictures was not recognised.
    UnrecognisedPages { pages: Pages, reason: String } = "unrecognised_pages",
        "The text of some pages was not recognised, and they were left as they are: {pages} ({reason}).";
    /// The text of pictures was not recognised.
    UnrecognisedPictures { pictures: usize, reason: String } = "unrecognised_pictures",
        "The text of some pictures was not recognised, and they were left as they are: {pictures} ({reason}).";
    /// Formulas stay.
    Formulas { formulas: usize } = "formulas",
        "Formulas were left as they are: {formulas}.";
    /// Pictures have no place in the other format.
    PicturesLeftOut { pictures: usize } = "pictures_left_out",
        "Some pictures are packed in a way that the new format does not know, and were left out: {pictures}.";
    /// Pages that were pictures are text in the other format.
    RecognisedPages { pages: Pages } = "recognised_pages",
        "Some pages were pictures, of which the new document has the recognised text only: {pages}.";
    /// Translations have no room.
    DoesNotFit { paragraphs: usize, pages: Pages } = "does_not_fit",
        "The translations of some paragraphs do not fit into their places: {paragraphs}, on the pages {pages}.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_the_values_and_no_text_at_its_full_length() {
        let pages: Pages = [9, 1, 2, 3, 5, 6, 9].into_iter().collect();
        let warning = Warning::DoesNotFit {
            paragraphs: 12,
            pages: pages.clone(),
        };
        assert_eq!(
            warning.to_string(),
            "The translations of some paragraphs do not fit into their places: 12, on the pages 1–3, 5, 6, 9."
        );
        assert_eq!(warning.code(), "does_not_fit");
        assert_eq!(
            warning.values(),
            [
                ("paragraphs", WarningValue::Number(12)),
                ("pages", WarningValue::Pages(pages))
            ]
        );
        assert_eq!(
            warning.without_words(),
            "does_not_fit paragraphs=12 pages=6"
        );
        assert!(Warning::HiddenLayers.values().is_empty());
        let long = Warning::OutsideRules {
            file: "é".repeat(10_000).into(),
        };
        assert!(long.to_string().chars().count() < 300);
        assert_eq!(long.without_words(), "outside_rules");
        assert!(
            matches!(&*long.values(), [("file", WarningValue::Text(text))] if text.len() < 300)
        );
    }

    #[test]
    fn a_warning_is_made_again_from_its_values() {
        let many = Warning::UnrecognisedPages {
            pages: (1..=1_000).collect(),
            reason: "a reason".to_owned(),
        };
        for warning in [many, Warning::Entities, Warning::Formulas { formulas: 7 }] {
            let values = warning.values();
            let value = |wanted| {
                let mut values = values.iter();
                let found = values.find(|(name, _)| *name == wanted);
                found.map(|(_, value)| value.clone())
            };
            assert_eq!(Warning::of_values(warning.code(), value), Some(warning));
        }
        assert_eq!(Warning::of_values("formulas", |_| None), None);
        let text = |_| Some(WarningValue::Text("7".to_owned()));
        assert_eq!(Warning::of_values("formulas", text), None);
        assert_eq!(Warning::of_values("unknown", |_| None), None);
    }

    #[test]
    fn the_documentation_lists_every_code() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/documents.md");
        let page = std::fs::read_to_string(page).unwrap();
        let row = |(code, sentence): &(&str, &str)| format!("| `{code}` | {sentence} |\n");
        let rows: String = Warning::ALL.iter().map(row).collect();
        assert!(page.contains(&rows), "the page is to have:\n{rows}");
    }

    #[test]
    fn of_very_many_pages_the_first_are_named() {
        let pages: Pages = (1..=1_000).rev().collect();
        assert_eq!(pages.to_string(), "1–50 and more");
        let odd: Pages = (0..1_000).map(|page| 2 * page + 1).collect();
        assert!(odd.to_string().starts_with("1, 3, 5, "));
        assert!(odd.to_string().ends_with(" and more"));
        assert_eq!(odd.numbers().len(), MOST_PAGES);
    }
}
