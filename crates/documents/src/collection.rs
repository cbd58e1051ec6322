use crate::{Content, DocumentError, Limits, Piece, Unit};

/// The units of a document while it is read, kept within the limits.
#[derive(Debug)]
pub(crate) struct Collection {
    units: Vec<Unit>,
    text_bytes: usize,
    limits: Limits,
}

impl Collection {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            units: Vec::new(),
            text_bytes: 0,
            limits: *limits,
        }
    }

    pub(crate) fn push(&mut self, content: Content) -> Result<(), DocumentError> {
        let too_large = |what, most: usize| DocumentError::TooLarge {
            what,
            most: u64::try_from(most).unwrap_or(u64::MAX),
        };
        if self.units.len() >= self.limits.units {
            return Err(too_large("pieces of text", self.limits.units));
        }
        let bytes = content.pieces().iter().map(|piece| match piece {
            Piece::Text(text) => text.len(),
            Piece::Open(_) | Piece::Close(_) | Piece::Mark(_) => 0,
        });
        self.text_bytes = self.text_bytes.saturating_add(bytes.sum());
        if self.text_bytes > self.limits.text_bytes {
            return Err(too_large("bytes of text", self.limits.text_bytes));
        }
        self.units.push(Unit {
            content,
            longest: None,
        });
        Ok(())
    }

    pub(crate) fn into_units(self) -> Vec<Unit> {
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
