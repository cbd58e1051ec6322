//! The use cases, one file each: what Dragoman does, in the words of its domain.
//!
//! This crate owns the order of things (who may, is there room, is there quota, do it, count it)
//! and knows neither the wire nor the database nor any engine: it reaches them through the
//! domain's ports.

mod account_deletion;
mod administration;
mod admission;
mod alternatives;
mod caller;
mod customization;
mod detection;
mod document_translation;
mod documents;
mod fair_semaphore;
mod glossaries;
mod health;
mod improvement;
mod key_hasher;
mod keys;
mod languages;
mod memories;
mod metering;
mod models;
mod notices;
mod sign_in;
mod storage;
mod style_lists;
mod terms;
mod text_translation;
mod transfers;
mod translate;
mod usage;
mod usage_reports;
mod wording;

pub use account_deletion::{AccountDeletion, AccountDeletionError, Deletion};
pub use administration::{Administration, AdministrationError};
pub use admission::{Admission, AdmissionLimits, NoRoom};
pub use alternatives::{
    AlternativesError, AlternativesRequest, LONGEST_ALTERNATIVE_SOURCE, MOST_ALTERNATIVES,
    SuggestAlternatives,
};
pub use caller::{Caller, Forbidden, Permission};
pub use customization::{Customization, CustomizationError, Customizing, MemoryChoice};
pub use detection::{DetectLanguages, DetectionError, SharedDetector};
pub use document_translation::{
    DocumentRequest, DocumentTranslationError, DocumentTranslator, TranslatedUnits,
    document_characters,
};
pub use documents::{
    DocumentDownload, DocumentError, DocumentHandle, DocumentKey, DocumentLimits, DocumentNote,
    DocumentNoteValue, DocumentPorts, DocumentReport, DocumentSizes, DocumentUpload, Documents,
    LONGEST_FILE_NAME, NewDocument,
};
pub use dragoman_documents::{
    Filters as DocumentFilters, Format as DocumentFormat, Limits as ReadingLimits,
};
pub use dragoman_domain::Origin;
pub use dragoman_terminology::{
    EntriesError, EntriesFault, EntriesFormat, LONGEST_TERM, write_csv,
};
pub use fair_semaphore::{FairSemaphore, Turn};
pub use glossaries::{
    EntryEdit, Glossaries, GlossaryError, GlossaryStorage, LARGEST_GLOSSARY, LONGEST_GLOSSARY_NAME,
    MOST_GLOSSARIES, NewDictionary,
};
pub use health::{CheckHealth, CheckedHealth, HealthCheck, HealthError};
pub use improvement::{
    ImprovableLanguage, ImproveError, ImproveTexts, ImprovedText, Improvement, ImprovementError,
    ImprovementRequest, Improvers, NoStyleOrTone, TextImprover, WantedStyle,
};
pub use key_hasher::KeyHasher;
pub use keys::{
    AccountDefaults, AuthenticationError, IssuedKey, KeyError, Keys, LONGEST_LABEL,
    MOST_ACTIVE_KEYS, MOST_CONTACTS, MOST_PERSONS, NewKey, is_unseen,
};
pub use languages::{Languages, SupportedLanguage};
pub use memories::{
    Download, ExportJob, ImportedMemory, LinkToken, Memories, MemoryError, MemoryHandle,
    MemoryJobDetails, MemoryLimits, MemoryMatch, MemoryPorts, NewImport, Upload,
};
pub use metering::{Metering, MeteringError};
pub use models::{MOST_PULLS, ManageModels, ModelsError, Pull, PullState};
pub use notices::Notices;
pub use sign_in::{NewSession, SessionLimits, SessionToken, SignIn, SignInError, SignedIn};
pub use storage::{Kept, NoRoomToKeep, SpaceFloor};
pub use style_lists::{
    InstructionPart, LONGEST_INSTRUCTION_LABEL, LONGEST_INSTRUCTION_PROMPT,
    LONGEST_STYLE_LIST_NAME, MOST_INSTRUCTIONS, MOST_STYLE_LISTS, NewInstruction, NewStyleList,
    StyleListError, StyleLists,
};
pub use terms::Terms;
pub use text_translation::{
    ChosenStyle, Recall, Resources, StyleInstruction, TextTranslator, Texts, TranslatedSentence,
    TranslatedText, TranslationError, TranslationRequest,
};
pub use translate::{TranslateError, TranslateTexts};
pub use usage::{ReadUsage, UsageReport};
pub use usage_reports::{
    AccountReports, AccountUsage, LONGEST_REPORT, ReportError, ReportUsage, TAGS_ON_PAGE, TagPage,
    UsageGrouping, UsageRow, UsageTable,
};
pub use wording::sentence;

/// The length that is billed and limited: Unicode code points.
#[must_use]
pub fn count_characters(text: &str) -> u64 {
    // A `usize` fits into 64 bits on every platform that Rust has.
    text.chars().count() as u64
}
