//! Faces as fonts of a document: only the glyphs that are used, and what they stand for.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use dragoman_typesetting::{Face, SubsetError};
use lopdf::{Document, Object, ObjectId, Stream, dictionary};

use crate::to_unicode::to_unicode;

/// Tells faces apart; their names do not, where several copies of a family are installed.
pub(crate) type FaceKey = (usize, u32);

/// What tells a face from others.
pub(crate) fn key(face: &Face) -> FaceKey {
    (Arc::as_ptr(face.data()).addr(), face.index())
}

/// What is used of a face.
pub(crate) struct UsedFace {
    pub(crate) face: Arc<Face>,
    /// The glyphs, with what they stand for.
    pub(crate) glyphs: BTreeMap<u32, String>,
}

/// A face that is a font of the document.
pub(crate) struct EmbeddedFont {
    pub(crate) id: ObjectId,
    /// The codes of its glyphs.
    pub(crate) codes: HashMap<u32, u16>,
}

impl UsedFace {
    /// Makes it a font of a document (ISO 32000-2, 9.7).
    ///
    /// # Errors
    /// [`SubsetError`] if the face is broken.
    pub(crate) fn embed(&self, document: &mut Document) -> Result<EmbeddedFont, SubsetError> {
        let face = &self.face;
        let subset = face.subset(self.glyphs.keys().copied())?;
        let codes = subset
            .glyphs
            .iter()
            .zip(0u16..)
            .map(|(glyph, code)| (*glyph, code));
        let codes: HashMap<u32, u16> = codes.collect();
        let name = format!("{}+{}", tag(&subset.data), face.postscript_name());
        let mut file = Stream::new(
            match face.is_cff() {
                true => dictionary! { "Subtype" => "OpenType" },
                false => dictionary! { "Length1" => in_length(subset.data.len()) },
            },
            subset.data,
        );
        // Without compression it is only longer.
        let _ = file.compress();
        let file = document.add_object(file);
        let [left, bottom, right, top] = face.bounds().map(thousandths);
        let descriptor = document.add_object(dictionary! {
            "Type" => "FontDescriptor",
            "FontName" => Object::Name(name.clone().into_bytes()),
            "Flags" => 4,
            "FontBBox" => vec![left, bottom, right, top],
            "ItalicAngle" => face.italic_angle(),
            "Ascent" => thousandths(dragoman_typesetting::Font::ascent(&**face)),
            "Descent" => thousandths(-dragoman_typesetting::Font::descent(&**face)),
            "CapHeight" => thousandths(face.cap_height()),
            "StemV" => 80,
            (if face.is_cff() { "FontFile3" } else { "FontFile2" }) => file,
        });
        let widths = subset
            .glyphs
            .iter()
            .map(|glyph| thousandths(face.advance(*glyph)));
        let widths: Vec<Object> = widths.collect();
        let mut descendant = dictionary! {
            "Type" => "Font",
            "Subtype" => if face.is_cff() { "CIDFontType0" } else { "CIDFontType2" },
            "BaseFont" => Object::Name(name.clone().into_bytes()),
            "CIDSystemInfo" => dictionary! {
                "Registry" => Object::string_literal("Adobe"),
                "Ordering" => Object::string_literal("Identity"),
                "Supplement" => 0,
            },
            "FontDescriptor" => descriptor,
            "W" => vec![0.into(), Object::Array(widths)],
        };
        if !face.is_cff() {
            descendant.set("CIDToGIDMap", "Identity");
        }
        let descendant = document.add_object(descendant);
        let meanings = self.glyphs.iter().filter_map(|(glyph, text)| {
            let code = codes.get(glyph)?;
            Some((code.to_be_bytes(), &**text))
        });
        let meanings: Vec<([u8; 2], &str)> = meanings.collect();
        let meanings = to_unicode(meanings.iter().map(|(code, text)| (&code[..], *text)));
        let meanings = document.add_object(meanings);
        let id = document.add_object(dictionary! {
            "Type" => "Font",
            "Subtype" => "Type0",
            "BaseFont" => Object::Name(name.into_bytes()),
            "Encoding" => "Identity-H",
            "DescendantFonts" => vec![descendant.into()],
            "ToUnicode" => meanings,
        });
        Ok(EmbeddedFont { id, codes })
    }
}

fn thousandths(em: f32) -> Object {
    Object::Real((em * 1000.0).round())
}

fn in_length(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Six letters that tell subsets of one face apart.
fn tag(data: &[u8]) -> String {
    let mut sum = data.iter().fold(0u64, |sum, byte| {
        sum.wrapping_mul(1_000_003).wrapping_add(u64::from(*byte))
    });
    let mut tag = String::new();
    for _ in 0..6 {
        let letter = u8::try_from(sum % 26).unwrap_or_default();
        tag.push(char::from(b'A' + letter));
        sum /= 26;
    }
    tag
}
