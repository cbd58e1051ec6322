//! A picture as a document with units.

use std::io::Write;
use std::sync::Arc;

use dragoman_documents::{
    Collection, Content, Document, DocumentError, Filter, Options, Pages, Piece, Source,
    TextRecogniser, Unit, Warning, overseer, read_whole,
};
use dragoman_typesetting::Fonts;

use crate::file::Kind;
use crate::text::{Painting, PictureText};

/// Reads pictures of one kind.
#[derive(Clone)]
pub struct PictureFilter {
    kind: Kind,
    recogniser: Arc<dyn TextRecogniser>,
    fonts: Fonts,
}

impl PictureFilter {
    /// For PNG, with text recognised by this, and translations painted in these fonts.
    #[must_use]
    pub fn png(recogniser: Arc<dyn TextRecogniser>, fonts: Fonts) -> Self {
        Self {
            kind: Kind::Png,
            recogniser,
            fonts,
        }
    }

    /// For JPEG, with text recognised by this, and translations painted in these fonts.
    #[must_use]
    pub fn jpeg(recogniser: Arc<dyn TextRecogniser>, fonts: Fonts) -> Self {
        Self {
            kind: Kind::Jpeg,
            recogniser,
            fonts,
        }
    }
}

impl Filter for PictureFilter {
    fn open(
        &self,
        mut source: Box<dyn Source>,
        options: Options,
    ) -> Result<Box<dyn Document>, DocumentError> {
        let text = overseer::for_a_while(|| {
            let file = read_whole(&mut *source, options.limits.unpacked_bytes)?;
            let decoded = self.kind.decode(&file)?;
            drop(file);
            let dots_per_inch = decoded.dots_per_inch;
            let (canvas, _) = decoded.into_parts();
            PictureText::read(canvas, dots_per_inch, &*self.recogniser, options.source)
        })?;
        let mut units = Collection::new(&options.limits);
        for paragraph in text.paragraphs() {
            // Each letter has its place in a word, and is in a unit.
            overseer::borrow(paragraph.len().saturating_mul(16))?;
            units.push(Content::new([Piece::Text(paragraph)]))?;
        }
        let units = units.into_units();
        if units.is_empty() {
            return Err(DocumentError::Unsupported(
                "no text was recognised in the picture".to_owned(),
            ));
        }
        Ok(Box::new(PictureDocument {
            source,
            most_bytes: options.limits.unpacked_bytes,
            kind: self.kind,
            fonts: self.fonts.for_language(options.target.tag()),
            text,
            units,
            warnings: Vec::new(),
        }))
    }
}

struct PictureDocument {
    source: Box<dyn Source>,
    /// How long the file may be.
    most_bytes: u64,
    kind: Kind,
    fonts: Fonts,
    text: PictureText,
    units: Vec<Unit>,
    warnings: Vec<Warning>,
}

impl PictureDocument {
    fn warn(&mut self, painting: &Painting) {
        let missing = painting.without_font.iter();
        self.warnings
            .extend(missing.map(|(script, paragraphs)| Warning::MissingFont {
                script: script.clone(),
                paragraphs: *paragraphs,
            }));
        if painting.without_room > 0 {
            self.warnings.push(Warning::DoesNotFit {
                paragraphs: painting.without_room,
                pages: Pages::from_iter([1]),
            });
        }
    }

    /// The file with these translations.
    fn painted(&mut self, translations: &[Option<String>]) -> Result<Vec<u8>, DocumentError> {
        self.source.rewind()?;
        let file = read_whole(&mut *self.source, self.most_bytes)?;
        if translations.iter().all(Option::is_none) {
            return Ok(file);
        }
        let (canvas, orientation) = self.kind.decode(&file)?.into_parts();
        let bytes = canvas
            .width()
            .saturating_mul(canvas.height())
            .saturating_mul(canvas.channels());
        let (canvas, painting) = self.text.paint(canvas, translations, &self.fonts)?;
        self.warn(&painting);
        if painting.lines.is_empty() {
            return Ok(file);
        }
        // What is written is seldom longer than the pixels, and is there twice for a moment.
        overseer::borrow(bytes.saturating_mul(2))?;
        self.kind.encode(canvas, orientation, &file)
    }
}

impl Document for PictureDocument {
    fn units(&self) -> &[Unit] {
        &self.units
    }

    fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        // Names and numbers are best left as they are.
        let others = self
            .units
            .iter()
            .zip(translations)
            .map(|(unit, translation)| {
                let translation = translation.as_ref().map(Content::text)?;
                let is_same = translation.trim() == unit.content.text();
                let is_there = !translation.trim().is_empty();
                (!is_same && is_there).then_some(translation)
            });
        let others: Vec<Option<String>> = others.collect();
        let file = overseer::for_a_while(|| self.painted(&others))?;
        output.write_all(&file)?;
        Ok(())
    }
}
