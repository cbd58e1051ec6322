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
    /// Markdown.
    Markdown,
    /// Catalogues of gettext.
    Gettext,
    /// Subtitles of web pages (`WebVTT`).
    WebVtt,
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
    /// The Portable Document Format.
    Pdf,
    /// Binary files of Word before 2007.
    Doc,
    /// OpenDocument of word processors, and templates of it.
    Odt,
    /// OpenDocument of spreadsheets, and templates of it.
    Ods,
    /// OpenDocument of presentations, and templates of it.
    Odp,
    /// Office Open XML of word processors, with macros.
    Docm,
    /// Office Open XML of presentations, with macros.
    Pptm,
    /// Office Open XML of spreadsheets, with macros.
    Xlsm,
    /// Books in EPUB, versions 2 and 3.
    Epub,
    /// Messages of programs in Java.
    Properties,
    /// Subtitles of Advanced `SubStation` Alpha and of its predecessor.
    SubStation,
    /// Messages of programs in Flutter.
    Arb,
    /// Strings of programs for Apple's systems.
    AppleStrings,
    /// Catalogues of strings of programs for Apple's systems.
    StringCatalogue,
    /// Tables whose cells are divided by commas or by another sign.
    Csv,
    /// Tables whose cells are divided by tabs.
    Tsv,
    /// YAML, as programs keep their messages.
    Yaml,
    /// Resources of programs for .NET.
    Resx,
    /// The Rich Text Format.
    Rtf,
    /// Photographs.
    Jpeg,
    /// Pictures without loss.
    Png,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 36] = [
        Self::Docx,
        Self::Pptx,
        Self::Xlsx,
        Self::Html,
        Self::PlainText,
        Self::Xliff,
        Self::Srt,
        Self::Markdown,
        Self::Gettext,
        Self::WebVtt,
        Self::Xml,
        Self::Json,
        Self::Dita,
        Self::Idml,
        Self::Mif,
        Self::Pdf,
        Self::Doc,
        Self::Odt,
        Self::Ods,
        Self::Odp,
        Self::Docm,
        Self::Pptm,
        Self::Xlsm,
        Self::Epub,
        Self::Properties,
        Self::SubStation,
        Self::Arb,
        Self::AppleStrings,
        Self::StringCatalogue,
        Self::Csv,
        Self::Tsv,
        Self::Yaml,
        Self::Resx,
        Self::Rtf,
        Self::Jpeg,
        Self::Png,
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
            Self::Markdown => &["md", "markdown"],
            Self::Gettext => &["po", "pot"],
            Self::WebVtt => &["vtt"],
            Self::Xml => &["xml"],
            Self::Json => &["json"],
            Self::Dita => &["dita", "ditamap"],
            Self::Idml => &["idml"],
            Self::Mif => &["mif"],
            Self::Pdf => &["pdf"],
            Self::Doc => &["doc"],
            Self::Odt => &["odt", "ott"],
            Self::Ods => &["ods", "ots"],
            Self::Odp => &["odp", "otp"],
            Self::Docm => &["docm"],
            Self::Pptm => &["pptm"],
            Self::Xlsm => &["xlsm"],
            Self::Epub => &["epub"],
            Self::Properties => &["properties"],
            Self::SubStation => &["ass", "ssa"],
            Self::Arb => &["arb"],
            Self::AppleStrings => &["strings"],
            Self::StringCatalogue => &["xcstrings"],
            Self::Csv => &["csv"],
            Self::Tsv => &["tsv"],
            Self::Yaml => &["yaml", "yml"],
            Self::Resx => &["resx", "resw"],
            Self::Rtf => &["rtf"],
            Self::Jpeg => &["jpeg", "jpg"],
            Self::Png => &["png"],
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
            Self::Markdown => "text/markdown",
            Self::Gettext => "text/x-gettext-translation",
            Self::WebVtt => "text/vtt",
            Self::Xml => "application/xml",
            Self::Json => "application/json",
            Self::Dita => "application/dita+xml",
            Self::Idml => "application/vnd.adobe.indesign-idml-package",
            Self::Mif => "application/vnd.mif",
            Self::Pdf => "application/pdf",
            Self::Doc => "application/msword",
            Self::Odt => "application/vnd.oasis.opendocument.text",
            Self::Ods => "application/vnd.oasis.opendocument.spreadsheet",
            Self::Odp => "application/vnd.oasis.opendocument.presentation",
            Self::Docm => "application/vnd.ms-word.document.macroEnabled.12",
            Self::Pptm => "application/vnd.ms-powerpoint.presentation.macroEnabled.12",
            Self::Xlsm => "application/vnd.ms-excel.sheet.macroEnabled.12",
            Self::Epub => "application/epub+zip",
            Self::Properties => "text/x-java-properties",
            Self::SubStation => "text/x-ssa",
            Self::Arb => "application/json",
            Self::AppleStrings => "text/plain",
            Self::StringCatalogue => "application/json",
            Self::Csv => "text/csv",
            Self::Tsv => "text/tab-separated-values",
            Self::Yaml => "application/yaml",
            Self::Resx => "text/microsoft-resx",
            Self::Rtf => "application/rtf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }

    /// Its name in a word: the usual ending of its files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.extensions().first().copied().unwrap_or_default()
    }

    /// Its name in a sentence: the usual ending of its files in capitals.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Docx => "DOCX",
            Self::Pptx => "PPTX",
            Self::Xlsx => "XLSX",
            Self::Html => "HTML",
            Self::PlainText => "TXT",
            Self::Xliff => "XLIFF",
            Self::Srt => "SRT",
            Self::Markdown => "MD",
            Self::Gettext => "PO",
            Self::WebVtt => "VTT",
            Self::Xml => "XML",
            Self::Json => "JSON",
            Self::Dita => "DITA",
            Self::Idml => "IDML",
            Self::Mif => "MIF",
            Self::Pdf => "PDF",
            Self::Doc => "DOC",
            Self::Odt => "ODT",
            Self::Ods => "ODS",
            Self::Odp => "ODP",
            Self::Docm => "DOCM",
            Self::Pptm => "PPTM",
            Self::Xlsm => "XLSM",
            Self::Epub => "EPUB",
            Self::Properties => "PROPERTIES",
            Self::SubStation => "ASS",
            Self::Arb => "ARB",
            Self::AppleStrings => "STRINGS",
            Self::StringCatalogue => "XCSTRINGS",
            Self::Csv => "CSV",
            Self::Tsv => "TSV",
            Self::Yaml => "YAML",
            Self::Resx => "RESX",
            Self::Rtf => "RTF",
            Self::Jpeg => "JPEG",
            Self::Png => "PNG",
        }
    }

    /// The format in which the translation of a document of this format is written unless another is asked for.
    #[must_use]
    pub const fn output(self) -> Self {
        match self {
            Self::Doc => Self::Docx,
            same => same,
        }
    }

    /// Whether the translation of a document of this format can be written in another.
    #[must_use]
    pub fn may_become(self, other: Self) -> bool {
        other == self.output() || (self == Self::Pdf && other == Self::Docx)
    }

    /// Whether a document of this format can have its translation behind its text: paragraph by paragraph, cell by cell,
    /// cue by cue.
    #[must_use]
    pub const fn may_be_bilingual(self) -> bool {
        matches!(
            self,
            Self::Docx
                | Self::Docm
                | Self::Odt
                | Self::Html
                | Self::Markdown
                | Self::Epub
                | Self::Srt
                | Self::WebVtt
                | Self::SubStation
        )
    }

    /// What the names of files end with that may be bilingual, as a list for people.
    #[must_use]
    pub fn bilingual_extensions() -> String {
        let formats = Self::ALL
            .into_iter()
            .filter(|format| format.may_be_bilingual());
        let extensions: Vec<&str> = formats.flat_map(Self::extensions).copied().collect();
        extensions.join(", ")
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
            assert_eq!(format.label(), format.name().to_uppercase());
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert_eq!(Format::of_extension("odg"), None);
    }

    #[test]
    fn a_translation_has_the_format_of_its_document_or_one_that_it_may_become() {
        for format in Format::ALL {
            assert!(format.may_become(format.output()), "{format:?}");
            let may_become_docx = matches!(format, Format::Docx | Format::Doc | Format::Pdf);
            assert_eq!(
                format.may_become(Format::Docx),
                may_become_docx,
                "{format:?}"
            );
        }
        assert!(!Format::Doc.may_become(Format::Doc), "nobody writes it");
        assert!(!Format::Docx.may_become(Format::Pdf));
        // A file with macros has another type, and programs refuse one whose name says otherwise.
        assert!(!Format::Docm.may_become(Format::Docx));
    }
}
