/// The namespaces that are known here. The strict form of the standard has names of its own for the
/// same things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Namespace {
    /// Word processing.
    Word,
    /// Alternatives for programs of different ages.
    Alternatives,
    /// Formulas.
    Math,
    /// Where drawings stand in a text, and their alternative texts.
    Placement,
    /// Drawings of the age before.
    Vml,
    /// Titles and subjects of documents.
    DublinCore,
    /// The text of drawings.
    Drawing,
    /// Charts.
    Chart,
    /// Charts of the kinds that came later.
    LaterChart,
    /// Presentations.
    Presentation,
    /// What later versions added to presentations: sections.
    LaterPresentation,
    /// Workbooks.
    Sheet,
    /// Comments of workbooks that answer one another.
    Thread,
    /// Anything else.
    Other,
}

impl Namespace {
    pub(crate) fn of(name: &str) -> Self {
        match name {
            "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
            | "http://purl.oclc.org/ooxml/wordprocessingml/main" => Self::Word,
            "http://schemas.openxmlformats.org/markup-compatibility/2006" => Self::Alternatives,
            "http://schemas.openxmlformats.org/officeDocument/2006/math"
            | "http://purl.oclc.org/ooxml/officeDocument/math" => Self::Math,
            "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
            | "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing" => Self::Placement,
            "urn:schemas-microsoft-com:vml" => Self::Vml,
            "http://purl.org/dc/elements/1.1/" => Self::DublinCore,
            "http://schemas.openxmlformats.org/drawingml/2006/main"
            | "http://purl.oclc.org/ooxml/drawingml/main" => Self::Drawing,
            "http://schemas.openxmlformats.org/drawingml/2006/chart"
            | "http://purl.oclc.org/ooxml/drawingml/chart" => Self::Chart,
            "http://schemas.microsoft.com/office/drawing/2014/chartex" => Self::LaterChart,
            "http://schemas.openxmlformats.org/presentationml/2006/main"
            | "http://purl.oclc.org/ooxml/presentationml/main" => Self::Presentation,
            "http://schemas.microsoft.com/office/powerpoint/2010/main" => Self::LaterPresentation,
            "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
            // Of a draft of the standard: some programs wrote the workbooks behind charts by it.
            | "http://schemas.openxmlformats.org/spreadsheetml/2006/7/main"
            | "http://purl.oclc.org/ooxml/spreadsheetml/main" => Self::Sheet,
            "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments" => {
                Self::Thread
            }
            _ => Self::Other,
        }
    }
}
