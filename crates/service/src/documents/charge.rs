//! What a document costs.

use dragoman_domain::StoredDocument;

use super::Documents;
use super::failure::Failure;
use crate::{Caller, DocumentFormat};

/// What a document of some formats costs at least, in characters.
const LEAST: u64 = 50_000;

/// The characters that a document counts that has so many.
pub(super) const fn charge(format: DocumentFormat, characters: u64) -> u64 {
    let has_least = matches!(
        format,
        DocumentFormat::Docx
            | DocumentFormat::Pptx
            | DocumentFormat::Xlsx
            | DocumentFormat::Doc
            | DocumentFormat::Pdf
            | DocumentFormat::Docm
            | DocumentFormat::Pptm
            | DocumentFormat::Xlsm
    );
    if has_least && characters < LEAST {
        LEAST
    } else {
        characters
    }
}

impl Documents {
    /// Sets aside what a document costs, now that it is known how many characters it has, if that is something else
    /// than what its row says: it was accepted uncounted, or counted by another version of the program.
    pub(super) async fn charge_counted(
        &self,
        caller: &Caller,
        document: &StoredDocument,
        format: DocumentFormat,
        characters: u64,
    ) -> Result<(), Failure> {
        let inner = &self.inner;
        // One that costs more was counted when it was sent, under the limit that applied then.
        let may_be_uncounted = document.characters == charge(format, 0);
        let most = inner.limits.sizes(&caller.account).characters;
        if may_be_uncounted && characters > most {
            return Err(Failure::TooManyCharacters { characters, most });
        }
        let charged = charge(format, characters);
        if charged != document.characters {
            inner.metering.adjust_document(document.id, charged).await?;
        }
        // Another time, too, in case the process died in between.
        let most = inner.limits.sizes(&caller.account).unfetched_characters;
        let documents = &inner.ports.documents;
        if documents.set_unfetched(document.id, charged, most).await? {
            Ok(())
        } else {
            Err(Failure::TooManyUnfetched { most })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_formats_cost_a_least_number_of_characters() {
        let with_least = DocumentFormat::ALL
            .into_iter()
            .filter(|format| charge(*format, 1) == LEAST);
        let names: Vec<&str> = with_least.map(DocumentFormat::name).collect();
        assert_eq!(
            names,
            ["docx", "pptx", "xlsx", "pdf", "doc", "docm", "pptm", "xlsm"]
        );
        assert_eq!(charge(DocumentFormat::Doc, LEAST + 1), LEAST + 1);
        assert_eq!(charge(DocumentFormat::PlainText, 1), 1);
    }
}
