//! A page with a picture in place of those that it was seen as.

use std::collections::{BTreeMap, BTreeSet};

use dragoman_pictures::PaintedLine;
use hayro_syntax::object::ObjectIdentifier;
use kurbo::Affine;

use crate::content::length;
use crate::drawing::{NamedFonts, glyphs_of_face};
use crate::embedding::{FaceKey, UsedFace, key};
use crate::rewriting::Changes;
use crate::scans::composition::Packed;
use crate::setting::use_face;

/// The picture that takes the place of those of a page, with the lines of text that were painted in it.
pub(crate) struct PaintedScan {
    /// The number of its page.
    pub(crate) page: usize,
    pub(crate) picture: Packed,
    /// Where a pixel of it is on the page.
    pub(crate) to_page: Affine,
    /// The pictures whose place it takes: their numbers on the page, and their streams.
    pub(crate) replaced: Vec<(usize, ObjectIdentifier)>,
    pub(crate) lines: Vec<PaintedLine>,
    /// How many glyphs the page has that are not seen.
    pub(crate) hidden_glyphs: usize,
}

impl PaintedScan {
    /// The glyphs of each face that its lines use.
    pub(crate) fn use_faces(&self, used: &mut BTreeMap<FaceKey, UsedFace>) {
        for line in &self.lines {
            for run in &line.runs {
                if let Some(face) = line.faces.get(run.font_index) {
                    use_face(face, run, used);
                }
            }
        }
    }

    /// The faces that its lines use.
    pub(crate) fn faces(&self) -> BTreeSet<FaceKey> {
        let lines = self.lines.iter();
        let faces = lines.flat_map(|line| {
            let runs = line.runs.iter();
            runs.filter_map(|run| line.faces.get(run.font_index))
        });
        faces.map(|face| key(face)).collect()
    }

    /// Has the page show the picture of this name, and nothing of what was recognised before.
    pub(crate) fn change(&self, changes: &mut Changes, name: &str, fonts: &NamedFonts) {
        changes.removed.extend(0..self.hidden_glyphs);
        for (number, _) in &self.replaced {
            changes.pictures.insert(*number, Vec::new());
        }
        if let Some((first, _)) = self.replaced.first() {
            changes
                .pictures
                .insert(*first, self.operations(name, fonts));
        }
    }

    /// What shows it and its lines, in the coordinates of the page.
    fn operations(&self, name: &str, fonts: &NamedFonts) -> Vec<u8> {
        let (width, height) = self.picture.size;
        let unit = Affine::new([width, 0.0, 0.0, -height, 0.0, height]);
        let [a, b, c, d, e, f] = (self.to_page * unit).as_coeffs().map(length);
        let mut operations =
            format!("q {a} {b} {c} {d} {e} {f} cm /{name} Do Q\nBT\n3 Tr 0 Tc 0 Tw 0 Ts 100 Tz\n");
        for line in &self.lines {
            let baseline = self.to_page
                * Affine::translate((f64::from(line.x), f64::from(line.y)))
                * Affine::rotate(f64::from(line.angle))
                * Affine::FLIP_Y;
            for run in &line.runs {
                let Some(face) = line.faces.get(run.font_index) else {
                    continue;
                };
                let Some((name, shown)) = glyphs_of_face(run, face, fonts) else {
                    continue;
                };
                let start = Affine::translate((f64::from(run.x), f64::from(run.rise)));
                let [a, b, c, d, e, f] = (baseline * start).as_coeffs().map(length);
                operations.push_str(&format!(
                    "/{name} {} Tf {a} {b} {c} {d} {e} {f} Tm\n{shown}",
                    length(f64::from(run.size))
                ));
            }
        }
        operations.push_str("ET\n");
        operations.into_bytes()
    }
}
