use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use crate::collection::{borrow_for_unit, text_bytes};
use crate::xml::Edits;
use crate::{Content, DocumentError, Limits, Piece, Unit};

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
#[derive(Debug, Default, Clone)]
pub(crate) struct Copies(Rc<HashMap<String, usize>>);

impl Copies {
    /// The units at these places.
    pub(crate) fn new(units: &[Unit], places: &[usize]) -> Self {
        let mut copies = HashMap::new();
        for index in places {
            if let Some(unit) = units.get(*index) {
                copies.entry(unit.content.text()).or_insert(*index);
            }
        }
        Self(Rc::new(copies))
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
        /// The units of this part by their text, if equal ones are the same: a chart says its words again and again.
        same: Option<HashMap<String, usize>>,
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
                same,
                limits,
            } => {
                let mut copies = copies.iter();
                let copy = copies.find_map(|copies| copies.find(&units.units, &content));
                let copy = copy.or_else(|| {
                    let index = *same.as_ref()?.get(&content.text())?;
                    (units.units.get(index)?.content == content).then_some(index)
                });
                let index = match (copy, same) {
                    (Some(index), _) => index,
                    (None, None) => units.add(content, limits)?,
                    (None, Some(same)) => {
                        let text = content.text();
                        let index = units.add(content, limits)?;
                        same.entry(text).or_insert(index);
                        index
                    }
                };
                places.push(index);
                Ok(None)
            }
            Self::Write { .. } => Ok(self.next()),
        }
    }

    /// A text without codes as a unit of its own; what is to be in its place is put in this range, without the outer
    /// white space, which stays.
    ///
    /// # Errors
    /// As [`Pass::place`].
    pub(crate) fn plain(
        &mut self,
        text: &str,
        range: Range<usize>,
        escape: fn(&str) -> String,
        edits: &mut Edits,
    ) -> Result<(), DocumentError> {
        let trimmed = text.trim();
        let content = Content::new([Piece::Text(trimmed.to_owned())]);
        if !content.has_letters() {
            return Ok(());
        }
        if let Some(translation) = self.place(content)? {
            let start = text.len() - text.trim_start().len();
            let before = text.get(..start).unwrap_or_default();
            let after = text.get(text.trim_end().len()..).unwrap_or_default();
            let text = format!("{before}{}{after}", translation.text());
            edits.replace(range, escape(&text));
        }
        Ok(())
    }

    /// As [`Pass::place`] for a place that has the same unit as another: where it is read, that unit is given.
    pub(crate) fn place_again(&mut self, unit: usize) -> Option<Content> {
        match self {
            Self::Read { places, .. } => {
                places.push(unit);
                None
            }
            Self::Write { .. } => self.next(),
        }
    }

    /// The content that the next place should have, if it is to change.
    fn next(&mut self) -> Option<Content> {
        let Self::Write {
            units,
            translations,
            places,
            ..
        } = self
        else {
            return None;
        };
        let index = *places.next()?;
        let unit = units.get(index)?;
        let translation = translations.get(index)?.clone()?;
        let translation = translation.with_codes_of(&unit.content);
        (translation != unit.content).then_some(translation)
    }

    /// The unit of the place that was read last.
    pub(crate) fn last_unit(&self) -> Option<usize> {
        match self {
            Self::Read { places, .. } => places.last().copied(),
            Self::Write { .. } => None,
        }
    }

    /// Says how long the translation of the place that was read last should be at most.
    pub(crate) fn limit_last(&mut self, longest: usize) {
        if let Self::Read { units, places, .. } = self
            && let Some(index) = places.last()
            && let Some(unit) = units.units.get_mut(*index)
        {
            let longest = unit.longest.map_or(longest, |known| known.min(longest));
            unit.longest = Some(longest);
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
        let index = self.units.len();
        if index >= limits.units {
            return Err(DocumentError::too_large("texts", limits.units));
        }
        self.text_bytes = self.text_bytes.saturating_add(text_bytes(&content));
        if self.text_bytes > limits.text_bytes {
            return Err(DocumentError::too_large("bytes of text", limits.text_bytes));
        }
        borrow_for_unit(&content)?;
        self.units.push(Unit {
            content,
            longest: None,
        });
        Ok(index)
    }
}
