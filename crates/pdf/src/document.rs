//! A PDF file as a document with units.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::sync::Arc;

use dragoman_documents::overseer::{borrow, for_a_while, go_on};
use dragoman_documents::{
    Collection, Content, Document, DocumentError, Format, Limits, Options, Pages, Source,
    TextRecogniser, Unit, Warning,
};
use dragoman_language::Language;
use dragoman_typesetting::{Fonts, OTHER_LETTERS};
use hayro_syntax::page::Page;

use crate::decorations::Decorations;
use crate::file::{objects, parsed, read};
use crate::lines::lines;
use crate::links::{Annotations, Link, annotations, link_at};
use crate::own_fonts::{DocumentFont, DocumentFonts};
use crate::page::{FontId, PageContents, bounds};
use crate::paragraphs::paragraphs;
use crate::places::{Margins, Place};
use crate::scans::{PaintedScan, Scan};
use crate::setting::{NotSet, SetParagraph, Typefaces, set};
use crate::spans::styled;
use crate::strings::Strings;
use crate::surroundings::Surroundings;
use crate::walker::Walker;
use crate::word::{self, Layout, PageLayout, Seen};
use crate::writing;

/// Down to which scale all paragraphs of a style get smaller if one of them has to.
const LEAST_COMMON_SCALE: f32 = 0.75;

/// How many pages of a document are recognised at most.
const MOST_SCANS: usize = 1_000;
/// What is said of pages beyond those.
const TOO_MANY_SCANS: &str = "text is recognised on 1,000 pages of a document at most";
/// What is said of pages with glyphs that stand for nothing.
const NO_MEANINGS: &str = "their fonts do not say what their letters are";

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

/// What is remembered of a page.
#[derive(Debug, Default)]
struct PageNotes {
    surroundings: Surroundings,
    links: Vec<Link>,
}

/// What is found while a document is read.
struct Reading<'r> {
    pdf: &'r hayro_syntax::Pdf,
    recogniser: (&'r dyn TextRecogniser, Option<Language>),
    units: Collection,
    places: Vec<Place>,
    pages: Vec<PageNotes>,
    own_fonts: DocumentFonts,
    scans: Vec<Scan>,
    without_text: Vec<u64>,
    /// Pages with text that is not read, by the reason.
    unrecognised: BTreeMap<String, Vec<u64>>,
    /// Why text in pictures was not recognised at first.
    failure: Option<DocumentError>,
    layout: Option<Layout>,
}

