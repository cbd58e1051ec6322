//! The fonts of a document: which code is which text, and how far it goes.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use hayro_cmap::BfString;
use hayro_font::{
    CMapResolverFn, Font, FontCache, FontGlyph, FontQuery, FontResolverFn, OutlineGlyph,
    UNITS_PER_EM,
};
use hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier};
use kurbo::{Affine, BezPath};
use skrifa::raw::TableProvider as _;
use skrifa::raw::tables::head::MacStyle;
use skrifa::{FontRef, MetadataProvider as _};

use crate::page::{Code, FontId, FontLook};

/// The weight from which a font counts as bold.
const BOLD: u32 = 600;
/// The flags of a font descriptor for fonts with letters of one width, and with serifs.
const FIXED: u32 = 1;
const SERIF: u32 = 1 << 1;
/// The flag of a font descriptor for italic fonts (ISO 32000-2, table 121).
const ITALIC: u32 = 1 << 6;
/// The flag of a font descriptor for fonts that are to look bold at all sizes.
const FORCE_BOLD: u32 = 1 << 18;

/// For how many codes a composite font may say widths, again and again: it has 65,536 glyphs at most.
const MOST_WIDTHS: u64 = 1 << 20;

/// The greatest code that a font gives a name.
const GREATEST_CODE: i64 = 0xffff;

/// The fonts that were met so far.
pub(crate) struct Fonts<'a> {
    cache: FontCache<'a>,
    resolver: FontResolverFn,
    cmaps: CMapResolverFn,
    known: Vec<KnownFont<'a>>,
    /// Their names, whose places are the numbers of these.
    names: Vec<Box<str>>,
    /// By the bytes of their dictionaries, which lie in the document's memory.
    ids: HashMap<*const u8, Option<FontId>>,
}

/// A font with what was found out about it.
struct KnownFont<'a> {
    font: Font<'a>,
    look: FontLook,
    /// Whether readers bring it, since the document does not.
    is_of_reader: bool,
    /// Where it is in the document, if that is known.
    object: Option<FontObject>,
    /// The height of an em by the size that a page sets.
    em: f64,
    /// The letters of its glyphs by the font's own table: what the document does not say is often there.
    letters: OnceCell<HashMap<u32, char>>,
}

/// Where a font is in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FontObject {
    /// An object of its own.
    Own(ObjectIdentifier),
    /// Part of the resources of a page or form, with the name that it has there.
    Resource {
        owner: ObjectIdentifier,
        name: Box<[u8]>,
    },
}

/// A code of a text that is shown.
#[derive(Debug, PartialEq)]
pub(crate) struct ShownCode {
    /// What it stands for.
    pub(crate) text: Option<Box<str>>,
    /// How far it goes, in em.
    pub(crate) advance: f64,
    /// Where its bytes are in the text.
    pub(crate) bytes: Range<usize>,
    /// Whether the space between words is added to it: a single byte 32.
    pub(crate) is_space: bool,
}

impl<'a> Fonts<'a> {
    pub(crate) fn new() -> Self {
        let standard = |query: &FontQuery| {
            let font = match query {
                FontQuery::Standard(font) => *font,
                FontQuery::Fallback(query) => query.pick_standard_font(),
            };
            Some(font.get_font_data())
        };
        Self {
            cache: FontCache::new(),
            resolver: Arc::new(standard),
            cmaps: Arc::new(hayro_cmap::load_embedded),
            known: Vec::new(),
            names: Vec::new(),
            ids: HashMap::new(),
        }
    }

    /// The font of a dictionary, which is there in the document; none if it cannot be read.
    pub(crate) fn font(
        &mut self,
        dictionary: &Dict<'a>,
        object: Option<FontObject>,
    ) -> Option<FontId> {
        let key = dictionary.data().as_ptr();
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let font = match has_bounded_widths(dictionary) && has_bounded_codes(dictionary) {
            true => self.cache.font(dictionary, &self.resolver, &self.cmaps),
            false => None,
        };
        let id = font.map(|font| {
            let id = FontId(self.known.len());
            let name = name(dictionary).unwrap_or_default();
            let number = self.names.iter().position(|it| *it == name);
            let number = number.unwrap_or_else(|| {
                self.names.push(name);
                self.names.len() - 1
            });
            let mut known = KnownFont {
                font,
                look: FontLook {
                    name: number,
                    ..look(dictionary)
                },
                is_of_reader: is_of_reader(dictionary),
                em: 1.0,
                object,
                letters: OnceCell::new(),
            };
            if is_drawn(dictionary) {
                let em = em(dictionary).or_else(|| known.em_by_widths());
                // What fills somewhat more or less than an em is as usual.
                known.em = em.filter(|em| !(0.5..2.0).contains(em)).unwrap_or(1.0);
            }
            if !known.is_of_reader {
                known.look_into_program();
            }
            self.known.push(known);
            id
        });
        self.ids.insert(key, id);
        id
    }

