use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use harfrust::{Buffer, BufferFlags, ShapeOptions, ShapePlan, ShaperFont};
use skrifa::GlyphId;
use skrifa::font::Font as FontFile;
use skrifa::font::glyph::outline::{DrawMemory, DrawOptions, PathElement};
use skrifa::raw::TableProvider;
use subsetter::GlyphRemapper;

use crate::{Direction, Font, Glyph};

/// A file of fonts, in memory.
pub(crate) type FileData = Arc<Vec<u8>>;

/// The bits of `OS/2.fsType` that say how a font may be embedded.
mod embedding {
    /// It may not be embedded.
    pub(super) const RESTRICTED: u16 = 0x0002;
    /// It may be embedded to be looked at and printed.
    pub(super) const PREVIEW_AND_PRINT: u16 = 0x0004;
    /// It may be embedded in what can be edited.
    pub(super) const EDITABLE: u16 = 0x0008;
    /// It may be embedded as a whole only.
    pub(super) const NO_SUBSETTING: u16 = 0x0100;
    /// Only its bitmaps may be embedded.
    pub(super) const BITMAPS_ONLY: u16 = 0x0200;
}

/// How text of a writing system and direction becomes glyphs, made when it is first needed.
type Plans = HashMap<(Option<harfrust::Script>, harfrust::Direction), Arc<ShapePlan>>;

/// How tall capitals are where a face does not say it, as a part of its ascent.
const USUAL_CAP_HEIGHT: f32 = 0.75;

/// A face of a font file: outlines of glyphs, their metrics, and how text becomes glyphs.
pub struct Face {
    data: FileData,
    index: u32,
    font: FontFile,
    plans: Mutex<Plans>,
    facts: Facts,
}

/// What is asked of a face often.
struct Facts {
    postscript_name: String,
    weight: u16,
    is_fixed_pitch: bool,
    italic_angle: f32,
    ascent: f32,
    descent: f32,
    cap_height: f32,
    bounds: [f32; 4],
    may_be_embedded: bool,
    is_cff: bool,
}

/// A face with some of its glyphs only.
#[derive(Debug, Clone)]
pub struct Subset {
    /// The file: OpenType, with outlines and metrics alone. Where [`Face::is_cff`], its `CFF` table is keyed by CID.
    pub data: Vec<u8>,
    /// The glyphs of the face in the subset's order: the first is `.notdef`, glyph 0 of the face.
    pub glyphs: Vec<u32>,
}

impl Subset {
    /// The new number of a glyph.
    #[must_use]
    pub fn glyph(&self, old: u32) -> Option<u32> {
        let place = self.glyphs.iter().position(|glyph| *glyph == old)?;
        u32::try_from(place).ok()
    }
}

/// Why a subset cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the font {font} cannot be subset: {reason}")]
pub struct SubsetError {
    /// The font's PostScript name.
    pub font: String,
    /// What is wrong with it.
    pub reason: String,
}

/// A step of an outline, in em; y goes up from the baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PathCommand {
    /// A new contour begins here.
    MoveTo(f32, f32),
    /// A straight line to here.
    LineTo(f32, f32),
    /// A quadratic curve: its control point and its end.
    QuadTo(f32, f32, f32, f32),
    /// A cubic curve: its control points and its end.
    CurveTo(f32, f32, f32, f32, f32, f32),
    /// The contour ends where it began.
    Close,
}

impl Face {
    /// The face of this number in a file; none if the file is broken, or the face has no outlines.
    #[must_use]
    pub fn new(data: Arc<Vec<u8>>, index: u32) -> Option<Self> {
        let shared: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::clone(&data) as _;
        let font = FontFile::new(shared, index)?;
        if font.outline_glyphs().is_empty() || font.units_per_em() == 0 {
            return None;
        }
        let facts = Facts::of(&font);
        Some(Self {
            data,
            index,
            font,
            plans: Mutex::default(),
            facts,
        })
    }

    /// The file's bytes, which may have other faces too.
    #[must_use]
    pub fn data(&self) -> &Arc<Vec<u8>> {
        &self.data
    }

    /// Its number in the file.
    #[must_use]
    pub const fn index(&self) -> u32 {
        self.index
    }

    /// Its PostScript name.
    #[must_use]
    pub fn postscript_name(&self) -> &str {
        &self.facts.postscript_name
    }

