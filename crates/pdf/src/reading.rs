//! Reading a document: what its pages have, one after another.

use std::collections::BTreeMap;
use std::sync::Arc;

use dragoman_documents::overseer::borrow;
use dragoman_documents::{
    Collection, Content, DocumentError, Options, Pages, TextRecogniser, Warning,
};
use dragoman_language::Language;
use hayro_syntax::page::Page;

use crate::decorations::Decorations;
use crate::lines::{Line, lines};
use crate::links::{Annotations, Link, annotations, link_at};
use crate::meanings::Meanings;
use crate::own_fonts::{DocumentFont, DocumentFonts};
use crate::page::{FontId, PageContents, bounds, for_people};
use crate::paragraphs::{Paragraph, paragraphs};
use crate::places::{Margins, Place};
use crate::scans::Scan;
use crate::spans::{Styled, styled};
use crate::surroundings::Surroundings;
use crate::threads::{Before, MOST_AREAS, Passage, Threads, joined};
use crate::walker::Walker;
use crate::word::{Layout, PageLayout, Seen};

/// How many pages of a document are recognised at most.
const MOST_SCANS: usize = 1_000;
/// What is said of pages beyond those.
const TOO_MANY_SCANS: &str = "text is recognised on 1,000 pages of a document at most";
/// How many pages back a paragraph is looked for that goes on.
const FARTHEST_PAGE: usize = 64;
/// What is said of pages with glyphs that stand for nothing.
const NO_MEANINGS: &str = "their fonts do not say what their letters are";

/// What is remembered of a page.
#[derive(Debug, Default)]
pub(crate) struct PageNotes {
    pub(crate) surroundings: Surroundings,
    pub(crate) links: Vec<Link>,
}

/// What is found while a document is read.
pub(crate) struct Reading<'r> {
    pdf: &'r hayro_syntax::Pdf,
    recogniser: (&'r dyn TextRecogniser, Option<Language>),
    units: Collection,
    places: Vec<Place>,
    pages: Vec<PageNotes>,
    meanings: Meanings,
    own_fonts: DocumentFonts,
    scans: Vec<Scan>,
    threads: Threads,
    without_text: Vec<u64>,
    /// Pages with text that is not read, by the reason.
    unrecognised: BTreeMap<String, Vec<u64>>,
    /// Why text in pictures was not recognised at first.
    failure: Option<DocumentError>,
    layout: Option<Layout>,
}

/// What was found.
pub(crate) struct Found {
    /// Those of places, and then those of scans.
    pub(crate) units: Collection,
    pub(crate) places: Vec<Place>,
    pub(crate) pages: Vec<PageNotes>,
    pub(crate) own_fonts: BTreeMap<FontId, Arc<DocumentFont>>,
    pub(crate) scans: Vec<Scan>,
    pub(crate) layout: Option<Layout>,
    pub(crate) warnings: Vec<Warning>,
}

/// What is known of a page while its paragraphs are read.
#[derive(Clone, Copy)]
struct PageView<'p> {
    contents: &'p PageContents,
    decorations: &'p Decorations,
    links: &'p [Link],
    margins: Margins,
}

/// A paragraph of a page.
struct PageParagraph {
    paragraph: Paragraph,
    styled: Styled,
    /// Where it is, if it is translated.
    place: Option<Place>,
}

impl<'r> Reading<'r> {
    /// Of a document of which nothing is read yet. `layout` takes what is on the pages if they are to become a document
    /// of Word.
    pub(crate) fn new(
        pdf: &'r hayro_syntax::Pdf,
        options: &Options,
        recogniser: &'r dyn TextRecogniser,
        layout: Option<Layout>,
    ) -> Self {
        Self {
            pdf,
            recogniser: (recogniser, options.source),
            units: Collection::new(&options.limits),
            places: Vec::new(),
            pages: Vec::new(),
            meanings: Meanings::default(),
            own_fonts: DocumentFonts::default(),
            scans: Vec::new(),
            threads: Threads::default(),
            without_text: Vec::new(),
            unrecognised: BTreeMap::new(),
            failure: None,
            layout,
        }
    }

