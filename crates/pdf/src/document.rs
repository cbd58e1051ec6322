//! A PDF file as a document with units.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::sync::Arc;

use dragoman_documents::overseer::{borrow, for_a_while, go_on};
use dragoman_documents::{
    Content, Document, DocumentError, Format, Limits, Options, Source, TextRecogniser, Unit,
    Warning,
};
use dragoman_typesetting::{Fonts, Frame, OTHER_LETTERS};

use crate::file::{objects, parsed, read};
use crate::own_fonts::DocumentFont;
use crate::page::{FontId, for_people};
use crate::places::{Area, Place};
use crate::reading::{PageNotes, Reading};
use crate::scans::{PaintedScan, Scan};
use crate::setting::{NotSet, SetParagraph, Typefaces, set};
use crate::spans::TypeKind;
use crate::strings::Strings;
use crate::walker::Walker;
use crate::word::{self, Layout};
use crate::writing;

/// Down to which scale all paragraphs of a style get smaller if many of them have to.
const LEAST_COMMON_SCALE: f32 = 0.75;
/// One letter of so many may be smaller than the others of its style, in paragraphs that have less room.
const FEW: usize = 5;

/// A PDF file.
pub struct Pdf {
    source: Box<dyn Source>,
    limits: Limits,
    fonts: Fonts,
    units: Vec<Unit>,
    /// Where the unit with the same number is.
    places: Vec<Place>,
    /// What comes last of the units.
    strings: Strings,
    pages: Vec<PageNotes>,
    /// The tag of the language of the translation.
    language: String,
    /// What is on the pages, if they are to become a document of Word.
    layout: Option<Layout>,
    own_fonts: BTreeMap<FontId, Arc<DocumentFont>>,
    /// Pages that are seen as pictures. Their units come behind those that have places.
    scans: Vec<Scan>,
    warnings: Vec<Warning>,
}

/// What is alike of paragraphs that are to have type of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Kind {
    style: TypeKind,
    is_one_line: bool,
}

impl Kind {
    fn of(place: &Place) -> Self {
        Self {
            style: place.main.kind(),
            is_one_line: matches!(place.areas.as_slice(), [area] if area.frame.depth == 0.0),
        }
    }
}

/// The scales at which paragraphs of a kind fit, with how long they are.
#[derive(Debug, Default)]
struct Scales(Vec<(f32, usize)>);

impl Scales {
    fn add(&mut self, scale: f32, length: usize) {
        self.0.push((scale, length));
    }

    /// The scale of all of them that have room for it: few of them are to decide for all.
    fn common(mut self) -> f32 {
        self.0.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let all: usize = self.0.iter().map(|(_, length)| length).sum();
        let mut below = 0;
        let common = self.0.iter().find(|(_, length)| {
            below += length;
            below * FEW > all
        });
        let common = common.map_or(1.0, |(scale, _)| *scale);
        common.clamp(LEAST_COMMON_SCALE, 1.0)
    }
}

impl Pdf {
    /// Reads a file, whose translation is to be set in these fonts. This recognises the text of pages that are seen as
    /// pictures.
    ///
    /// # Errors
    /// If the file is not PDF, is protected by a password, or unpacks to more than it may; if all of its text is in
    /// pictures and cannot be recognised; if it is given up, or no memory is left for it.
    pub fn open(
        mut source: Box<dyn Source>,
        options: Options,
        fonts: &Fonts,
        recogniser: &dyn TextRecogniser,
    ) -> Result<Self, DocumentError> {
        let file = read(&mut *source, &options.limits)?;
        let strings =
            for_a_while(|| Strings::of(&mut objects(&file, &options.limits)?, &options.limits))?;
        let pdf = parsed(file)?;
        let mut walker = Walker::new(&options.limits);
        let is_word = options.output == Some(Format::Docx);
        let layout = is_word.then(|| Layout::of(&pdf, options.target));
        let mut reading = Reading::new(&pdf, &options, recogniser, layout);
        for page in pdf.pages().iter() {
            go_on()?;
            reading.page(page, &mut walker)?;
        }
        let mut found = reading.finish()?;
        borrow(strings.size())?;
        for unit in strings.units() {
            found.units.push(unit)?;
        }
        Ok(Self {
            source,
            limits: options.limits,
            fonts: fonts.for_language(options.target.tag()),
            units: found.units.into_units(),
            places: found.places,
            strings,
            pages: found.pages,
            language: options.target.tag().to_owned(),
            layout: found.layout,
            own_fonts: found.own_fonts,
            scans: found.scans,
            warnings: found.warnings,
        })
    }

