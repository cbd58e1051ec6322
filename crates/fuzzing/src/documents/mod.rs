//! The targets for formats of documents: what holds for every document in every format, whatever is in its file and
//! whatever an engine gives.

pub(crate) mod packages;
pub(crate) mod translations;

use std::io::Cursor;

use dragoman_documents::{
    Content, Document, DocumentError, Filters, Format, Limits, Options, Piece, Unit,
};
use dragoman_language::Language;

use crate::choices::Choices;
use translations::Kind;

/// Small, so that they are reached by small files.
pub(crate) const LIMITS: Limits = Limits {
    archive_entries: 64,
    entry_bytes: 1 << 20,
    unpacked_bytes: 4 << 20,
    tags: 1 << 20,
    depth: 64,
    units: 2_000,
    text_bytes: 256 << 10,
};

/// How long a message for a person may be.
pub(crate) const LONGEST_MESSAGE: usize = 1_000;

/// Documents of word processors.
pub fn docx(data: &[u8]) {
    check(Format::Docx, data);
}

/// Presentations.
pub fn pptx(data: &[u8]) {
    check(Format::Pptx, data);
}

/// Workbooks.
pub fn xlsx(data: &[u8]) {
    check(Format::Xlsx, data);
}

/// Web pages.
pub fn html(data: &[u8]) {
    check(Format::Html, data);
}

/// Plain text.
pub fn txt(data: &[u8]) {
    check(Format::PlainText, data);
}

/// XLIFF.
pub fn xliff(data: &[u8]) {
    check(Format::Xliff, data);
}

/// Subtitles.
pub fn srt(data: &[u8]) {
    check(Format::Srt, data);
}

/// Markdown.
pub fn md(data: &[u8]) {
    check(Format::Markdown, data);
}

/// Subtitles of Advanced SubStation Alpha.
pub fn ass(data: &[u8]) {
    check(Format::SubStation, data);
}

/// Messages of programs in Java.
pub fn properties(data: &[u8]) {
    check(Format::Properties, data);
}

/// Messages of programs in Flutter.
pub fn arb(data: &[u8]) {
    check(Format::Arb, data);
}

/// Strings of programs for Apple's systems.
pub fn strings(data: &[u8]) {
    check(Format::AppleStrings, data);
}

/// Catalogues of strings of programs for Apple's systems.
pub fn xcstrings(data: &[u8]) {
    check(Format::StringCatalogue, data);
}

/// Tables divided by commas.
pub fn csv(data: &[u8]) {
    check(Format::Csv, data);
}

/// Tables divided by tabs.
pub fn tsv(data: &[u8]) {
    check(Format::Tsv, data);
}

/// The Rich Text Format.
pub fn rtf(data: &[u8]) {
    check(Format::Rtf, data);
}

/// YAML.
pub fn yaml(data: &[u8]) {
    check(Format::Yaml, data);
}

/// Resources of programs for .NET.
pub fn resx(data: &[u8]) {
    check(Format::Resx, data);
}

/// Catalogues of gettext.
pub fn po(data: &[u8]) {
    check(Format::Gettext, data);
}

/// Subtitles of web pages.
pub fn vtt(data: &[u8]) {
    check(Format::WebVtt, data);
}

/// Any XML.
pub fn xml(data: &[u8]) {
    check(Format::Xml, data);
}

/// JSON.
pub fn json(data: &[u8]) {
    check(Format::Json, data);
}

/// Topics and maps of DITA.
pub fn dita(data: &[u8]) {
    check(Format::Dita, data);
}

/// Packages of InDesign.
pub fn idml(data: &[u8]) {
    check(Format::Idml, data);
}

/// Interchange files of FrameMaker.
pub fn mif(data: &[u8]) {
    check(Format::Mif, data);
}

/// Texts in OpenDocument.
pub fn odt(data: &[u8]) {
    check(Format::Odt, data);
}

/// Workbooks in OpenDocument.
pub fn ods(data: &[u8]) {
    check(Format::Ods, data);
}

/// Presentations in OpenDocument.
pub fn odp(data: &[u8]) {
    check(Format::Odp, data);
}

/// Books in EPUB.
pub fn epub(data: &[u8]) {
    check(Format::Epub, data);
}

/// Takes the input as a file of this format, or as parts of one (see [`packages::file`]), and checks that it
/// gives a document or an error, and that the document can be written with any translations.
fn check(format: Format, data: &[u8]) {
    let file = packages::file(format, data);
    let mut choices = Choices::of(data);
    let target = if choices.below(2) == 0 { "de" } else { "ar" };
    let Some(mut document) = opened(format, &file, options(target)) else {
        return;
    };
    check_unchanged(&mut *document, &file);
    let count = document.units().len();
    check_identity(format, &mut *document, &file, target);
    let kind = [Kind::Capitals, Kind::Disorder, Kind::Hostile][choices.below(3)];
    let translations = translated(&*document, kind, &mut choices);
    // The limits are for what is written, too.
    if let Some(output) = written(&mut *document, &translations) {
        let again = check_readable(format, &output, target, kind);
        // In the other formats the words decide what is a unit, a broken tree is put together anew, or a cell names
        // a string that was not there.
        let is_bound_to_structure = matches!(
            format,
            Format::Docx | Format::Pptx | Format::Idml | Format::Mif
        );
        if let (Kind::Capitals, true, Some(again)) = (kind, is_bound_to_structure, again) {
            assert_eq!(again, count, "units are lost or added");
        }
    }
    if format.may_be_bilingual() {
        check_bilingual(format, &file, target, kind, &mut choices);
    }
}

