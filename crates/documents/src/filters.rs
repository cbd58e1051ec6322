//! Who reads the documents of which format.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::signature;
use crate::{
    AndroidStrings, AppleStrings, Arb, Dita, Document, DocumentError, Docx, Epub, Format, Gettext,
    Html, Idml, Json, Markdown, Mif, NoFilter, OpenDocument, Options, PlainText, Pptx, Properties,
    Resx, Rtf, SeparatedValues, Source, StringCatalogue, Subtitles, Xliff, Xlsx, XmlDocument, Yaml,
};

/// Reads the documents of one format.
///
/// It reads documents of strangers on a thread that has an [overseer](crate::overseer): it takes memory only after it has
/// borrowed it, and asks again and again whether somebody still waits, also while it waits for others.
pub trait Filter: Send + Sync {
    /// Reads a document.
    ///
    /// # Errors
    /// [`DocumentError`].
    fn open(
        &self,
        source: Box<dyn Source>,
        options: Options,
    ) -> Result<Box<dyn Document>, DocumentError>;
}

impl<F> Filter for F
where
    F: Fn(Box<dyn Source>, Options) -> Result<Box<dyn Document>, DocumentError> + Send + Sync,
{
    fn open(
        &self,
        source: Box<dyn Source>,
        options: Options,
    ) -> Result<Box<dyn Document>, DocumentError> {
        self(source, options)
    }
}

type Opened = Result<Box<dyn Document>, DocumentError>;

/// What is said of a format of which nothing was said.
const NO_FILTER: &str = "it has no filter for them";

/// The filters that there are, each for a format. A clone is cheap and the same.
#[derive(Clone)]
pub struct Filters {
    entries: Arc<BTreeMap<Format, Entry>>,
}

#[derive(Clone)]
enum Entry {
    Filter(Arc<dyn Filter>),
    /// What has to be done so that there is one.
    Lacking(Cow<'static, str>),
}

impl Filters {
    /// Those of this crate, which need nothing else.
    #[must_use]
    pub fn standard() -> Self {
        let none = Self {
            entries: Arc::default(),
        };
        let some = none.with_office();
        some.with_filter(Format::Html, |mut source, options| {
            Ok(Box::new(Html::read(&mut *source, &options)?))
        })
        .with_filter(Format::PlainText, |mut source, options| {
            Ok(Box::new(PlainText::read(&mut *source, &options)?))
        })
        .with_filter(Format::Xliff, |source, options| {
            Ok(Box::new(Xliff::open(source, &options)?))
        })
        .with_filter(Format::Srt, |mut source, options| {
            Ok(Box::new(Subtitles::read(&mut *source, &options)?))
        })
        .with_filter(Format::Markdown, |mut source, options| {
            Ok(Box::new(Markdown::read(&mut *source, &options)?))
        })
        .with_filter(Format::Gettext, |mut source, options| {
            Ok(Box::new(Gettext::read(&mut *source, &options)?))
        })
        .with_filter(Format::WebVtt, |mut source, options| {
            Ok(Box::new(Subtitles::read_web(&mut *source, &options)?))
        })
        .with_filter(Format::Xml, |mut source, options| {
            Ok(match AndroidStrings::read(&mut *source, &options)? {
                Some(strings) => Box::new(strings),
                None => {
                    source.rewind()?;
                    Box::new(XmlDocument::open(source, &options)?)
                }
            })
        })
        .with_filter(Format::Json, |mut source, options| {
            Ok(Box::new(Json::read(&mut *source, &options)?))
        })
        .with_filter(Format::Dita, |source, options| {
            Ok(Box::new(Dita::open(source, &options)?))
        })
        .with_filter(Format::Idml, |source, options| {
            Ok(Box::new(Idml::open(source, options)?))
        })
        .with_filter(Format::Mif, |source, options| {
            Ok(Box::new(Mif::open(source, options)?))
        })
        .with_filter(Format::Odt, |source, options| {
            Ok(Box::new(OpenDocument::open_text(source, options)?))
        })
        .with_filter(Format::Ods, |source, options| {
            Ok(Box::new(OpenDocument::open_spreadsheet(source, options)?))
        })
        .with_filter(Format::Odp, |source, options| {
            Ok(Box::new(OpenDocument::open_presentation(source, options)?))
        })
        .with_filter(Format::Epub, |source, options| {
            Ok(Box::new(Epub::open(source, options)?))
        })
        .with_filter(Format::SubStation, |mut source, options| {
            Ok(Box::new(Subtitles::read_substation(
                &mut *source,
                &options,
            )?))
        })
        .with_filter(Format::Rtf, |mut source, options| {
            Ok(Box::new(Rtf::read(&mut *source, &options)?))
        })
        .with_strings()
    }

