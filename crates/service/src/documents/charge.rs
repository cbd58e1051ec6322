//! What a document costs.

use dragoman_domain::StoredDocument;

use super::Documents;
use super::failure::Failure;
use crate::{Caller, DocumentFormat};

/// What a document of some formats costs at least, in characters.
const LEAST_OF_OFFICE: u64 = 50_000;

/// The characters that a document counts that has so many.
pub(super) const fn charge(format: DocumentFormat, characters: u64) -> u64 {
    let is_office = matches!(
        format,
        DocumentFormat::Docx | DocumentFormat::Pptx | DocumentFormat::Xlsx
    );
    if is_office && characters < LEAST_OF_OFFICE {
        LEAST_OF_OFFICE
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
