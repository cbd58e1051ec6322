//! What several formats must stand: whatever an engine gives, files that were damaged, and packages of something else.

use dragoman_documents::{CodeId, Content, Document, DocumentError, Piece};
use proptest::prelude::*;

use super::{package, relationships};

/// Any piece of a content, with codes up to this one.
pub(crate) fn piece(last_code: u32) -> impl Strategy<Value = Piece> {
    let id = move || (0..=last_code).prop_map(CodeId);
    prop_oneof![
        id().prop_map(Piece::Open),
        id().prop_map(Piece::Close),
        id().prop_map(Piece::Mark),
        ".{0,6}".prop_map(Piece::Text),
    ]
}

/// A byte that is replaced, and what comes in its place.
type Damage = (prop::sample::Index, u8);

pub(crate) fn damages() -> impl Strategy<Value = Vec<Damage>> {
    prop::collection::vec(any::<Damage>(), 1..8)
}

pub(crate) fn damaged(mut bytes: Vec<u8>, damages: Vec<Damage>) -> Vec<u8> {
    for (place, value) in damages {
        let place = place.index(bytes.len());
        bytes[place] = value;
    }
    bytes
}

/// A damaged text that can be read as one.
pub(crate) fn damaged_text(text: String, damages: Vec<Damage>) -> String {
    String::from_utf8_lossy(&damaged(text.into_bytes(), damages)).into_owned()
}

/// Fails if what can be opened cannot be written with other words, or not be opened again after that.
pub(crate) fn check_damaged<Opened: Document>(
    bytes: &[u8],
    open: impl Fn(&[u8]) -> Result<Opened, DocumentError>,
) {
    if let Ok(mut document) = open(bytes) {
        let other = Some(Content::new([Piece::Text("other".to_owned())]));
        let translations = vec![other; document.units().len()];
        let mut output = Vec::new();
        document.write(&translations, &mut output).unwrap();
        open(&output).unwrap();
    }
}

/// Fails if a package is not refused whose main part is this one, of another format, or is damaged or missing.
pub(crate) fn check_refused<Opened>(
    main_of_another_format: &str,
    open: impl Fn(&[u8]) -> Result<Opened, DocumentError>,
) {
    let with_main = |main: &str| {
        let start = relationships(&[("r", "officeDocument", "main.xml")]);
        package([("_rels/.rels", start), ("main.xml", main.to_owned())])
    };
    let with_entity = "<!DOCTYPE p [<!ENTITY e \"x\">]><p>&e;</p>";
    let mains = [main_of_another_format, with_entity, "", "<p>"].map(with_main);
    let without = package([("_rels/.rels", relationships(&[]))]);
    for bytes in mains.iter().chain([&without]) {
        let outcome = open(bytes).err();
        assert!(
            matches!(outcome, Some(DocumentError::Malformed { .. })),
            "{outcome:?}"
        );
    }
}
