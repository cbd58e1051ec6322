//! Pages that are seen as pictures only: their text is recognised in what their pictures show together, and one picture
//! with the translations takes the place of these, with text over it that is not seen but found and copied.

mod composition;
mod painted;
mod paragraphs;

use std::collections::BTreeMap;

use dragoman_documents::overseer::{borrow, for_a_while};
use dragoman_documents::{Content, DocumentError, Piece, TextRecogniser};
use dragoman_language::Language;
use dragoman_pictures::PictureText;
use dragoman_typesetting::Fonts;
use hayro_syntax::page::Page;
use kurbo::Rect;

pub(crate) use composition::Packed;
pub(crate) use painted::PaintedScan;

use crate::page::{PageContents, bounds};
use crate::scans::composition::Composition;

/// A page whose text was recognised.
pub(crate) struct Scan {
    /// The number of its page.
    pub(crate) page: usize,
    bounds: Rect,
    composition: Composition,
    text: PictureText,
    /// How many glyphs it has that are not seen.
    hidden_glyphs: usize,
}

/// What was painted on a page, and what was not.
pub(crate) struct Painting {
    /// None if nothing was.
    pub(crate) scan: Option<PaintedScan>,
    /// How many paragraphs stayed since no font here has their letters, by the names of their writing systems.
    pub(crate) without_font: BTreeMap<String, usize>,
    /// How many stayed since they do not fit.
    pub(crate) without_room: usize,
}

impl Scan {
    /// Reads a page that is seen as pictures. None if these are too small for a page, or no text is found in them.
    ///
    /// # Errors
    /// What the recogniser says; if the document is given up, or no memory is left for it.
    pub(crate) fn read(
        page: &Page<'_>,
        number: usize,
        contents: &PageContents,
        pdf: &hayro_syntax::Pdf,
        (recogniser, language): (&dyn TextRecogniser, Option<Language>),
    ) -> Result<Option<Self>, DocumentError> {
        let Some(composition) = Composition::of(page, contents, pdf) else {
            return Ok(None);
        };
        let text = for_a_while(|| {
            let Some(canvas) = composition.canvas(pdf)? else {
                return Ok(None);
            };
            let dots_per_inch = Some(composition.dots_per_inch());
            PictureText::read(canvas, dots_per_inch, recogniser, language).map(Some)
        })?;
        let Some(text) = text else {
            return Ok(None);
        };
        let has_units = text.paragraphs().next().is_some();
        Ok(has_units.then_some(Self {
            page: number,
            bounds: bounds(page),
            composition,
            text,
            hidden_glyphs: contents.glyphs.len(),
        }))
    }

    /// What is to be translated of it.
    pub(crate) fn units(&self) -> impl Iterator<Item = Content> {
        self.text.paragraphs().map(unit)
    }

    /// How many units it has.
    pub(crate) fn unit_count(&self) -> usize {
        self.text.paragraphs().count()
    }

    /// How much memory it takes, in bytes: each letter has its place in a word, and is in a unit.
    pub(crate) fn size(&self) -> usize {
        let letters: usize = self.text.paragraphs().map(|text| text.len()).sum();
        size_of::<Self>() + letters.saturating_mul(16)
    }

    /// Paints these translations of its units.
    ///
    /// # Errors
    /// If the document is given up, or no memory is left for it.
    pub(crate) fn paint(
        &self,
        pdf: &hayro_syntax::Pdf,
        translations: &[Option<Content>],
        fonts: &Fonts,
    ) -> Result<Painting, DocumentError> {
        let texts = self.text.paragraphs().zip(translations);
        let texts = texts.map(|(source, translation)| {
            let translation = translation.as_ref()?.text();
            // Names are best left as they are.
            let is_other = translation.trim() != source && !translation.trim().is_empty();
            is_other.then_some(translation)
        });
        let texts: Vec<Option<String>> = texts.collect();
        let mut painting = Painting {
            scan: None,
            without_font: BTreeMap::new(),
            without_room: 0,
        };
        if texts.iter().all(Option::is_none) {
            return Ok(painting);
        }
        let painted = for_a_while(|| {
            let Some(canvas) = self.composition.canvas(pdf)? else {
                return Ok(None);
            };
            let (canvas, painted) = self.text.paint(canvas, &texts, fonts)?;
            painting.without_font = painted.without_font;
            painting.without_room = painted.without_room;
            if painted.lines.is_empty() {
                return Ok(None);
            }
            let packed = self.composition.packed(canvas, pdf)?;
            Ok::<_, DocumentError>(packed.map(|picture| (picture, painted.lines)))
        })?;
        if let Some((picture, _)) = &painted {
            borrow(picture.bytes.len())?;
        }
        painting.scan = painted.map(|(picture, lines)| PaintedScan {
            page: self.page,
            picture,
            to_page: self.composition.to_page(),
            replaced: self.composition.pictures().collect(),
            lines,
            hidden_glyphs: self.hidden_glyphs,
        });
        Ok(painting)
    }
}

fn unit(text: String) -> Content {
    Content::new([Piece::Text(text)])
}