    /// The paragraphs that are set anew, by their numbers.
    fn set(
        &mut self,
        translations: &[Option<Content>],
    ) -> Result<BTreeMap<usize, SetParagraph>, DocumentError> {
        let mut set_ones: BTreeMap<usize, SetParagraph> = BTreeMap::new();
        let mut without_font: BTreeMap<String, usize> = BTreeMap::new();
        let mut too_long = Vec::new();
        let mut scales: HashMap<Kind, Scales> = HashMap::new();
        for (number, translation) in translations.iter().enumerate() {
            go_on()?;
            let (Some(translation), Some(place)) = (translation, self.places.get(number)) else {
                continue;
            };
            match self.set_one(translation, place, 1.0) {
                Ok(paragraph) => {
                    let scales = scales.entry(Kind::of(place)).or_default();
                    scales.add(paragraph.scale(), place.text.len());
                    for (page, room) in paragraph.taken_rooms(place) {
                        if let Some(notes) = self.pages.get_mut(page) {
                            notes.surroundings.take(room);
                        }
                    }
                    set_ones.insert(number, paragraph);
                }
                Err(NotSet::NoFont) => {
                    let script = self.fonts.script_without_face(&translation.text());
                    *without_font.entry(script).or_default() += 1;
                }
                Err(NotSet::TooLong) => {
                    too_long.extend(place.areas.first().map(|area| for_people(area.page)));
                }
            }
        }
        let scales: HashMap<Kind, f32> = scales
            .into_iter()
            .map(|(kind, scales)| (kind, scales.common()))
            .collect();
        for (number, paragraph) in &mut set_ones {
            let (Some(Some(translation)), Some(place)) =
                (translations.get(*number), self.places.get(*number))
            else {
                continue;
            };
            let scale = scales.get(&Kind::of(place)).copied().unwrap_or(1.0);
            if paragraph.scale() > scale {
                go_on()?;
                // What goes in when it is larger does so when it is smaller.
                if let Ok(smaller) = self.set_one(translation, place, scale) {
                    *paragraph = smaller;
                }
            }
        }
        self.warn_of_fonts(without_font);
        self.warn_of_room(too_long);
        Ok(set_ones)
    }

    fn set_one(
        &self,
        translation: &Content,
        place: &Place,
        largest: f32,
    ) -> Result<SetParagraph, NotSet> {
        let typefaces = Typefaces {
            own: &self.own_fonts,
            system: &self.fonts,
        };
        let mut frames: Vec<Frame> = place.areas.iter().map(|area| self.frame(area)).collect();
        let widths = frames.iter().flat_map(|frame| &frame.widths);
        let widest = widths.copied().fold(0.0, f32::max);
        if frames.len() > 1 {
            for frame in &mut frames {
                // What goes on in another column is as wide there, even if only a word of it was. What is free beside
                // a column is no room of it.
                frame.widen_to(widest);
                (frame.more_left, frame.more_right) = (0.0, 0.0);
            }
        }
        set(translation, place, frames, largest, &typefaces)
    }

    /// The frame of an area, with the room that is free around it.
    fn frame(&self, area: &Area) -> Frame {
        let surroundings = self.pages.get(area.page).map(|page| &page.surroundings);
        match (area.room(), surroundings) {
            (Some(room), Some(around)) => around.free(&area.frame, room, area.size),
            _ => area.frame.clone(),
        }
    }

