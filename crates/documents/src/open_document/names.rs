/// The namespaces that are known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Namespace {
    /// What documents are made of at large.
    Office,
    /// Paragraphs and what is in them.
    Text,
    /// Tables and sheets.
    Table,
    /// Frames, shapes and pages of slides.
    Drawing,
    /// Titles and descriptions of what is drawn.
    Vector,
    /// What only slides have.
    Presentation,
    /// Styles and pages.
    Style,
    /// Controls of forms.
    Form,
    /// Titles, subjects and languages of documents.
    DublinCore,
    /// The list of a package's entries.
    Manifest,
    /// What LibreOffice adds to the standard.
    Extension,
    /// Anything else.
    Other,
}

impl Namespace {
    pub(super) fn of(name: &str) -> Self {
        match name {
            "http://purl.org/dc/elements/1.1/" => return Self::DublinCore,
            "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" => {
                return Self::Extension;
            }
            _ => {}
        }
        let Some(name) = name.strip_prefix("urn:oasis:names:tc:opendocument:xmlns:") else {
            return Self::Other;
        };
        match name {
            "office:1.0" => Self::Office,
            "text:1.0" => Self::Text,
            "table:1.0" => Self::Table,
            "drawing:1.0" => Self::Drawing,
            "svg-compatible:1.0" => Self::Vector,
            "presentation:1.0" => Self::Presentation,
            "style:1.0" => Self::Style,
            "form:1.0" => Self::Form,
            "manifest:1.0" => Self::Manifest,
            _ => Self::Other,
        }
    }
}
