//! What the name of a file says.

use super::{DocumentError, LONGEST_FILE_NAME};
use crate::{DocumentFilters, DocumentFormat};

/// The name without the folders that some clients send with it, and the format that its ending says.
pub(super) fn read(
    file_name: &str,
    filters: &DocumentFilters,
) -> Result<(String, DocumentFormat), DocumentError> {
    let last = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let last: String = last.chars().filter(|letter| !letter.is_control()).collect();
    let last = last.trim();
    let format = last
        .rsplit_once('.')
        .map(|(_, extension)| DocumentFormat::of_extension(extension));
    if format.is_some() && last.chars().count() > LONGEST_FILE_NAME {
        return Err(DocumentError::FileNameTooLong);
    }
    let Some(format) = format.flatten() else {
        let known = filters.extensions();
        return Err(DocumentError::UnknownFormat { known });
    };
    filters.check(format)?;
    Ok((last.to_owned(), format))
}

/// The format in which the translation of a document is wanted, if it is not the usual one.
pub(super) fn output(
    format: DocumentFormat,
    wanted: Option<&str>,
) -> Result<Option<DocumentFormat>, DocumentError> {
    let Some(wanted) = wanted else {
        return Ok(None);
    };
    match DocumentFormat::of_extension(wanted.trim()) {
        Some(wanted) if wanted == format.output() => Ok(None),
        Some(wanted) if format.may_become(wanted) => Ok(Some(wanted)),
        _ => Err(DocumentError::OtherOutputFormat(format)),
    }
}

#[cfg(test)]
mod tests {
    use dragoman_domain::ErrorKind;

    use super::*;

    fn read(file_name: &str) -> Result<(String, DocumentFormat), DocumentError> {
        let remedy = "whoever runs it has to install a program";
        let filters = DocumentFilters::standard().without(DocumentFormat::Doc, remedy);
        super::read(file_name, &filters)
    }

    #[test]
    fn the_ending_says_the_format_and_folders_are_left_out() {
        for (sent, name, format) in [
            ("a.docx", "a.docx", DocumentFormat::Docx),
            (
                "Bericht 2.final.HTM",
                "Bericht 2.final.HTM",
                DocumentFormat::Html,
            ),
            (r"C:\Users\me\a.txt", "a.txt", DocumentFormat::PlainText),
            ("../../etc/a.json", "a.json", DocumentFormat::Json),
            (" a\r\n.xlf ", "a.xlf", DocumentFormat::Xliff),
        ] {
            assert_eq!(read(sent).unwrap(), (name.to_owned(), format), "{sent:?}");
        }
    }

    #[test]
    fn what_cannot_be_translated_is_refused_with_a_reason() {
        for (sent, reason) in [
            ("", "must end with"),
            ("docx", "must end with"),
            ("a.exe", "must end with"),
            ("a.docx/", "must end with"),
            ("a.PDF", "PDF files cannot be translated on this server"),
            ("a.doc", "whoever runs it has to install a program"),
        ] {
            let error = read(sent).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unsupported, "{sent}");
            assert!(error.to_string().contains(reason), "{sent}: {error}");
        }
        let long = format!("{}.txt", "\u{e9}".repeat(LONGEST_FILE_NAME - 4));
        assert!(read(&long).is_ok());
        let error = read(&format!("x{long}")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
    }

    #[test]
    fn only_formats_that_the_document_may_become_can_be_had() {
        use DocumentFormat::{Doc, Docx, Html, Pdf};
        for (format, wanted, output) in [
            (Html, None, Some(None)),
            (Html, Some("html"), Some(None)),
            (Html, Some("HTM"), Some(None)),
            (Html, Some("docx"), None),
            (Html, Some("pdf"), None),
            (Html, Some(""), None),
            (Doc, Some("docx"), Some(None)),
            (Doc, Some("doc"), None),
            (Pdf, Some("pdf"), Some(None)),
            (Pdf, Some(" DOCX"), Some(Some(Docx))),
        ] {
            let found = super::output(format, wanted).ok();
            assert_eq!(found, output, "{format:?} as {wanted:?}");
        }
    }
}
