//! PDF: the text of its pages as people read it.
//!
//! A page says where each glyph is painted, and nothing of words, lines and paragraphs. They are found again in steps:
//! `content` takes a content stream apart into operations, `walker` does them and notes each glyph with its place and
//! what it stands for (`fonts`), `lines` puts glyphs beside one another into lines, and `paragraphs` lines below one
//! another into what is read in one go.

mod content;
mod fonts;
mod lines;
mod page;
mod paint;
mod paragraphs;
mod rewriting;
mod shown;
mod streams;
mod walker;

use dragoman_documents::overseer::{borrow, go_on};
use dragoman_documents::{DocumentError, Limits};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use fonts::Fonts;
use page::PageContents;
use walker::Walker;

/// The name of the format in messages.
const FORMAT: &str = "PDF";

/// The text of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageText {
    /// What is read in one go, in the order in which it is painted.
    pub paragraphs: Vec<String>,
    /// How many paragraphs more there are whose glyphs the document gives no meaning.
    pub unreadable: usize,
    /// Whether the page is a picture, as those from a scanner are: what text it has lies invisibly over it.
    pub is_picture: bool,
}

/// The text of each page of a document.
///
/// # Errors
/// If the file is not PDF, is protected by a password, or unpacks to more than it may; if it is given up, or no memory is
/// left for it.
pub fn text_of_pages(file: Vec<u8>, limits: &Limits) -> Result<Vec<PageText>, DocumentError> {
    borrow(file.len())?;
    let pdf = Pdf::new(file).map_err(unreadable)?;
    let mut walker = Walker::new(limits);
    let mut pages = Vec::new();
    for page in pdf.pages().iter() {
        go_on()?;
        let contents = walker.walk(page)?;
        pages.push(text_of(&contents, &walker.fonts));
    }
    Ok(pages)
}

fn unreadable(error: LoadPdfError) -> DocumentError {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => DocumentError::Encrypted,
        LoadPdfError::Decryption(_) => DocumentError::Unsupported(
            "the document is encrypted in a way that is not supported; save it without protection and send it again"
                .to_owned(),
        ),
        LoadPdfError::Invalid => DocumentError::Malformed {
            format: FORMAT,
            reason: "no pages can be found in it".to_owned(),
        },
    }
}

fn text_of(page: &PageContents, fonts: &Fonts<'_>) -> PageText {
    let found = paragraphs::paragraphs(page, fonts, lines::lines(page));
    let (readable, unreadable): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|paragraph| paragraph.is_readable(page));
    let texts = readable.iter().map(|paragraph| paragraph.text(page));
    PageText {
        paragraphs: texts.filter(|text| !text.trim().is_empty()).collect(),
        unreadable: unreadable.len(),
        is_picture: page.is_picture(),
    }
}
