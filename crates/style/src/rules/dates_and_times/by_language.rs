use std::sync::OnceLock;

use crate::language::StyleLanguage;

/// A value for each language, computed at its first use.
pub(super) struct ByLanguage<T> {
    make: fn(StyleLanguage) -> T,
    made: [OnceLock<T>; StyleLanguage::ALL.len()],
}

impl<T> ByLanguage<T> {
    pub(super) const fn new(make: fn(StyleLanguage) -> T) -> Self {
        Self {
            make,
            made: [const { OnceLock::new() }; StyleLanguage::ALL.len()],
        }
    }

    pub(super) fn get(&self, language: StyleLanguage) -> &T {
        let [
            german,
            english,
            spanish,
            french,
            italian,
            japanese,
            korean,
            chinese,
        ] = &self.made;
        let made = match language {
            StyleLanguage::German => german,
            StyleLanguage::English => english,
            StyleLanguage::Spanish => spanish,
            StyleLanguage::French => french,
            StyleLanguage::Italian => italian,
            StyleLanguage::Japanese => japanese,
            StyleLanguage::Korean => korean,
            StyleLanguage::Chinese => chinese,
        };
        made.get_or_init(|| (self.make)(language))
    }
}
