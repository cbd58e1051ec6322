//! What the name of a file says.

use super::task::name;
use super::{DocumentError, LONGEST_FILE_NAME};
use crate::DocumentFormat;

/// Endings of files that the interface describes and that cannot be translated yet, with what to do instead.
const NOT_YET: [(&str, &str); 5] = [
    ("pdf", "send the document that it was made from"),
    ("doc", "save the document as docx and send that"),
    ("jpeg", "send the text in a document"),
    ("jpg", "send the text in a document"),
    ("png", "send the text in a document"),
];

/// The name without the folders that some clients send with it, and the format that its ending says.
pub(super) fn read(file_name: &str) -> Result<(String, DocumentFormat), DocumentError> {
    let last = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let last: String = last.chars().filter(|letter| !letter.is_control()).collect();
    let last = last.trim();
    let (_, extension) = last.rsplit_once('.').ok_or(DocumentError::UnknownFormat)?;
    if last.chars().count() > LONGEST_FILE_NAME {
        return Err(DocumentError::FileNameTooLong);
    }
    match DocumentFormat::of_extension(extension) {
        Some(format) => Ok((last.to_owned(), format)),
        None => Err(unknown(extension)),
    }
}

fn unknown(extension: &str) -> DocumentError {
    let is_meant = |(not_yet, _): &&(&str, &str)| not_yet.eq_ignore_ascii_case(extension);
    match NOT_YET.iter().find(is_meant) {
        Some((extension, remedy)) => DocumentError::NotSupportedYet { extension, remedy },
        None => DocumentError::UnknownFormat,
    }
}

/// Fails if the translation is wanted in another format than that of the document.
pub(super) fn check_output(
    format: DocumentFormat,
    wanted: Option<&str>,
) -> Result<(), DocumentError> {
    let is_own = |wanted: &str| DocumentFormat::of_extension(wanted.trim()) == Some(format);
    if wanted.is_none_or(is_own) {
        Ok(())
    } else {
        Err(DocumentError::OtherOutputFormat(name(format)))
    }
}

#[cfg(test)]
mod tests {
    use dragoman_domain::ErrorKind;

    use super::*;

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
            ("a.PDF", "PDF files are not supported yet"),
            ("a.doc", "save the document as docx"),
            ("a.jpeg", "send the text"),
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
    fn only_the_format_of_the_document_can_be_had() {
        for (wanted, is_possible) in [
            (None, true),
            (Some("html"), true),
            (Some("HTM"), true),
            (Some("docx"), false),
            (Some("pdf"), false),
            (Some(""), false),
        ] {
            let checked = check_output(DocumentFormat::Html, wanted);
            assert_eq!(checked.is_ok(), is_possible, "{wanted:?}");
        }
    }
}
