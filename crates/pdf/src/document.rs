//! A PDF file as a document with units.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::sync::Arc;

use dragoman_documents::overseer::{borrow, for_a_while, go_on};
use dragoman_documents::{
    Collection, Content, Document, DocumentError, Format, Limits, Options, Pages, Source, Unit,
    Warning,
};
use dragoman_typesetting::Fonts;
use hayro_syntax::page::Page;
use kurbo::Rect;

use crate::file::{objects, parsed, read};
use crate::lines::lines;
use crate::links::{Annotations, Link, annotations, link_at};
use crate::own_fonts::{DocumentFont, DocumentFonts};
use crate::page::FontId;
use crate::paragraphs::paragraphs;
use crate::places::{Margins, Place};
use crate::setting::{NotSet, SetParagraph, Typefaces, set};
use crate::spans::styled;
use crate::strings::Strings;
use crate::surroundings::Surroundings;
use crate::walker::Walker;
use crate::word::{self, Layout, PageLayout, Seen};
use crate::writing;

/// Down to which scale all paragraphs of a style get smaller if one of them has to.
const LEAST_COMMON_SCALE: f32 = 0.75;

/// A PDF file.
pub struct Pdf {
    source: Box<dyn Source>,
    limits: Limits,
    fonts: Fonts,
    units: Vec<Unit>,
    /// Where the unit with the same number is.
    places: Vec<Place>,
    /// What comes behind them.
    strings: Strings,
    pages: Vec<PageNotes>,
    /// The tag of the language of the translation.
    language: String,
    /// What is on the pages, if they are to become a document of Word.
    layout: Option<Layout>,
    own_fonts: BTreeMap<FontId, Arc<DocumentFont>>,
    warnings: Vec<Warning>,
}

/// What is remembered of a page.
#[derive(Debug, Default)]
struct PageNotes {
    surroundings: Surroundings,
    links: Vec<Link>,
}

/// What is found while a document is read.
struct Reading {
    units: Collection,
    places: Vec<Place>,
    pages: Vec<PageNotes>,
    own_fonts: DocumentFonts,
    without_text: Vec<u64>,
    unrecognised: Vec<u64>,
    layout: Option<Layout>,
}

impl Reading {
    /// Reads a page.
    fn page<'a>(&mut self, page: &Page<'a>, walker: &mut Walker<'a>) -> Result<(), DocumentError> {
        let number = self.pages.len();
        let contents = walker.walk(page)?;
        let mut layout = self
            .layout
            .as_ref()
            .map(|_| PageLayout::of(page, &contents));
        if contents.is_picture() {
            self.without_text.push(for_people(number));
            self.add_layout(layout);
            self.pages.push(PageNotes::default());
            return Ok(());
        }
        let fonts = &walker.fonts;
        self.own_fonts.see(&contents, fonts)?;
        let (all, bounds) = (lines(&contents), bounds(page));
        let Annotations { links, others } = annotations(page);
        let margins = Margins::of(&all, bounds);
        for paragraph in paragraphs(&contents, fonts, all.clone()) {
            for line in &paragraph.lines {
                self.own_fonts.see_gaps(&contents, line)?;
            }
            if !paragraph.is_readable(&contents) {
                self.unrecognised.push(for_people(number));
                continue;
            }
            let styled = styled(&paragraph.lines, &contents, fonts, |glyph| {
                link_at(&links, glyph)
            });
            let Some(styled) = styled else {
                continue;
            };
            let mut place = match styled.content.has_letters() {
                true => Place::of(&paragraph, &styled, number, &contents, margins),
                false => None,
            };
            let is_paintable =
                |place: &Place| place.objects_fonts().all(|font| self.own_fonts.has(font));
            // Glyphs whose font is no object of the document cannot be painted elsewhere.
            if place.as_ref().is_some_and(|place| !is_paintable(place)) {
                self.unrecognised.push(for_people(number));
                place = None;
            }
            if let Some(layout) = &mut layout {
                let seen = Seen {
                    paragraph: &paragraph,
                    styled: &styled,
                    unit: place.as_ref().map(|_| self.places.len()),
                    contents: &contents,
                    margins,
                    links: &links,
                };
                layout.add(&seen)?;
            }
            let Some(place) = place else {
                continue;
            };
            borrow(place.size())?;
            self.places.push(place);
            self.units.push(styled.content)?;
        }
        let surroundings = Surroundings::of(&contents, &all, &others, bounds);
        borrow(surroundings.size() + links.len() * size_of::<Link>())?;
        self.pages.push(PageNotes {
            surroundings,
            links,
        });
        self.add_layout(layout);
        Ok(())
    }

    fn add_layout(&mut self, page: Option<PageLayout>) {
        if let Some((layout, page)) = self.layout.as_mut().zip(page) {
            layout.pages.push(page);
        }
    }

    fn warnings(&mut self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let pages = |pages: &mut Vec<u64>| -> Pages { std::mem::take(pages).into_iter().collect() };
        if !self.without_text.is_empty() {
            warnings.push(Warning::PagesWithoutText {
                pages: pages(&mut self.without_text),
            });
        }
        if !self.unrecognised.is_empty() {
            warnings.push(Warning::UnrecognisedPages {
                pages: pages(&mut self.unrecognised),
                reason: "their fonts do not say what their letters are".to_owned(),
            });
        }
        warnings
    }
}

/// What is alike of paragraphs that are to have type of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Kind {
    /// In quarters of a point.
    size: i32,
    is_bold: bool,
    is_italic: bool,
    has_serifs: bool,
    is_one_line: bool,
}