    /// Units of its outlines in an em.
    #[must_use]
    pub fn units_per_em(&self) -> u16 {
        self.font.units_per_em()
    }

    /// How tall capitals are, in em.
    #[must_use]
    pub const fn cap_height(&self) -> f32 {
        self.facts.cap_height
    }

    /// The slant in degrees, counter-clockwise from the vertical: negative where letters lean to the right.
    #[must_use]
    pub const fn italic_angle(&self) -> f32 {
        self.facts.italic_angle
    }

    /// A box around all glyphs: left, bottom, right, top, in em.
    #[must_use]
    pub const fn bounds(&self) -> [f32; 4] {
        self.facts.bounds
    }

    /// Whether all its letters have the same width.
    #[must_use]
    pub const fn is_fixed_pitch(&self) -> bool {
        self.facts.is_fixed_pitch
    }

    /// Its weight: 400 is regular, 700 bold.
    #[must_use]
    pub const fn weight(&self) -> u16 {
        self.facts.weight
    }

    /// Whether its outlines are in a `CFF` table, rather than in `glyf`.
    #[must_use]
    pub const fn is_cff(&self) -> bool {
        self.facts.is_cff
    }

    /// Whether its maker allows a subset of it in documents.
    #[must_use]
    pub const fn may_be_embedded(&self) -> bool {
        self.facts.may_be_embedded
    }

    /// The glyph of a character alone.
    #[must_use]
    pub fn glyph(&self, character: char) -> Option<u32> {
        let glyph = self.font.charmap().map_unicode(character);
        glyph.map(|glyph| glyph.to_u32())
    }

    /// How far the next glyph stands after this one, in em.
    #[must_use]
    pub fn advance(&self, glyph: u32) -> f32 {
        let advance = self.font.glyph_metrics().h_advance(GlyphId::new(glyph));
        advance / f32::from(self.font.units_per_em())
    }

    /// The outline of a glyph; empty if it has none.
    #[must_use]
    pub fn outline(&self, glyph: u32) -> Vec<PathCommand> {
        let glyphs = self.font.outline_glyphs();
        let Some(outline) = glyphs.get(GlyphId::new(glyph)) else {
            return Vec::new();
        };
        let mut path: Vec<PathElement> = Vec::new();
        let drawn = outline.draw(&DrawOptions::new(), DrawMemory::Scratch, &mut path);
        if drawn.is_err() {
            return Vec::new();
        }
        let em = f32::from(self.font.units_per_em());
        let commands = path.into_iter().map(|element| match element {
            PathElement::MoveTo { x, y } => PathCommand::MoveTo(x / em, y / em),
            PathElement::LineTo { x, y } => PathCommand::LineTo(x / em, y / em),
            PathElement::QuadTo { cx0, cy0, x, y } => {
                PathCommand::QuadTo(cx0 / em, cy0 / em, x / em, y / em)
            }
            PathElement::CurveTo {
                cx0,
                cy0,
                cx1,
                cy1,
                x,
                y,
            } => PathCommand::CurveTo(cx0 / em, cy0 / em, cx1 / em, cy1 / em, x / em, y / em),
            PathElement::Close => PathCommand::Close,
        });
        commands.collect()
    }

    /// The face with these glyphs alone, and those of which they are made.
    ///
    /// # Errors
    /// [`SubsetError`] if the face is not as it should be.
    pub fn subset(&self, glyphs: impl IntoIterator<Item = u32>) -> Result<Subset, SubsetError> {
        let mut remapper = GlyphRemapper::new();
        for glyph in glyphs {
            if let Ok(glyph) = u16::try_from(glyph) {
                remapper.remap(glyph);
            }
        }
        let data =
            subsetter::subset(&self.data, self.index, &remapper).map_err(|error| SubsetError {
                font: self.facts.postscript_name.clone(),
                reason: error.to_string(),
            })?;
        let glyphs = remapper.remapped_gids().map(u32::from).collect();
        Ok(Subset { data, glyphs })
    }

    fn plan(
        &self,
        script: Option<harfrust::Script>,
        direction: harfrust::Direction,
    ) -> Arc<ShapePlan> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let plan = plans
            .entry((script, direction))
            .or_insert_with(|| Arc::new(ShapePlan::new(&self.font, direction, script, None, &[])));
        Arc::clone(plan)
    }
}

