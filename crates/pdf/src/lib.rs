//! PDF: the text of its pages as people read it, and pages with translations in its places.
//!
//! A page says where each glyph is painted, and nothing of words, lines and paragraphs. They are found again in steps:
//! `content` takes a content stream apart into operations, `walker` does them and notes each glyph with its place and
//! what it stands for (`fonts`; where the document does not say it, `meanings`), and rules and areas among the `paths`; `lines` puts glyphs beside one another into lines,
//! and `paragraphs` lines below one another into what is read in one go.
//!
//! `spans` makes text with codes of a paragraph, for what looks different in it, what is a link (`links`), is underlined
//! or highlighted (`decorations`), and formulas.
//! `places` says where a paragraph is and how its lines stand, and `surroundings` how much room is free around it.
//! `threads` finds those that go on in another column or on another page. `reading` puts all of this together.
//!
//! To write a page, `setting` sets a translation in its place: in the fonts of the document (`own_fonts`) or in faces of
//! the system, which `embedding` makes fonts of the document with a table of what their codes stand for (`to_unicode`). `drawing` makes operations of it. The `walker` goes through
//! the content streams once more: it takes the glyphs of what is translated away (`shown`), puts the drawing behind them,
//! and copies all else (`rewriting`, `paint`). What is on no page (titles, bookmarks, alternative texts, captions) is in
//! `strings`. `writing` puts all of it together.
//!
//! A page that shows pictures only has its text recognised (`scans`), in the `pixels` of these.
//!
//! What its libraries take cannot be bounded from inside, so the program reads documents in a process of its own.

mod content;
mod decorations;
mod document;
mod drawing;
mod embedding;
mod file;
mod fonts;
mod items;
mod joining;
mod lines;
mod links;
mod meanings;
mod own_fonts;
mod page;
mod paint;
mod paragraphs;
mod paths;
mod pixels;
mod places;
mod png;
mod reading;
mod resources;
mod rewriting;
mod scans;
mod setting;
mod shown;
mod spans;
mod streams;
mod strings;
mod surroundings;
mod threads;
mod to_unicode;
mod walker;
mod word;
mod writing;

pub use document::Pdf;
use dragoman_documents::overseer::{borrow, go_on};
use dragoman_documents::{DocumentError, Limits};
use fonts::Fonts;
use page::PageContents;
use walker::Walker;

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
    let pdf = file::parsed(file)?;
    let mut walker = Walker::new(limits);
    let mut pages = Vec::new();
    for page in pdf.pages().iter() {
        go_on()?;
        let contents = walker.walk(page)?;
        pages.push(text_of(&contents, &walker.fonts));
    }
    Ok(pages)
}

fn text_of(page: &PageContents, fonts: &Fonts<'_>) -> PageText {
    let found = paragraphs::paragraphs(page, fonts, lines::lines(page));
    let (readable, unreadable): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|paragraph| paragraph.is_readable(page));
    let texts = readable
        .iter()
        .map(|paragraph| spans::text_of_lines(page, &paragraph.lines));
    PageText {
        paragraphs: texts.filter(|text| !text.trim().is_empty()).collect(),
        unreadable: unreadable.len(),
        is_picture: page.is_picture(),
    }
}