    /// The number of the first unit that is on no page.
    fn first_string(&self) -> usize {
        let scanned: usize = self.scans.iter().map(Scan::unit_count).sum();
        self.places.len() + scanned
    }

    /// The pages that are seen as pictures, with their translations.
    fn painted(
        &mut self,
        translations: &[Option<Content>],
    ) -> Result<Vec<PaintedScan>, DocumentError> {
        let mut painted = Vec::new();
        if self.scans.is_empty() {
            return Ok(painted);
        }
        let pdf = parsed(read(&mut *self.source, &self.limits)?)?;
        let mut rest = translations.get(self.places.len()..).unwrap_or_default();
        let (mut without_font, mut too_long) = (BTreeMap::new(), Vec::new());
        for scan in &self.scans {
            go_on()?;
            let (own, others) = rest.split_at(scan.unit_count().min(rest.len()));
            rest = others;
            let painting = scan.paint(&pdf, own, &self.fonts)?;
            painted.extend(painting.scan);
            for (script, paragraphs) in painting.without_font {
                *without_font.entry(script).or_default() += paragraphs;
            }
            too_long.extend(vec![for_people(scan.page); painting.without_room]);
        }
        self.warn_of_fonts(without_font);
        self.warn_of_room(too_long);
        Ok(painted)
    }

    /// Warns of paragraphs for whose writing systems there is no font.
    fn warn_of_fonts(&mut self, without_font: BTreeMap<String, usize>) {
        let missing = without_font.into_iter();
        self.warnings.extend(
            missing.map(|(script, paragraphs)| Warning::MissingFont { script, paragraphs }),
        );
    }

    /// Warns of paragraphs that do not fit, by the pages where they are.
    fn warn_of_room(&mut self, pages: Vec<u64>) {
        if !pages.is_empty() {
            self.warnings.push(Warning::DoesNotFit {
                paragraphs: pages.len(),
                pages: pages.into_iter().collect(),
            });
        }
    }
}

impl Document for Pdf {
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
        let first_string = self.first_string();
        if let Some(layout) = &mut self.layout {
            let title = layout.title.as_deref();
            let title = title.and_then(|title| self.strings.unit(title));
            let said = word::Said {
                units: &self.units,
                translations,
                title: title.map(|title| first_string + title),
            };
            let pdf = parsed(read(&mut *self.source, &self.limits)?)?;
            let left_out = word::write(layout, &pdf, said, output)?;
            if !self.scans.is_empty() {
                let pages = self.scans.iter().map(|scan| for_people(scan.page));
                self.warnings.push(Warning::RecognisedPages {
                    pages: pages.collect(),
                });
            }
            if left_out > 0 {
                self.warnings
                    .push(Warning::PicturesLeftOut { pictures: left_out });
            }
            return Ok(());
        }
        let set_ones = self.set(translations)?;
        let scans = self.painted(translations)?;
        let file = read(&mut *self.source, &self.limits)?;
        let links = |page: usize| match self.pages.get(page) {
            Some(notes) => notes.links.as_slice(),
            None => &[],
        };
        let edition = writing::Edition {
            places: &self.places,
            set_ones,
            own_fonts: &self.own_fonts,
            links: &links,
            strings: &self.strings,
            string_translations: translations.get(first_string..).unwrap_or_default(),
            scans,
            language: &self.language,
            limits: &self.limits,
        };
        let left = edition.write(file, output)?;
        if left > 0 {
            self.warn_of_fonts(BTreeMap::from([(OTHER_LETTERS.to_owned(), left)]));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_letters_do_not_decide_how_large_all_of_a_style_are() {
        let common = |scales: &[(f32, usize)]| Scales(scales.to_vec()).common();
        assert_eq!(common(&[(1.0, 90), (0.6, 10)]), 1.0);
        assert_eq!(common(&[(1.0, 70), (0.8, 30)]), 0.8);
        assert_eq!(common(&[(0.5, 50), (1.0, 50)]), LEAST_COMMON_SCALE);
        assert_eq!(common(&[]), 1.0);
    }
}
