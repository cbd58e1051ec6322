//! Text that is being read, out of bytes and of characters in Unicode.

use std::ops::Range;

use super::paragraph::Setting;

/// Text whose end is not known yet.
#[derive(Debug, Default)]
pub(super) struct Pending {
    text: String,
    bytes: Vec<u8>,
    units: Vec<u16>,
    /// Where it stands, and what holds there.
    place: Option<(Range<usize>, Setting)>,
    /// Whether a control word stands before it that has no space of its own.
    is_bare: bool,
    /// Whether it cannot be read.
    is_lost: bool,
}

/// Text that was read.
pub(super) struct Taken {
    /// `None` if it cannot be read.
    pub(super) text: Option<String>,
    pub(super) range: Range<usize>,
    pub(super) setting: Setting,
    pub(super) is_bare: bool,
}

impl Pending {
    /// Goes on with a token that stands here.
    pub(super) fn extend(&mut self, range: Range<usize>, setting: Setting, is_bare: bool) {
        match &mut self.place {
            Some((place, _)) => place.end = range.end,
            None => {
                self.place = Some((range, setting));
                self.is_bare = is_bare;
            }
        }
    }

    /// Takes in a fallback if there is text before it.
    pub(super) fn extend_to(&mut self, end: usize) {
        if let Some((place, _)) = &mut self.place {
            place.end = end;
        }
    }

    pub(super) fn push_byte(&mut self, byte: u8) {
        self.read_units();
        self.bytes.push(byte);
    }

    pub(super) fn push_unit(&mut self, unit: u16) {
        self.read_bytes();
        self.units.push(unit);
    }

    pub(super) fn push(&mut self, character: char) {
        self.read_bytes();
        self.read_units();
        self.text.push(character);
    }

    fn read_bytes(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let charset = self.place.as_ref().map(|(_, setting)| setting.charset);
        match charset.and_then(|charset| charset.decode(&self.bytes)) {
            Some(text) => self.text.push_str(&text),
            None => self.is_lost = true,
        }
        self.bytes.clear();
    }

    fn read_units(&mut self) {
        if self.units.is_empty() {
            return;
        }
        // Signs of fonts are no text.
        let is_sign = |unit: &u16| matches!(unit, 0xe000..=0xf8ff);
        match String::from_utf16(&self.units) {
            Ok(text) if !self.units.iter().any(is_sign) => self.text.push_str(&text),
            _ => self.is_lost = true,
        }
        self.units.clear();
    }

    /// What was read; nothing is pending then.
    pub(super) fn take(&mut self) -> Option<Taken> {
        self.read_bytes();
        self.read_units();
        let read = std::mem::take(self);
        let (range, setting) = read.place?;
        Some(Taken {
            text: (!read.is_lost).then_some(read.text),
            range,
            setting,
            is_bare: read.is_bare,
        })
    }
}