impl Reading<'_> {
    /// Reads a page.
    fn page<'a>(&mut self, page: &Page<'a>, walker: &mut Walker<'a>) -> Result<(), DocumentError> {
        let number = self.pages.len();
        let mut contents = walker.walk(page)?;
        if contents.is_picture() {
            self.scan(page, number, contents)?;
            self.pages.push(PageNotes::default());
            return Ok(());
        }
        let fonts = &walker.fonts;
        self.own_fonts.see(&contents, fonts)?;
        let (all, bounds) = (lines(&contents), bounds(page));
        let decorations = Decorations::take_from(&mut contents, &all);
        let mut layout = self.page_layout(page, &contents);
        let Annotations { links, others } = annotations(page);
        let margins = Margins::of(&all, bounds);
        for paragraph in paragraphs(&contents, fonts, all.clone()) {
            for line in &paragraph.lines {
                self.own_fonts.see_gaps(&contents, line)?;
            }
            if !paragraph.is_readable(&contents) {
                self.leave(number, NO_MEANINGS);
                continue;
            }
            let styled = styled(&paragraph.lines, &contents, fonts, &decorations, |glyph| {
                link_at(&links, glyph)
            });
            let Some(styled) = styled else {
                continue;
            };
            let mut place = match styled.content.has_letters() {
                true => Place::of(
                    &paragraph,
                    &styled,
                    number,
                    &contents,
                    &decorations,
                    margins,
                ),
                false => None,
            };
            let is_paintable =
                |place: &Place| place.objects_fonts().all(|font| self.own_fonts.has(font));
            // Glyphs whose font is no object of the document cannot be painted elsewhere.
            if place.as_ref().is_some_and(|place| !is_paintable(place)) {
                self.leave(number, NO_MEANINGS);
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

    fn page_layout(&self, page: &Page<'_>, contents: &PageContents) -> Option<PageLayout> {
        self.layout.as_ref().map(|_| PageLayout::of(page, contents))
    }

    /// Recognises the text of a page that is seen as pictures.
    fn scan(
        &mut self,
        page: &Page<'_>,
        number: usize,
        mut contents: PageContents,
    ) -> Result<(), DocumentError> {
        if self.scans.len() >= MOST_SCANS {
            self.leave(number, TOO_MANY_SCANS);
        } else {
            match Scan::read(page, number, &contents, self.pdf, self.recogniser) {
                Ok(Some(scan)) => {
                    borrow(scan.size())?;
                    self.scans.push(scan);
                    // What is read stands instead of them in a document of Word.
                    contents.pictures.clear();
                }
                Ok(None) => self.without_text.push(for_people(number)),
                Err(error @ DocumentError::Unsupported(_)) => {
                    self.leave(number, &error.to_string());
                    self.failure.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        let layout = self.page_layout(page, &contents);
        self.add_layout(layout);
        Ok(())
    }

    /// Adds the text of pages that are seen as pictures to what a document of Word has, and to the units.
    fn add_scans(&mut self) -> Result<(), DocumentError> {
        let mut first_unit = self.places.len();
        for scan in &self.scans {
            if let Some(layout) = &mut self.layout
                && let Some(page) = layout.pages.get_mut(scan.page)
            {
                scan.lay_out(first_unit, page)?;
            }
            first_unit += scan.unit_count();
            for unit in scan.units() {
                self.units.push(unit)?;
            }
        }
        Ok(())
    }

    /// Notes a page with text that is not read.
    fn leave(&mut self, number: usize, reason: &str) {
        let pages = self.unrecognised.entry(reason.to_owned()).or_default();
        pages.push(for_people(number));
    }

    fn add_layout(&mut self, page: Option<PageLayout>) {
        if let Some((layout, page)) = self.layout.as_mut().zip(page) {
            layout.pages.push(page);
        }
    }

    fn warnings(&mut self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let pages = |pages: Vec<u64>| -> Pages { pages.into_iter().collect() };
        if !self.without_text.is_empty() {
            warnings.push(Warning::PagesWithoutText {
                pages: pages(std::mem::take(&mut self.without_text)),
            });
        }
        let unrecognised = std::mem::take(&mut self.unrecognised).into_iter();
        warnings.extend(
            unrecognised.map(|(reason, numbers)| Warning::UnrecognisedPages {
                pages: pages(numbers),
                reason,
            }),
        );
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
        let mut reading = Reading {
            pdf: &pdf,
            recogniser: (recogniser, options.source),
            units: Collection::new(&options.limits),
            places: Vec::new(),
            pages: Vec::new(),
            own_fonts: DocumentFonts::default(),
            scans: Vec::new(),
            without_text: Vec::new(),
            unrecognised: BTreeMap::new(),
            failure: None,
            layout: is_word.then(|| Layout::of(&pdf, options.target)),
        };
        for page in pdf.pages().iter() {
            go_on()?;
            reading.page(page, &mut walker)?;
        }
        reading.add_scans()?;
        if reading.places.is_empty()
            && reading.scans.is_empty()
            && let Some(failure) = reading.failure
        {
            return Err(failure);
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
            scans: reading.scans,
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
        let mut without_font: BTreeMap<String, usize> = BTreeMap::new();
        let mut too_long = Vec::new();
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
                Err(NotSet::NoFont) => {
                    let script = self.fonts.script_without_face(&translation.text());
                    *without_font.entry(script).or_default() += 1;
                }
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
        let surroundings = self.pages.get(place.page).map(|page| &page.surroundings);
        let frame = match (place.room(), surroundings) {
            (Some(room), Some(around)) => around.free(&place.frame, room, place.main.size),
            _ => place.frame.clone(),
        };
        set(translation, place, &frame, largest, &typefaces)
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

/// The number of a page as people count.
fn for_people(page: usize) -> u64 {
    u64::try_from(page).unwrap_or(u64::MAX).saturating_add(1)
}