/// The units and warnings keep to their limits, and without translations the document is the file again.
fn check_unchanged(document: &mut dyn Document, file: &[u8]) {
    check_units(document.units());
    for warning in document.warnings() {
        assert!(
            warning.to_string().len() <= LONGEST_MESSAGE,
            "a long warning"
        );
    }
    let nothing = vec![None; document.units().len()];
    assert!(
        written(document, &nothing).is_some_and(|output| output == file),
        "without translations the file is another"
    );
}

/// A document that is to have both languages has them in a file that can be read.
fn check_bilingual(format: Format, file: &[u8], target: &str, kind: Kind, choices: &mut Choices) {
    let options = Options {
        bilingual: true,
        ..options(target)
    };
    // What is copied counts too.
    let Some(mut document) = opened(format, file, options) else {
        return;
    };
    check_unchanged(&mut *document, file);
    let translations = translated(&*document, kind, choices);
    if let Some(output) = written(&mut *document, &translations) {
        check_readable(format, &output, target, kind);
    }
}

fn translated(document: &dyn Document, kind: Kind, choices: &mut Choices) -> Vec<Option<Content>> {
    let units = document.units().iter();
    units
        .map(|unit| translations::of(kind, &unit.content, choices))
        .collect()
}

/// Identical translations make the same file, apart from XLIFF, which tells what is translated and into what:
/// the same texts are there for another language, and perhaps some that were finished before.
fn check_identity(format: Format, document: &mut dyn Document, file: &[u8], target: &str) {
    let units = document.units().iter();
    let same: Vec<Option<Content>> = units.map(|unit| Some(unit.content.clone())).collect();
    let Some(output) = written(document, &same) else {
        panic!("identical translations cannot be written");
    };
    if format != Format::Xliff {
        assert!(
            output == file,
            "with identical translations the file is another"
        );
        return;
    }
    check_readable(format, &output, target, Kind::Same);
    if let (Ok(before), Ok(after)) = (
        read(format, file, options("ja")),
        read(format, &output, options("ja")),
    ) {
        let after = texts(&*after);
        let mut rest = after.iter();
        for text in texts(&*before) {
            assert!(rest.any(|other| *other == text), "{text:?} is lost");
        }
    }
}

/// How many units are read again; none if they became too large.
fn check_readable(format: Format, output: &[u8], target: &str, kind: Kind) -> Option<usize> {
    // Which old encoding text is in is guessed, and so is UTF-16 by its zeros: other text in the same encoding may give
    // another guess or none.
    let may_be_guessed = matches!(
        format,
        Format::Html
            | Format::Srt
            | Format::PlainText
            | Format::Json
            | Format::Markdown
            | Format::Gettext
            | Format::WebVtt
            | Format::Properties
            | Format::SubStation
            | Format::Arb
            | Format::AppleStrings
            | Format::StringCatalogue
            | Format::Csv
            | Format::Tsv
            | Format::Yaml
            | Format::Resx
            | Format::Xml
    );
    let is_old = std::str::from_utf8(output).is_err() || output.contains(&0);
    let is_guessed = may_be_guessed && is_old;
    match read(format, output, options(target)) {
        Ok(again) => {
            check_units(again.units());
            Some(again.units().len())
        }
        // Translations are longer, and in UTF-8.
        Err(DocumentError::TooLarge { .. }) => None,
        Err(DocumentError::Malformed { .. }) if is_guessed => None,
        Err(error) => panic!("{kind:?} translations cannot be read: {error}"),
    }
}

fn options(target: &str) -> Options {
    Options {
        limits: LIMITS,
        ..Options::to(Language::parse(target).unwrap())
    }
}

fn read(format: Format, file: &[u8], options: Options) -> Result<Box<dyn Document>, DocumentError> {
    Filters::standard().open(format, Box::new(Cursor::new(file.to_vec())), options)
}

/// The document, if it is one.
fn opened(format: Format, file: &[u8], options: Options) -> Option<Box<dyn Document>> {
    match read(format, file, options) {
        Ok(document) => Some(document),
        Err(DocumentError::Io(error)) => panic!("nothing is wrong with the source: {error}"),
        Err(error) => {
            let message = error.to_string();
            assert!(message.len() <= LONGEST_MESSAGE, "a long message");
            None
        }
    }
}

/// The document with these translations; none if it becomes too large.
pub(crate) fn written(
    document: &mut dyn Document,
    translations: &[Option<Content>],
) -> Option<Vec<u8>> {
    let mut output = Vec::new();
    match document.write(translations, &mut output) {
        Ok(()) => Some(output),
        Err(DocumentError::TooLarge { .. }) => None,
        Err(error) => panic!("the document cannot be written: {error}"),
    }
}

fn texts(document: &dyn Document) -> Vec<String> {
    let units = document.units().iter();
    units.map(|unit| unit.content.text()).collect()
}

pub(crate) fn check_units(units: &[Unit]) {
    assert!(units.len() <= LIMITS.units);
    let mut bytes = 0;
    for unit in units {
        let pieces = unit.content.pieces();
        assert_eq!(
            Content::new(pieces.iter().cloned()),
            unit.content,
            "codes come again, or in a wrong order"
        );
        let text = unit.content.text();
        bytes += text.len();
        for pair in pieces.windows(2) {
            assert!(!matches!(pair, [Piece::Text(_), Piece::Text(_)]));
        }
        assert!(!text.trim().is_empty(), "nothing to translate");
    }
    assert!(bytes <= LIMITS.text_bytes);
}
