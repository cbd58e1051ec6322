use crate::{
    Dita, Document, DocumentError, Docx, Html, Idml, Json, Mif, Options, PlainText, Pptx, Source,
    Subtitles, Xliff, Xlsx, XmlDocument,
};

/// A format of documents that can be translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Office Open XML of word processors.
    Docx,
    /// Office Open XML of presentations.
    Pptx,
    /// Office Open XML of spreadsheets.
    Xlsx,
    /// Web pages.
    Html,
    /// Plain text.
    PlainText,
    /// The interchange format of localisation, versions 1.2 and 2.x.
    Xliff,
    /// Subtitles in SubRip's format.
    Srt,
    /// Any XML.
    Xml,
    /// JSON, as programs keep their messages.
    Json,
    /// Topics and maps of the Darwin Information Typing Architecture.
    Dita,
    /// Interchange files of InDesign.
    Idml,
    /// Interchange files of FrameMaker.
    Mif,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 12] = [
        Self::Docx,
        Self::Pptx,
        Self::Xlsx,
        Self::Html,
        Self::PlainText,
        Self::Xliff,
        Self::Srt,
        Self::Xml,
        Self::Json,
        Self::Dita,
        Self::Idml,
        Self::Mif,
    ];

    /// What the names of its files end with, in lower case and without the dot; the usual ending
    /// comes first.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Docx => &["docx"],
            Self::Pptx => &["pptx"],
            Self::Xlsx => &["xlsx"],
            Self::Html => &["html", "htm"],
            Self::PlainText => &["txt"],
            Self::Xliff => &["xliff", "xlf"],
            Self::Srt => &["srt"],
            Self::Xml => &["xml"],
            Self::Json => &["json"],
            Self::Dita => &["dita", "ditamap"],
            Self::Idml => &["idml"],
            Self::Mif => &["mif"],
        }
    }

    /// The format of files with this ending, in any case.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        let extension = extension.to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|format| format.extensions().contains(&extension.as_str()))
    }

    /// The media type of its files.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Pptx => {
                "application/vnd.openxmlformats-officedocument.presentationml.presentation"
            }
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Html => "text/html",
            Self::PlainText => "text/plain",
            Self::Xliff => "application/xliff+xml",
            Self::Srt => "application/x-subrip",
            Self::Xml => "application/xml",
            Self::Json => "application/json",
            Self::Dita => "application/dita+xml",
            Self::Idml => "application/vnd.adobe.indesign-idml-package",
            Self::Mif => "application/vnd.mif",
        }
    }

    /// Reads a document of this format.
    ///
    /// # Errors
    /// [`DocumentError`].
    pub fn open(
        self,
        mut source: Box<dyn Source>,
        options: Options,
    ) -> Result<Box<dyn Document>, DocumentError> {
        Ok(match self {
            Self::Docx => Box::new(Docx::open(source, options)?),
            Self::Pptx => Box::new(Pptx::open(source, options)?),
            Self::Xlsx => Box::new(Xlsx::open(source, options)?),
            Self::Html => Box::new(Html::read(&mut *source, &options)?),
            Self::PlainText => Box::new(PlainText::read(&mut *source, &options)?),
            Self::Xliff => Box::new(Xliff::open(source, &options)?),
            Self::Srt => Box::new(Subtitles::read(&mut *source, &options)?),
            Self::Xml => Box::new(XmlDocument::open(source, &options)?),
            Self::Json => Box::new(Json::read(&mut *source, &options)?),
            Self::Dita => Box::new(Dita::open(source, &options)?),
            Self::Idml => Box::new(Idml::open(source, options)?),
            Self::Mif => Box::new(Mif::open(source, options)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_belongs_to_one_format() {
        let mut all: Vec<&str> = Format::ALL
            .into_iter()
            .flat_map(|format| format.extensions())
            .copied()
            .collect();
        for extension in &all {
            let format = Format::of_extension(&extension.to_uppercase()).unwrap();
            assert!(format.extensions().contains(extension), "{extension}");
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert_eq!(Format::of_extension("pdf"), None);
    }
}