    pub(crate) fn look(&self, font: FontId) -> FontLook {
        let known = self.known.get(font.0);
        known.map_or_else(FontLook::default, |known| known.look)
    }

    /// The name of a font, without what says that a part of it is embedded.
    pub(crate) fn name(&self, font: FontId) -> &str {
        let name = self.names.get(self.look(font).name);
        name.map(|name| &**name).unwrap_or_default()
    }

    /// Where a font is in the document, so that other text can be set in it; none if that is not known.
    pub(crate) fn object(&self, font: FontId) -> Option<&FontObject> {
        self.known.get(font.0)?.object.as_ref()
    }

    /// The height of an em of a font, by the size that a page sets.
    pub(crate) fn em(&self, font: FontId) -> f64 {
        self.known.get(font.0).map_or(1.0, |known| known.em)
    }

    /// All codes of a font that readers bring, with what they stand for and how far they go, in em; nothing of others, in
    /// which glyphs may be missing that the document does not use.
    pub(crate) fn codes_of_reader(
        &self,
        font: FontId,
    ) -> impl Iterator<Item = (Code, Box<str>, f64)> + '_ {
        let known = self.known.get(font.0).filter(|known| known.is_of_reader);
        let codes = known.into_iter().flat_map(|known| {
            let code = |byte: u8| {
                let code = u32::from(byte);
                let text = known.unicode(code)?;
                Some((Code::of(&[byte])?, text, advance(&known.font, code)))
            };
            (b' '..=u8::MAX).filter_map(code)
        });
        codes.filter(|(_, _, advance)| *advance > 0.0)
    }

    /// The outline of a glyph of a font, in em; none if it is a drawing, or the font is not known.
    pub(crate) fn outline(&self, font: FontId, code: Code) -> Option<BezPath> {
        let font = &self.known.get(font.0)?.font;
        let (code, _) = font.read_code(code.bytes(), 0);
        match font.glyph(font.map_code(code), code) {
            FontGlyph::Outline(glyph) => {
                let in_em = Affine::scale(1.0 / f64::from(UNITS_PER_EM));
                Some(in_em * glyph.outline())
            }
            FontGlyph::Type3(_) => None,
        }
    }

    /// Whether its lines go from side to side.
    pub(crate) fn is_horizontal(&self, font: FontId) -> bool {
        let known = self.known.get(font.0);
        known.is_none_or(|known| known.font.is_horizontal())
    }

    /// The codes of a text in a font.
    pub(crate) fn codes<'t>(
        &'t self,
        font: FontId,
        text: &'t [u8],
    ) -> impl Iterator<Item = ShownCode> + 't {
        let known = self.known.get(font.0);
        let mut at = 0;
        std::iter::from_fn(move || {
            let known = known.filter(|_| at < text.len())?;
            let (code, length) = known.font.read_code(text, at);
            let start = at;
            // One that is cut off must not be read for ever.
            at += length.max(1);
            Some(ShownCode {
                bytes: start..at,
                text: known.unicode(code),
                advance: advance(&known.font, code),
                is_space: code == 32 && length == 1,
            })
        })
    }
}

fn advance(font: &Font<'_>, code: u32) -> f64 {
    let advance = font.code_advance(code);
    let along = match font.is_horizontal() {
        true => advance.x,
        false => advance.y,
    };
    along / f64::from(UNITS_PER_EM)
}