    /// Files of strings of programs, and tables of text.
    fn with_strings(self) -> Self {
        self.with_filter(Format::Properties, |mut source, options| {
            Ok(Box::new(Properties::read(&mut *source, &options)?))
        })
        .with_filter(Format::Arb, |mut source, options| {
            Ok(Box::new(Arb::read(&mut *source, &options)?))
        })
        .with_filter(Format::AppleStrings, |mut source, options| {
            Ok(Box::new(AppleStrings::read(&mut *source, &options)?))
        })
        .with_filter(Format::Csv, |mut source, options| {
            Ok(Box::new(SeparatedValues::read(&mut *source, &options)?))
        })
        .with_filter(Format::Tsv, |mut source, options| {
            Ok(Box::new(SeparatedValues::read_tabs(
                &mut *source,
                &options,
            )?))
        })
        .with_filter(Format::StringCatalogue, |mut source, options| {
            Ok(Box::new(StringCatalogue::read(&mut *source, &options)?))
        })
        .with_filter(Format::Yaml, |mut source, options| {
            Ok(Box::new(Yaml::read(&mut *source, &options)?))
        })
        .with_filter(Format::Resx, |mut source, options| {
            Ok(Box::new(Resx::read(&mut *source, &options)?))
        })
    }

    /// Those with macros differ only in what is left as it is.
    fn with_office(self) -> Self {
        let mut filters = self;
        for format in [Format::Docx, Format::Docm] {
            filters = filters.with_filter(format, |source, options| {
                Ok(Box::new(Docx::open(source, options)?))
            });
        }
        for format in [Format::Pptx, Format::Pptm] {
            filters = filters.with_filter(format, |source, options| {
                Ok(Box::new(Pptx::open(source, options)?))
            });
        }
        for format in [Format::Xlsx, Format::Xlsm] {
            filters = filters.with_filter(format, |source, options| {
                Ok(Box::new(Xlsx::open(source, options)?))
            });
        }
        filters
    }

    fn with_filter(self, format: Format, filter: fn(Box<dyn Source>, Options) -> Opened) -> Self {
        self.with(format, Arc::new(filter))
    }

    /// These, and this filter for a format.
    #[must_use]
    pub fn with(self, format: Format, filter: Arc<dyn Filter>) -> Self {
        self.and(format, Entry::Filter(filter))
    }

    /// These, but none for this format, and what whoever runs the server has to do so that there is one: the end of a
    /// sentence, as in "whoever runs it has to install the package libreoffice-writer-nogui".
    #[must_use]
    pub fn without(self, format: Format, remedy: impl Into<Cow<'static, str>>) -> Self {
        self.and(format, Entry::Lacking(remedy.into()))
    }

    fn and(mut self, format: Format, entry: Entry) -> Self {
        Arc::make_mut(&mut self.entries).insert(format, entry);
        self
    }

    /// The formats that have a filter.
    pub fn formats(&self) -> impl Iterator<Item = Format> {
        self.entries
            .iter()
            .filter_map(|(format, entry)| matches!(entry, Entry::Filter(_)).then_some(*format))
    }

    /// What the names of files end with that can be read, as a list for people.
    #[must_use]
    pub fn extensions(&self) -> String {
        let extensions: Vec<&str> = self
            .formats()
            .flat_map(Format::extensions)
            .copied()
            .collect();
        extensions.join(", ")
    }

    /// Fails if a format has no filter.
    ///
    /// # Errors
    /// [`NoFilter`].
    pub fn check(&self, format: Format) -> Result<(), NoFilter> {
        self.of(format).map(|_| ())
    }

    /// Reads a document of a format.
    ///
    /// # Errors
    /// [`DocumentError`]; [`DocumentError::NoFilter`] if the format has none, [`DocumentError::Malformed`] if the file begins as
    /// one of another format.
    pub fn open(
        &self,
        format: Format,
        mut source: Box<dyn Source>,
        options: Options,
    ) -> Result<Box<dyn Document>, DocumentError> {
        let filter = self.of(format)?;
        signature::check(format, &mut *source)?;
        filter
            .open(source, options)
            .map_err(|error| error.of_format(format))
    }

    fn of(&self, format: Format) -> Result<&dyn Filter, NoFilter> {
        let remedy = match self.entries.get(&format) {
            Some(Entry::Filter(filter)) => return Ok(&**filter),
            Some(Entry::Lacking(remedy)) => remedy.clone(),
            None => Cow::Borrowed(NO_FILTER),
        };
        Err(NoFilter { format, remedy })
    }
}

impl fmt::Debug for Filters {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.formats()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn open(filters: &Filters, format: Format) -> Result<Box<dyn Document>, DocumentError> {
        let source = Box::new(Cursor::new(b"A text.".to_vec()));
        filters.open(format, source, Options::to("de".parse().unwrap()))
    }

    #[test]
    fn a_format_is_read_by_its_filter_and_without_one_it_is_said_what_to_do() {
        let standard = Filters::standard();
        assert_eq!(open(&standard, Format::PlainText).unwrap().units().len(), 1);
        assert!(!standard.extensions().contains("pdf"));
        let why = |filters: &Filters, format| open(filters, format).err().unwrap().to_string();
        assert_eq!(
            why(&standard, Format::Pdf),
            "PDF files cannot be translated on this server: it has no filter for them"
        );
        let filters = standard
            .clone()
            .with_filter(Format::Pdf, |mut source, options| {
                Ok(Box::new(PlainText::read(&mut *source, &options)?))
            })
            .without(Format::Doc, "whoever runs it has to install a program");
        assert_eq!(open(&filters, Format::Pdf).unwrap().units().len(), 1);
        assert!(filters.extensions().contains("mif, pdf"));
        assert_eq!(
            why(&filters, Format::Doc),
            "DOC files cannot be translated on this server: whoever runs it has to install a program"
        );
        assert!(
            standard.check(Format::Pdf).is_err(),
            "the others stay as they were"
        );
    }
}