impl Font for Face {
    fn has(&self, character: char) -> bool {
        self.glyph(character).is_some()
    }

    fn shape(&self, text: &str, direction: Direction) -> Vec<Glyph> {
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        buffer.set_direction(match direction {
            Direction::LeftToRight => harfrust::Direction::LeftToRight,
            Direction::RightToLeft => harfrust::Direction::RightToLeft,
        });
        buffer.set_flags(BufferFlags::REMOVE_DEFAULT_IGNORABLES);
        buffer.guess_segment_properties();
        let plan = self.plan(buffer.script(), buffer.direction());
        let options = ShapeOptions::new().plan(Some(&plan));
        if harfrust::shape(&ShaperFont::new(&self.font), &mut buffer, options).is_err() {
            return Vec::new();
        }
        let em = f32::from(self.font.units_per_em());
        let in_em = |units: i32| units as f32 / em;
        let glyphs = buffer.glyph_infos().iter().zip(buffer.glyph_positions());
        let glyphs = glyphs.map(|(info, position)| Glyph {
            id: info.glyph_id,
            cluster: info.cluster as usize,
            advance: in_em(position.x_advance),
            x_offset: in_em(position.x_offset),
            y_offset: in_em(position.y_offset),
        });
        glyphs.collect()
    }

    fn ascent(&self) -> f32 {
        self.facts.ascent
    }

    fn descent(&self) -> f32 {
        self.facts.descent
    }
}

impl Facts {
    fn of(font: &FontFile) -> Self {
        let em = f64::from(font.units_per_em());
        // Units are far below what a single-precision number holds exactly.
        #[allow(clippy::cast_possible_truncation)]
        let in_em = |units: f64| (units / em) as f32;
        let metrics = font.metrics();
        let style = font.style_metrics();
        let line = metrics.h_line();
        let ascent = line.map_or(0.8, |line| in_em(line.ascender.to_f64()));
        let descent = line.map_or(0.2, |line| in_em(-line.descender.to_f64()));
        let os2 = font.tables().os2().ok();
        let postscript_name = font
            .names()
            .get(skrifa::string::StringId::POSTSCRIPT_NAME)
            .and_then(|name| name.english_or_first())
            .map(|name| name.name().chars().collect())
            .unwrap_or_default();
        let bounds = metrics.bounds;
        let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max];
        Self {
            postscript_name,
            weight: os2.as_ref().map_or(400, |os2| os2.us_weight_class()),
            is_fixed_pitch: style.is_fixed_pitch.unwrap_or_default(),
            #[allow(clippy::cast_possible_truncation)]
            italic_angle: style
                .italic_angle
                .map_or(0.0, |angle| angle.to_f64() as f32),
            ascent,
            descent,
            cap_height: metrics
                .cap_height
                .map(|height| in_em(height.to_f64()))
                .filter(|height| *height > 0.0)
                .unwrap_or(ascent * USUAL_CAP_HEIGHT),
            bounds: bounds.map(|bound| in_em(bound.to_f64())),
            may_be_embedded: os2.as_ref().is_none_or(|os2| allows_subsets(os2.fs_type())),
            is_cff: font.tables().cff().is_ok() || font.tables().cff2().is_ok(),
        }
    }
}

/// Whether a font of this `fsType` may be in a document in part. Of several levels, the least restrictive holds.
const fn allows_subsets(fs_type: u16) -> bool {
    let is_restricted = fs_type & embedding::RESTRICTED != 0
        && fs_type & (embedding::PREVIEW_AND_PRINT | embedding::EDITABLE) == 0;
    !is_restricted && fs_type & (embedding::NO_SUBSETTING | embedding::BITMAPS_ONLY) == 0
}

impl fmt::Debug for Face {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut structure = formatter.debug_struct("Face");
        structure.field("postscript_name", &self.facts.postscript_name);
        structure.finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_restrictive_level_of_embedding_holds() {
        assert!(allows_subsets(0));
        assert!(allows_subsets(0x0008));
        assert!(allows_subsets(0x000A));
        assert!(!allows_subsets(0x0002));
        assert!(!allows_subsets(0x0104));
        assert!(!allows_subsets(0x0200));
    }
}