impl KnownFont<'_> {
    /// Notes whether the embedded font calls itself bold or italic: what made the document may have left that out.
    fn look_into_program(&mut self) {
        let FontGlyph::Outline(glyph) = self.font.glyph(self.font.map_code(0), 0) else {
            return;
        };
        let Some(data) = glyph.font_data() else {
            return;
        };
        let Some(head) = FontRef::new((*data.data).as_ref())
            .ok()
            .and_then(|font| font.head().ok().map(|head| head.mac_style()))
        else {
            return;
        };
        self.look.is_bold |= head.contains(MacStyle::BOLD);
        self.look.is_italic |= head.contains(MacStyle::ITALIC);
    }

    /// The height of an em by the size that a page sets, as the widths of its letters have it; none if there are none.
    fn em_by_widths(&self) -> Option<f64> {
        let (mut sum, mut usual) = (0.0, 0.0);
        for code in 0..=u32::from(u8::MAX) {
            let advance = advance(&self.font, code);
            let text = self.unicode(code).filter(|_| advance > 0.0);
            if let Some(width) = text.and_then(|text| usual_width(text.chars().next()?)) {
                sum += advance;
                usual += width;
            }
        }
        Some(sum / usual).filter(is_possible)
    }

    /// What a code stands for.
    fn unicode(&self, code: u32) -> Option<Box<str>> {
        match self.font.glyph(self.font.map_code(code), code) {
            FontGlyph::Outline(glyph) => {
                let said = glyph.as_unicode().and_then(text);
                said.or_else(|| {
                    let letters = self.letters.get_or_init(|| letters(&glyph));
                    let letter = letters.get(&glyph.glyph_id().to_u32());
                    letter.map(|letter| letter.to_string().into())
                })
            }
            FontGlyph::Type3(glyph) => glyph.as_unicode().and_then(text),
        }
    }
}

/// Whether the glyphs of the font of a dictionary are drawings.
fn is_drawn(dictionary: &Dict<'_>) -> bool {
    let kind = dictionary.get::<Name<'_>>("Subtype");
    kind.is_some_and(|kind| kind.as_str() == "Type3")
}

/// The text that a document gives; none if it says nothing.
fn text(found: BfString) -> Option<Box<str>> {
    match found {
        BfString::Char(letter) => is_text(letter).then(|| letter.to_string().into()),
        BfString::String(text) => {
            (!text.is_empty() && text.chars().all(is_text)).then(|| text.into())
        }
    }
}

/// The letters of the glyphs of the font that a glyph is from.
fn letters(glyph: &OutlineGlyph) -> HashMap<u32, char> {
    let Some(data) = glyph.font_data() else {
        return HashMap::new();
    };
    let Ok(font) = FontRef::new((*data.data).as_ref()) else {
        return HashMap::new();
    };
    let mut letters = HashMap::new();
    for (code, glyph) in font.charmap().mappings() {
        if let Some(letter) = char::from_u32(code).filter(|&letter| is_text(letter)) {
            letters.entry(glyph.to_u32()).or_insert(letter);
        }
    }
    letters
}

/// Whether a document that says this of a code says something: not a control character or one that only its own font
/// knows.
fn is_text(letter: char) -> bool {
    !letter.is_control()
        && !matches!(letter, '\u{e000}'..='\u{f8ff}' | '\u{fffd}' | '\u{f0000}'..='\u{10ffff}')
}

/// The height of an em of a font whose glyphs are drawings, by the size that a page sets, as what they fill at most has
/// it: they have a scale of their own. None if the font does not say it, or something that cannot be.
fn em(dictionary: &Dict<'_>) -> Option<f64> {
    let numbers = |key: &str| -> Vec<f64> {
        let array = dictionary.get::<Array<'_>>(key).unwrap_or_default();
        array.iter::<f64>().collect()
    };
    let (matrix, filled) = (numbers("FontMatrix"), numbers("FontBBox"));
    let (Some(up), [_, bottom, _, top]) = (matrix.get(3), filled.as_slice()) else {
        return None;
    };
    Some((up * (top - bottom)).abs()).filter(is_possible)
}

/// Whether an em of a font may be so high, by the size that a page sets.
fn is_possible(em: &f64) -> bool {
    (0.02..50.0).contains(em)
}

/// How wide a letter is in most fonts, in em; none for one of which that is not known.
const fn usual_width(letter: char) -> Option<f64> {
    match letter {
        'a'..='z' => Some(0.5),
        'A'..='Z' => Some(0.67),
        '0'..='9' => Some(0.55),
        _ => None,
    }
}

/// Whether the document does not bring the font of a dictionary, whose codes have one byte.
fn is_of_reader(dictionary: &Dict<'_>) -> bool {
    let kind = dictionary.get::<Name<'_>>("Subtype");
    let is_simple = kind.is_some_and(|kind| matches!(kind.as_str(), "Type1" | "TrueType"));
    let descriptor = dictionary.get::<Dict<'_>>("FontDescriptor");
    let files = ["FontFile", "FontFile2", "FontFile3"];
    let is_embedded =
        descriptor.is_some_and(|descriptor| files.iter().any(|key| descriptor.contains_key(key)));
    is_simple && !is_embedded
}

