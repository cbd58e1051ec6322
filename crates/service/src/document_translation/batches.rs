//! Which units are translated together.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use dragoman_documents::{Content, Piece, Unit};
use tokio::task::yield_now;

use super::shape::Shape;
use super::{characters_of, contents};

/// How many characters a batch has at least, unless it is the last: enough for engines to find sentences of
/// like length, and little enough that work which is dropped is soon gone.
const BATCH: u64 = 4_000;

/// How many characters before a batch are shown as its context.
const CONTEXT: usize = 1_000;
/// How many units before a batch are looked at for that.
const CONTEXT_UNITS: usize = 8;

/// How many units are looked at before others get their turn.
const TURN: usize = 1_000;

/// What is to be translated of a document.
#[derive(Debug)]
pub(super) struct Plan<'units> {
    units: &'units [Unit],
    /// For each unit which one is translated for it: itself or an earlier one; none if it has no letters.
    chosen: Vec<Option<u32>>,
    characters: u64,
}

/// Units that are translated together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Batch {
    /// Which units, in order.
    pub(super) units: Vec<usize>,
    /// Their characters.
    pub(super) characters: u64,
}

impl<'units> Plan<'units> {
    /// Finds the units that have something to translate and have not come before.
    pub(super) async fn new(units: &'units [Unit]) -> Self {
        let mut plan = Self {
            units,
            chosen: Vec::with_capacity(units.len()),
            characters: 0,
        };
        let mut seen: HashMap<Shape<'_>, u32> = HashMap::new();
        for (index, unit) in units.iter().enumerate() {
            if index % TURN == TURN - 1 {
                yield_now().await;
            }
            // No filter gives more units than that.
            let number = u32::try_from(index).ok();
            let number = number.filter(|_| has_letters(&unit.content));
            plan.chosen
                .push(number.map(|number| match seen.entry(Shape(&unit.content)) {
                    Entry::Occupied(first) => *first.get(),
                    Entry::Vacant(place) => {
                        plan.characters += characters_of(&unit.content);
                        *place.insert(number)
                    }
                }));
        }
        plan
    }

    /// The characters that are translated.
    pub(super) const fn characters(&self) -> u64 {
        self.characters
    }

    /// The units for which an earlier one is translated, each with that.
    pub(super) fn repetitions(&self) -> impl Iterator<Item = (usize, usize)> {
        let chosen = self.chosen.iter().enumerate();
        chosen.filter_map(|(index, chosen)| {
            let first = usize::try_from((*chosen)?).ok()?;
            (first != index).then_some((index, first))
        })
    }

    /// What is translated, in order, except that units with codes are not together with units
    /// without, which need no alignment.
    pub(super) fn batches(&self) -> Batches<'_> {
        Batches {
            plan: self,
            next: 0,
            plain: Batch::default(),
            marked: Batch::default(),
        }
    }
}

/// The batches of a plan.
pub(super) struct Batches<'plan> {
    plan: &'plan Plan<'plan>,
    next: usize,
    plain: Batch,
    marked: Batch,
}

impl Iterator for Batches<'_> {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        while let Some(unit) = self.plan.units.get(self.next) {
            let index = self.next;
            self.next += 1;
            let chosen = self.plan.chosen.get(index).copied().flatten();
            if chosen.and_then(|chosen| usize::try_from(chosen).ok()) != Some(index) {
                continue;
            }
            let batch = if contents::plain(&unit.content).is_some() {
                &mut self.plain
            } else {
                &mut self.marked
            };
            batch.units.push(index);
            batch.characters += characters_of(&unit.content);
            if batch.characters >= BATCH {
                return Some(std::mem::take(batch));
            }
        }
        let rest = [&mut self.plain, &mut self.marked];
        let rest = rest.into_iter().find(|batch| !batch.units.is_empty());
        rest.map(std::mem::take)
    }
}

fn has_letters(content: &Content) -> bool {
    texts(content).any(|text| text.contains(char::is_alphabetic))
}

fn texts(content: &Content) -> impl DoubleEndedIterator<Item = &str> {
    content.pieces().iter().filter_map(|piece| match piece {
        Piece::Text(text) => Some(text.as_str()),
        Piece::Open(_) | Piece::Close(_) | Piece::Mark(_) => None,
    })
}

/// The end of what stands before a batch, for engines that choose words by their surroundings.
pub(super) fn context(units: &[Unit], batch: &Batch) -> Option<String> {
    let first = *batch.units.first()?;
    let before = units.get(first.saturating_sub(CONTEXT_UNITS)..first)?;
    let mut left = CONTEXT;
    let mut parts = Vec::new();
    for unit in before
        .iter()
        .rev()
        .filter(|unit| has_letters(&unit.content))
    {
        let text = unit.content.text();
        let length = text.chars().count();
        if length > left {
            break;
        }
        left -= length;
        parts.push(text);
    }
    parts.reverse();
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// Text from all over a document, by which its language can be told.
pub(super) fn sample(units: &[Unit]) -> String {
    /// From how many units, and how much of each.
    const UNITS: usize = 64;
    const CHARACTERS: usize = 200;
    let with_letters = || units.iter().filter(|unit| has_letters(&unit.content));
    let step = with_letters().count().div_ceil(UNITS).max(1);
    let mut sample = String::new();
    for unit in with_letters().step_by(step) {
        let characters = texts(&unit.content).flat_map(str::chars);
        sample.extend(characters.take(CHARACTERS));
        sample.push('\n');
    }
    sample
}