    /// Reads a page.
    ///
    /// # Errors
    /// If it has too much text, its text cannot be recognised, the document is given up, or no memory is left for it.
    pub(crate) fn page<'a>(
        &mut self,
        page: &Page<'a>,
        walker: &mut Walker<'a>,
    ) -> Result<(), DocumentError> {
        let number = self.pages.len();
        let mut contents = walker.walk(page)?;
        if contents.is_picture() {
            self.scan(page, number, contents)?;
            self.pages.push(PageNotes::default());
            return Ok(());
        }
        let fonts = &walker.fonts;
        self.meanings
            .complete(&mut contents, fonts, self.recogniser)?;
        self.own_fonts.see(&contents, fonts)?;
        let (all, bounds) = (lines(&contents), bounds(page));
        let decorations = Decorations::take_from(&mut contents, &all);
        let Annotations { links, others } = annotations(page);
        let view = PageView {
            contents: &contents,
            decorations: &decorations,
            links: &links,
            margins: Margins::of(&all, bounds),
        };
        let found = self.paragraphs(view, walker, &all)?;
        let layout = self.page_layout(page, &contents);
        self.add(found, view, layout)?;
        let surroundings = Surroundings::of(&contents, &all, &others, bounds);
        borrow(surroundings.size() + links.len() * size_of::<Link>())?;
        self.pages.push(PageNotes {
            surroundings,
            links,
        });
        Ok(())
    }

    /// The paragraphs of a page with these lines, as far as they can be read.
    fn paragraphs(
        &mut self,
        view: PageView<'_>,
        walker: &Walker<'_>,
        all: &[Line],
    ) -> Result<Vec<PageParagraph>, DocumentError> {
        let PageView {
            contents,
            decorations,
            links,
            margins,
        } = view;
        let number = self.pages.len();
        let fonts = &walker.fonts;
        let mut found = Vec::new();
        for paragraph in paragraphs(contents, fonts, all.to_vec()) {
            for line in &paragraph.lines {
                self.own_fonts.see_gaps(contents, line)?;
            }
            if !paragraph.is_readable(contents) {
                match &self.meanings.failure {
                    Some(failure) => self.leave(number, &format!("{NO_MEANINGS}, and {failure}")),
                    None => self.leave(number, NO_MEANINGS),
                }
                continue;
            }
            let link = |glyph: &_| link_at(number, links, glyph);
            let styled = styled(&paragraph.lines, contents, fonts, decorations, link);
            let Some(styled) = styled else {
                continue;
            };
            let mut place = match styled.content.has_letters() {
                true => Place::of(&paragraph, &styled, number, contents, decorations, margins),
                false => None,
            };
            let is_paintable =
                |place: &Place| place.objects_fonts().all(|font| self.own_fonts.has(font));
            // Glyphs whose font is no object of the document cannot be painted elsewhere.
            if place.as_ref().is_some_and(|place| !is_paintable(place)) {
                self.leave(number, NO_MEANINGS);
                place = None;
            }
            found.push(PageParagraph {
                paragraph,
                styled,
                place,
            });
        }
        Ok(found)
    }

    /// Adds the paragraphs of a page to what is translated, those that go on with others to these.
    fn add(
        &mut self,
        found: Vec<PageParagraph>,
        view: PageView<'_>,
        mut layout: Option<PageLayout>,
    ) -> Result<(), DocumentError> {
        let passages = found.iter().map(|it| {
            let place = it.place.as_ref()?;
            Passage::of(place, &it.styled.content)
        });
        let passages: Vec<Option<Passage>> = passages.collect();
        let befores = self.threads.befores(&passages);
        let mut units: Vec<Option<usize>> = Vec::with_capacity(found.len());
        for (found, before) in found.into_iter().zip(befores) {
            let before = match before {
                Some(Before::OnPage(other)) => units.get(other).copied().flatten(),
                Some(Before::Earlier(unit)) => Some(unit),
                None => None,
            };
            let has_room = |unit: &usize| {
                let place = self.places.get(*unit);
                place.is_some_and(|place| place.areas.len() < MOST_AREAS)
            };
            let before = before.filter(has_room);
            if let Some(layout) = &mut layout {
                let seen = Seen {
                    paragraph: &found.paragraph,
                    styled: &found.styled,
                    unit: found.place.as_ref().map(|_| self.places.len()),
                    contents: view.contents,
                    margins: view.margins,
                    links: view.links,
                };
                match before {
                    Some(unit) => {
                        let earlier = self.layout.iter_mut().flat_map(|all| all.pages.iter_mut());
                        let earlier = earlier.rev().take(FARTHEST_PAGE);
                        seen.go_on(unit, std::iter::once(layout).chain(earlier))?;
                    }
                    None => layout.add(&seen)?,
                }
            }
            let PageParagraph { styled, place, .. } = found;
            let unit = match (place, before) {
                (Some(place), Some(unit)) => {
                    self.go_on(unit, place, &styled.content)?;
                    Some(unit)
                }
                (Some(place), None) => {
                    borrow(place.size())?;
                    self.places.push(place);
                    self.units.push(styled.content)?;
                    Some(self.places.len() - 1)
                }
                (None, _) => None,
            };
            units.push(unit);
        }
        self.threads.end_page(&passages, &units);
        self.add_layout(layout);
        Ok(())
    }

    /// Has a unit go on with the content of another place.
    fn go_on(&mut self, unit: usize, next: Place, content: &Content) -> Result<(), DocumentError> {
        let (Some(place), Some(before)) = (self.places.get_mut(unit), self.units.content(unit))
        else {
            return Ok(());
        };
        borrow(next.size())?;
        let (content, end) = joined(before, place.codes.len(), content);
        place.go_on(next, &content, end);
        self.units.replace(unit, content)
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

    /// Ends reading: what was found. The text of pages that are seen as pictures comes last.
    ///
    /// # Errors
    /// If there is too much text, all of it is in pictures and cannot be recognised, or no memory is left for it.
    pub(crate) fn finish(mut self) -> Result<Found, DocumentError> {
        self.add_scans()?;
        let is_empty = self.places.is_empty() && self.scans.is_empty();
        if let Some(failure) = self.failure.take().filter(|_| is_empty) {
            return Err(failure);
        }
        Ok(Found {
            warnings: self.warnings(),
            units: self.units,
            places: self.places,
            pages: self.pages,
            own_fonts: self.own_fonts.into_fonts(&self.meanings),
            scans: self.scans,
            layout: self.layout,
        })
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
