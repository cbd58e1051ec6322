use dragoman_documents::Docx;

use crate::sweep::{letters, sweep};

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_documents_come_back() {
    let open = |source, options| Ok(Box::new(Docx::open(source, options)?) as _);
    // What stays is hidden, moved away or of a field.
    let letters = |package: &[u8]| letters(package, &["word/"], "w:t");
    sweep("docx", open, letters, 20);
}
