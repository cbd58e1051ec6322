use crate::{Content, DocumentError, Limits, Piece, Unit, overseer};

/// What a unit takes with its place, its translation and what else is kept of it, in bytes.
const OF_UNIT: usize = 640;

/// What each of its pieces takes.
const OF_PIECE: usize = 144;

/// What each byte of its text takes: in the document, the unit and the translation, and as sentences.
const OF_TEXT: usize = 6;

/// Borrows what a unit with this content takes as long as the document is there.
///
/// # Errors
/// Those of an [`overseer`].
pub(crate) fn borrow_for_unit(content: &Content) -> Result<(), DocumentError> {
    let pieces = content.pieces().len().saturating_mul(OF_PIECE);
    let text = text_bytes(content).saturating_mul(OF_TEXT);
    overseer::borrow(OF_UNIT.saturating_add(pieces).saturating_add(text))
}

/// The bytes of the text of some content.
pub(crate) fn text_bytes(content: &Content) -> usize {
    let bytes = content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => text.len(),
        Piece::Open(_) | Piece::Close(_) | Piece::Mark(_) => 0,
    });
    bytes.sum()
}

/// The units of a document while it is read, kept within the limits, and within what is lent for it.
#[derive(Debug)]
pub struct Collection {
    units: Vec<Unit>,
    text_bytes: usize,
    limits: Limits,
}

impl Collection {
    /// No units yet.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            units: Vec::new(),
            text_bytes: 0,
            limits: *limits,
        }
    }

    /// Adds a unit with this content that may be of any length.
    ///
    /// # Errors
    /// As [`push_unit`](Self::push_unit).
    pub fn push(&mut self, content: Content) -> Result<(), DocumentError> {
        self.push_unit(Unit {
            content,
            longest: None,
        })
    }

    /// Adds a unit.
    ///
    /// # Errors
    /// [`DocumentError::TooLarge`] if there are too many or their text is too long, and those of an [`overseer`].
    pub fn push_unit(&mut self, unit: Unit) -> Result<(), DocumentError> {
        if self.units.len() >= self.limits.units {
            return Err(DocumentError::too_large(
                "pieces of text",
                self.limits.units,
            ));
        }
        self.hold(&unit.content)?;
        self.units.push(unit);
        Ok(())
    }

    /// Makes room for a content.
    fn hold(&mut self, content: &Content) -> Result<(), DocumentError> {
        self.text_bytes = self.text_bytes.saturating_add(text_bytes(content));
        if self.text_bytes > self.limits.text_bytes {
            return Err(DocumentError::too_large(
                "bytes of text",
                self.limits.text_bytes,
            ));
        }
        borrow_for_unit(content)
    }

    /// How many units there are by now.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.units.len()
    }

    /// The content of a unit.
    #[must_use]
    pub fn content(&self, unit: usize) -> Option<&Content> {
        self.units.get(unit).map(|unit| &unit.content)
    }

    /// Gives a unit other content.
    ///
    /// # Errors
    /// As [`push_unit`](Self::push_unit).
    pub fn replace(&mut self, unit: usize, content: Content) -> Result<(), DocumentError> {
        if let Some(before) = self.content(unit) {
            self.text_bytes = self.text_bytes.saturating_sub(text_bytes(before));
            self.hold(&content)?;
        }
        if let Some(unit) = self.units.get_mut(unit) {
            unit.content = content;
        }
        Ok(())
    }

    /// The units in their order.
    #[must_use]
    pub fn into_units(self) -> Vec<Unit> {
        self.units
    }
}

/// Each unit's translation with the codes of its source, where there is one and it differs from the
/// source. Zero characters are left out: no text has them, and with them in it a file is taken for UTF-16
/// or for none of text.
pub(crate) fn changed_units<'a>(
    units: &'a [Unit],
    translations: &'a [Option<Content>],
) -> impl Iterator<Item = Option<Content>> + 'a {
    let translations = translations.iter().chain(std::iter::repeat(&None));
    units.iter().zip(translations).map(|(unit, translation)| {
        let translation = translation.clone()?.with_codes_of(&unit.content);
        (translation != unit.content).then(|| without_zeros(translation))
    })
}

fn without_zeros(content: Content) -> Content {
    let has_zero = |piece: &Piece| matches!(piece, Piece::Text(text) if text.contains('\0'));
    if !content.pieces().iter().any(has_zero) {
        return content;
    }
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(text.replace('\0', "")),
        code => code.clone(),
    }))
}