impl Kind {
    #[expect(clippy::cast_possible_truncation, reason = "a size that is rounded")]
    fn of(place: &Place) -> Self {
        let look = &place.main.look;
        Self {
            size: (place.main.size * 4.0).round() as i32,
            is_bold: look.is_bold,
            is_italic: look.is_italic,
            has_serifs: look.has_serifs,
            is_one_line: place.frame.depth == 0.0,
        }
    }
}

impl Pdf {
    /// Reads a file, whose translation is to be set in these fonts.
    ///
    /// # Errors
    /// If the file is not PDF, is protected by a password, or unpacks to more than it may; if it is given up, or no memory
    /// is left for it.
    pub fn open(
        mut source: Box<dyn Source>,
        options: Options,
        fonts: &Fonts,
    ) -> Result<Self, DocumentError> {
        let file = read(&mut *source, &options.limits)?;
        let strings =
            for_a_while(|| Strings::of(&mut objects(&file, &options.limits)?, &options.limits))?;
        let pdf = parsed(file)?;
        let mut walker = Walker::new(&options.limits);
        let is_word = options.output == Some(Format::Docx);
        let mut reading = Reading {
            units: Collection::new(&options.limits),
            places: Vec::new(),
            pages: Vec::new(),
            own_fonts: DocumentFonts::default(),
            without_text: Vec::new(),
            unrecognised: Vec::new(),
            layout: is_word.then(|| Layout::of(&pdf, options.target)),
        };
        for page in pdf.pages().iter() {
            go_on()?;
            reading.page(page, &mut walker)?;
        }
        borrow(strings.size())?;
        for unit in strings.units() {
            reading.units.push(unit)?;
        }
        Ok(Self {
            source,
            limits: options.limits,
            fonts: fonts.for_language(options.target.tag()),
            warnings: reading.warnings(),
            layout: reading.layout,
            units: reading.units.into_units(),
            places: reading.places,
            strings,
            pages: reading.pages,
            language: options.target.tag().to_owned(),
            own_fonts: reading.own_fonts.into_fonts(),
        })
    }

    /// The paragraphs that are set anew, by their numbers.
    fn set(
        &mut self,
        translations: &[Option<Content>],
    ) -> Result<BTreeMap<usize, SetParagraph>, DocumentError> {
        let mut set_ones: BTreeMap<usize, SetParagraph> = BTreeMap::new();
        let (mut without_font, mut too_long) = (0, Vec::new());
        let mut scales: HashMap<Kind, f32> = HashMap::new();
        for (number, translation) in translations.iter().enumerate() {
            go_on()?;
            let (Some(translation), Some(place)) = (translation, self.places.get(number)) else {
                continue;
            };
            match self.set_one(translation, place, 1.0) {
                Ok(paragraph) => {
                    let scale = paragraph.fitted.scale.max(LEAST_COMMON_SCALE);
                    let least = scales.entry(Kind::of(place)).or_insert(1.0);
                    *least = least.min(scale);
                    if let Some(notes) = self.pages.get_mut(place.page) {
                        paragraph.take_room(place, &mut notes.surroundings);
                    }
                    set_ones.insert(number, paragraph);
                }
                Err(NotSet::NoFont) => without_font += 1,
                Err(NotSet::TooLong) => too_long.push(for_people(place.page)),
            }
        }
        for (number, paragraph) in &mut set_ones {
            let (Some(Some(translation)), Some(place)) =
                (translations.get(*number), self.places.get(*number))
            else {
                continue;
            };
            let scale = scales.get(&Kind::of(place)).copied().unwrap_or(1.0);
            if paragraph.fitted.scale > scale {
                go_on()?;
                // What goes in when it is larger does so when it is smaller.
                if let Ok(smaller) = self.set_one(translation, place, scale) {
                    *paragraph = smaller;
                }
            }
        }
        self.warn_of_fonts(without_font);
        if !too_long.is_empty() {
            self.warnings.push(Warning::DoesNotFit {
                paragraphs: too_long.len(),
                pages: too_long.into_iter().collect(),
            });
        }
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
        let surroundings = self.pages.get(place.page).map(|page| &page.surroundings);
        let frame = match (place.room(), surroundings) {
            (Some(room), Some(around)) => around.free(&place.frame, room, place.main.size),
            _ => place.frame.clone(),
        };
        set(translation, place, &frame, largest, &typefaces)
    }

    /// Warns of paragraphs for which there is no font.
    fn warn_of_fonts(&mut self, paragraphs: usize) {
        if paragraphs > 0 {
            self.warnings.push(Warning::MissingFont {
                script: "other letters".to_owned(),
                paragraphs,
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
        if let Some(layout) = &mut self.layout {
            let title = layout.title.as_deref();
            let title = title.and_then(|title| self.strings.unit(title));
            let said = word::Said {
                units: &self.units,
                translations,
                title: title.map(|title| self.places.len() + title),
            };
            let pdf = parsed(read(&mut *self.source, &self.limits)?)?;
            let left_out = word::write(layout, &pdf, said, output)?;
            if left_out > 0 {
                self.warnings
                    .push(Warning::PicturesLeftOut { pictures: left_out });
            }
            return Ok(());
        }
        let set_ones = self.set(translations)?;
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
            string_translations: translations.get(self.places.len()..).unwrap_or_default(),
            language: &self.language,
            limits: &self.limits,
        };
        let left = edition.write(file, output)?;
        self.warn_of_fonts(left);
        Ok(())
    }
}

/// The number of a page as people count.
fn for_people(page: usize) -> u64 {
    u64::try_from(page).unwrap_or(u64::MAX).saturating_add(1)
}

fn bounds(page: &Page<'_>) -> Rect {
    let page_box = page.intersected_crop_box();
    Rect::new(page_box.x0, page_box.y0, page_box.x1, page_box.y1)
}
