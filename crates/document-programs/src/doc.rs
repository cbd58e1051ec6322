//! Documents of old Word: LibreOffice makes a docx of one, which is translated as any other.

use std::sync::Arc;

use dragoman_documents::{Document, DocumentError, Docx, Filter, Options, Source};

use crate::LibreOffice;
use crate::word_file::{Kind, kind};

/// Reads documents of Word before 2007. Their translations are docx.
#[derive(Debug, Clone)]
pub struct DocFilter(Arc<LibreOffice>);

impl DocFilter {
    /// Converts with this LibreOffice.
    #[must_use]
    pub const fn new(office: Arc<LibreOffice>) -> Self {
        Self(office)
    }
}

impl Filter for DocFilter {
    fn open(
        &self,
        mut source: Box<dyn Source>,
        options: Options,
    ) -> Result<Box<dyn Document>, DocumentError> {
        let converted = match kind(&mut *source)? {
            Kind::Archive => source,
            // Told what it is, LibreOffice does not look for anything else in what a stranger sent.
            Kind::Word => Box::new(self.0.to_docx(&mut *source, None)?),
            Kind::RichText => Box::new(self.0.to_docx(&mut *source, Some("Rich Text Format"))?),
        };
        Ok(Box::new(Docx::open(converted, options)?))
    }
}
