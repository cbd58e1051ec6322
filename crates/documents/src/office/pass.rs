use std::collections::HashMap;

use crate::{Content, DocumentError, Limits, Unit};

/// The units of a document, and where in its parts they occur.
#[derive(Debug, Default)]
pub(crate) struct Units {
    /// In the order in which they were first found.
    pub(crate) units: Vec<Unit>,
    text_bytes: usize,
}

/// For each place of a part, in its order, the unit that is there.
pub(crate) type Places = Vec<usize>;

/// Units that may occur again in a second copy of the same content: by their text.
#[derive(Debug, Default)]
pub(crate) struct Copies(HashMap<String, usize>);

impl Copies {
    /// The units at these places.
    pub(crate) fn new(units: &[Unit], places: &[usize]) -> Self {
        let mut copies = HashMap::new();
        for index in places {
            if let Some(unit) = units.get(*index) {
                copies.entry(unit.content.text()).or_insert(*index);
            }
        }
        Self(copies)
    }

    fn find(&self, units: &[Unit], content: &Content) -> Option<usize> {
        let index = *self.0.get(&content.text())?;
        (units.get(index)?.content == *content).then_some(index)
    }
}

/// A pass over a part: the same code finds the places when it reads and when it writes.
pub(crate) enum Pass<'a> {
    /// Collects the units of a part.
    Read {
        /// The units of the whole document.
        units: &'a mut Units,
        /// The places of this part.
        places: &'a mut Places,
        /// Copies in which a place's content is looked for first.
        copies: Vec<Copies>,
        /// What there may be.
        limits: Limits,
    },
    /// Gives the translations of a part.
    Write {
        /// The units of the whole document.
        units: &'a [Unit],
        /// Their translations.
        translations: &'a [Option<Content>],
        /// The places of this part that are still to come.
        places: std::slice::Iter<'a, usize>,
        /// What there may be.
        limits: Limits,
    },
}

impl Pass<'_> {
    /// Tells of a place with this content, and gives the content that it should have: `None` if it is to
    /// stay as it is.
    ///
    /// # Errors
    /// [`DocumentError::TooLarge`] if there is more than there may be.
    pub(crate) fn place(&mut self, content: Content) -> Result<Option<Content>, DocumentError> {
        match self {
            Self::Read {
                units,
                places,
                copies,
                limits,
            } => {
                let copy = copies
                    .iter()
                    .find_map(|copies| copies.find(&units.units, &content));
                let index = match copy {
                    Some(index) => index,
                    None => units.add(content, limits)?,
                };
                places.push(index);
                Ok(None)
            }
            Self::Write {
                units,
                translations,
                places,
                ..
            } => {
                let index = places.next().copied();
                let unit = index.and_then(|index| units.get(index));
                let translation = index.and_then(|index| translations.get(index));
                let (Some(unit), Some(Some(translation))) = (unit, translation) else {
                    return Ok(None);
                };
                let translation = translation.clone().with_codes_of(&unit.content);
                Ok((translation != unit.content).then_some(translation))
            }
        }
    }

    /// How long a paragraph may become, however often its properties are written.
    pub(crate) fn most_bytes(&self) -> u64 {
        match self {
            Self::Read { limits, .. } | Self::Write { limits, .. } => limits.entry_bytes,
        }
    }

    /// How many places there were so far.
    pub(crate) fn places(&self) -> usize {
        match self {
            Self::Read { places, .. } => places.len(),
            Self::Write { .. } => 0,
        }
    }

    /// From here on content that equals that of the places since `first` is a copy of it: it is
    /// translated once. It ends with [`Pass::end_copies`].
    pub(crate) fn begin_copies(&mut self, first: usize) {
        if let Self::Read {
            units,
            places,
            copies,
            ..
        } = self
        {
            let since = places.get(first..).unwrap_or_default();
            copies.push(Copies::new(&units.units, since));
        }
    }

    /// See [`Pass::begin_copies`].
    pub(crate) fn end_copies(&mut self) {
        if let Self::Read { copies, .. } = self {
            copies.pop();
        }
    }
}

impl Units {
    fn add(&mut self, content: Content, limits: &Limits) -> Result<usize, DocumentError> {
        let too_large = |what, most| DocumentError::TooLarge {
            what,
            most: u64::try_from(most).unwrap_or(u64::MAX),
        };
        let index = self.units.len();
        if index >= limits.units {
            return Err(too_large("texts", limits.units));
        }
        self.text_bytes = self.text_bytes.saturating_add(content.text().len());
        if self.text_bytes > limits.text_bytes {
            return Err(too_large("bytes of text", limits.text_bytes));
        }
        self.units.push(Unit {
            content,
            longest: None,
        });
        Ok(index)
    }
}
