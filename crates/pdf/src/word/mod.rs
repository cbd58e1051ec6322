//! PDF as a document of Word: its paragraphs, headings, lists, tables and pictures, one after another as they are read.
//!
//! While a file is opened `layout` keeps where its paragraphs, rules and pictures are. To write the document, what comes
//! again on each page is taken for heads and feet (`heads`), paragraphs for headings or text (`roles`), and the rest of a
//! page is put into the order in which it is read (`order`, a `flow`), some of it in tables (`tables`). `compose` makes pages and
//! their columns `sections`, `writer` what is in them paragraphs of a `story`, and `package` the archive with all parts.

mod compose;
mod edges;
mod flow;
mod heads;
mod layout;
mod look;
mod marks;
mod markup;
mod numbering;
mod order;
mod package;
mod pictures;
mod placing;
mod roles;
mod sections;
mod story;
mod tables;
mod writer;

use std::collections::BTreeMap;
use std::io::Write;

use dragoman_documents::overseer::go_on;
use dragoman_documents::{Content, DocumentError, is_right_to_left};
use hayro_syntax::object::ObjectIdentifier;

pub(crate) use layout::{Layout, PageLayout, Seen};
pub(crate) use writer::Said;

use crate::word::package::Package;
use crate::word::pictures::{PictureFile, PictureFiles, picture_file};
use crate::word::roles::Roles;
use crate::word::writer::Writer;

/// Pictures of a document at most.
const MOST_PICTURES: usize = 2_000;
/// The bytes of all of them at most.
const MOST_BYTES: usize = 200 << 20;

/// Writes the pages of a file as a document of Word. How many pictures it cannot have.
///
/// # Errors
/// If the document is given up, no memory is left for it, or writing fails.
pub(crate) fn write(
    layout: &mut Layout,
    pdf: &hayro_syntax::Pdf,
    said: Said<'_>,
    output: &mut dyn Write,
) -> Result<usize, DocumentError> {
    layout.attach_marks(|text| text.said(said.source(text)));
    let layout = &*layout;
    let heads = heads::heads(layout, |text| text.said(said.source(text)));
    let roles = Roles::of(layout, |page, text| heads.left_out.contains(&(page, text)));
    let (pictures, missing) = picture_files(layout, pdf)?;
    go_on()?;
    let title = said.title.and_then(|unit| said.translation(unit));
    let title = title.map(Content::text).or_else(|| layout.title.clone());
    let is_right_to_left = is_right_to_left(layout.language);
    let mut writer = Writer::new(layout, said, roles, &pictures, is_right_to_left);
    let parts = compose::compose(&mut writer, &heads)?;
    let Writer {
        numbering,
        addresses,
        roles,
        ..
    } = writer;
    let package = Package {
        parts,
        numbering,
        addresses,
        roles: &roles,
        pictures: &pictures,
        title: title.as_deref(),
        language: layout.language.tag(),
    };
    package.write(output)?;
    Ok(missing)
}

/// The pictures on the pages as numbered files, and how many there are besides that Word does not show.
fn picture_files(
    layout: &Layout,
    pdf: &hayro_syntax::Pdf,
) -> Result<(PictureFiles, usize), DocumentError> {
    let mut files: BTreeMap<ObjectIdentifier, Option<(usize, PictureFile)>> = BTreeMap::new();
    let mut bytes: usize = 0;
    let mut missing = 0;
    for picture in layout.pages.iter().flat_map(|page| &page.pictures) {
        let Some(id) = picture.stream else {
            missing += 1;
            continue;
        };
        if files.contains_key(&id) {
            continue;
        }
        go_on()?;
        let has_room = files.len() < MOST_PICTURES && bytes < MOST_BYTES;
        let file = if has_room {
            picture_file(pdf, id)?
        } else {
            None
        };
        missing += usize::from(file.is_none());
        bytes += file.as_ref().map_or(0, |file| file.bytes.len());
        let number = files.len() + 1;
        files.insert(id, file.map(|file| (number, file)));
    }
    let shown = files.into_iter().filter_map(|(id, file)| Some((id, file?)));
    Ok((shown.collect(), missing))
}