/// Whether the widths of a font are no more than it may need: a range of a few bytes may say those of thousands of millions
/// of codes, and the library has each in memory.
fn has_bounded_widths(dictionary: &Dict<'_>) -> bool {
    let Some(font) = descendant(dictionary) else {
        return true;
    };
    let mut widths = 0;
    for (key, is_down) in [("W", false), ("W2", true)] {
        let array = font.get::<Array<'_>>(key).unwrap_or_default();
        let mut items = array.flex_iter();
        loop {
            if items.next::<(u32, Array<'_>)>().is_some() {
                continue;
            }
            let range = match is_down {
                true => items
                    .next::<(u32, u32, f32, f32, f32)>()
                    .map(|(first, last, ..)| (first, last)),
                false => items
                    .next::<(u32, u32, f32)>()
                    .map(|(first, last, _)| (first, last)),
            };
            let Some((first, last)) = range else {
                break;
            };
            widths += u64::from(last.saturating_sub(first)) + 1;
        }
    }
    widths <= MOST_WIDTHS
}

/// Whether the codes that a font gives names are no greater than codes are: the library counts on from each.
fn has_bounded_codes(dictionary: &Dict<'_>) -> bool {
    let encoding = dictionary.get::<Dict<'_>>("Encoding");
    let differences = encoding.and_then(|it| it.get::<Array<'_>>("Differences"));
    let differences = differences.unwrap_or_default();
    differences.iter::<Object<'_>>().all(|it| match it {
        Object::Number(code) => (0..=GREATEST_CODE).contains(&code.as_i64()),
        _ => true,
    })
}

/// The font that a composite one consists of.
fn descendant<'a>(dictionary: &Dict<'a>) -> Option<Dict<'a>> {
    let descendants = dictionary.get::<Array<'_>>("DescendantFonts")?;
    descendants.iter::<Dict<'_>>().next()
}

/// The name of the font of a dictionary, without the tag before that of a font that is embedded in part.
fn name(dictionary: &Dict<'_>) -> Option<Box<str>> {
    let name = dictionary.get::<Name<'_>>("BaseFont")?;
    let name = name.as_str();
    let whole = match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest,
        _ => name,
    };
    Some(whole.into())
}

/// How the font of a dictionary looks, from its name and its descriptor.
fn look(dictionary: &Dict<'_>) -> FontLook {
    let descriptor = descendant(dictionary)
        .as_ref()
        .unwrap_or(dictionary)
        .get::<Dict<'_>>("FontDescriptor");
    let flags = descriptor.as_ref().and_then(|it| it.get::<u32>("Flags"));
    let weight = descriptor
        .as_ref()
        .and_then(|it| it.get::<u32>("FontWeight"));
    let number = |key: &str| {
        let number = descriptor.as_ref().and_then(|it| it.get::<f32>(key));
        number.map(|number| number.abs() / 1000.0)
    };
    let has = |flag: u32| flags.is_some_and(|flags| flags & flag != 0);
    let name = dictionary.get::<Name<'_>>("BaseFont");
    let name = name.map(|name| name.as_str().to_ascii_lowercase());
    let says = |words: &[&str]| {
        let name = name.as_deref().unwrap_or_default();
        words.iter().any(|word| name.contains(word))
    };
    // Some names shorten it, as Bd and BdIt.
    let style = name.as_deref().and_then(|name| name.rsplit_once('-'));
    let style = style.map_or("", |(_, style)| style);
    let is_short_for = |words: &[&str]| words.iter().any(|word| style.starts_with(word));
    FontLook {
        is_bold: has(FORCE_BOLD)
            || is_short_for(&["bd", "blk", "hv"])
            || weight.is_some_and(|weight| weight >= BOLD)
            || says(&["bold", "black", "heavy", "demi", "cmbx"]),
        is_italic: has(ITALIC) || style.ends_with("it") || says(&["italic", "oblique", "cmti"]),
        is_fixed: has(FIXED) || says(&["mono", "courier", "consol", "cmtt"]),
        has_serifs: has(SERIF)
            || says(&[
                "times",
                "nimbusrom",
                "serif",
                "newroman",
                "lmroman",
                "georgia",
                "garamond",
                "cambria",
                "cmr",
                "mincho",
                "song",
            ]) && !says(&["sans"]),
        name: 0,
        is_mathematical: says(&["cmmi", "cmsy", "cmex", "msam", "msbm", "math", "symbol"]),
        ascent: number("Ascent").filter(|it| (0.4..1.4).contains(it)),
        descent: number("Descent").filter(|it| (0.05..0.7).contains(it)),
    }
}
