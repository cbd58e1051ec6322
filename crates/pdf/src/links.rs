//! Annotations of a page. Links lead elsewhere, and follow the words that they are on; others stay where they are.

use hayro_syntax::object::{self, Array, Dict, MaybeRef, Name, ObjectIdentifier};
use hayro_syntax::page::Page;
use kurbo::{Affine, Point, Rect};
use lopdf::ObjectId;

use crate::file::lopdf_id;
use crate::page::Glyph;

/// The annotations of a page that are regarded; it has hardly more words than that.
const MOST: usize = 500;
/// The bytes of an address that is kept.
const LONGEST_ADDRESS: usize = 2_000;
/// Which part of an em above its baseline the middle of a glyph is.
const MIDDLE: f64 = 0.3;

/// A link of a page.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    pub(crate) area: Rect,
    pub(crate) annotation: ObjectId,
    /// Where it leads, if that is elsewhere.
    pub(crate) address: Option<Box<str>>,
}

/// Which link of a document it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LinkId {
    /// The number of its page, from 0.
    pub(crate) page: usize,
    /// Its place among the links of that.
    pub(crate) number: usize,
}

/// The annotations of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Annotations {
    pub(crate) links: Vec<Link>,
    /// Where others are: fields, comments.
    pub(crate) others: Vec<Rect>,
}

/// The annotations of a page.
pub(crate) fn annotations(page: &Page<'_>) -> Annotations {
    let mut found = Annotations::default();
    let all = page.raw().get::<Array<'_>>("Annots").unwrap_or_default();
    for raw in all.raw_iter().take(MOST) {
        let MaybeRef::Ref(reference) = raw else {
            continue;
        };
        let id = ObjectIdentifier::from(reference);
        let Some(dictionary) = page.xref().get::<Dict<'_>>(id) else {
            continue;
        };
        let (Some(area), Some(kind)) = (area(&dictionary), dictionary.get::<Name<'_>>("Subtype"))
        else {
            continue;
        };
        match (kind.as_str(), lopdf_id(id)) {
            ("Link", Some(annotation)) => found.links.push(Link {
                area,
                annotation,
                address: address(&dictionary),
            }),
            _ => found.others.push(area),
        }
    }
    found
}

fn area(annotation: &Dict<'_>) -> Option<Rect> {
    let corners = annotation.get::<Array<'_>>("Rect")?;
    let corners: Vec<f64> = corners.iter::<f64>().collect();
    let [x0, y0, x1, y1] = corners.try_into().ok()?;
    let area = Rect::new(x0, y0, x1, y1).abs();
    area.is_finite().then_some(area)
}

/// Where a link leads that leaves the document.
fn address(annotation: &Dict<'_>) -> Option<Box<str>> {
    let action = annotation.get::<Dict<'_>>("A")?;
    let address = action.get::<object::String<'_>>("URI")?;
    let address = str::from_utf8(&address).ok()?;
    (address.len() <= LONGEST_ADDRESS).then(|| address.into())
}

/// Which of the links of a page a glyph is on.
pub(crate) fn link_at(page: usize, links: &[Link], glyph: &Glyph) -> Option<LinkId> {
    let middle = Point::new(0.5 * glyph.advance, MIDDLE * glyph.size);
    let middle = Affine::rotate(glyph.angle) * middle + glyph.origin.to_vec2();
    let number = links.iter().position(|link| link.area.contains(middle))?;
    Some(LinkId { page, number })
}

/// Puts a link onto these rooms, one for each line of its words.
pub(crate) fn move_link(document: &mut lopdf::Document, link: &Link, rooms: &[Rect]) {
    let Some(all) = rooms.iter().copied().reduce(|all, room| all.union(room)) else {
        return;
    };
    let annotation = document.get_object_mut(link.annotation);
    let Ok(annotation) = annotation.and_then(lopdf::Object::as_dict_mut) else {
        return;
    };
    let number = |number: f64| lopdf::Object::Real(crate::page::short(number));
    let corners = [all.x0, all.y0, all.x1, all.y1].map(number).to_vec();
    annotation.set("Rect", corners);
    annotation.remove(b"QuadPoints");
    if rooms.len() > 1 {
        let corners = rooms.iter().flat_map(|room| {
            let Rect { x0, y0, x1, y1 } = *room;
            [x0, y1, x1, y1, x0, y0, x1, y0]
        });
        let corners: Vec<lopdf::Object> = corners.map(number).collect();
        annotation.set("QuadPoints", corners);
    }
}
