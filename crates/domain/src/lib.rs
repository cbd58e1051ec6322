//! What the rest of Dragoman talks about: accounts, keys, usage, texts to translate, the kinds of
//! failure, and the ports (traits) through which the use cases reach the outside.
//!
//! This crate does no input or output, reads no clock and knows neither HTTP nor SQL. Its types
//! cannot hold an invalid value and are never serialised to the wire or to the database directly.

mod account;
mod audit;
mod clock;
mod detection;
mod document;
mod error;
mod glossary;
mod guid;
mod guidance;
mod health;
mod improvement;
mod key;
mod mail;
mod memory;
mod models;
mod notice;
mod role;
mod room;
mod session;
mod share;
mod shared_files;
mod storage;
mod style_list;
mod translation;
mod usage;

pub use account::{Account, AccountChange, AccountId, CharacterLimit, Feature, Plan};
pub use audit::{Act, Actor, AuditEntry, AuditFilter, AuditRecord, UnknownActor};
pub use clock::{Clock, RandomSource};
pub use detection::{Detection, LanguageDetector};
pub use document::{
    CreateDocumentError, DocumentBytes, DocumentCounts, DocumentFile, DocumentFileWriter,
    DocumentFiles, DocumentId, DocumentLease, DocumentOutcome, DocumentProgress, DocumentRoom,
    DocumentStatus, DocumentStore, MalformedDocumentId, ReadSeek, StoredDocument, WrappedKey,
    is_unavailable,
};
pub use dragoman_language::{Language, LanguagePair, Register, UnknownLanguage, has_registers};
pub use dragoman_text::{
    Alignment, Edit, EngineQuality, Link, ModelType, Origin, Placeholder, Segment,
    SegmentTranslation, Spelling, Term,
};
pub use error::{ErrorKind, StoreError};
pub use glossary::{
    ChangeGlossaryError, CreateGlossaryError, Dictionary, DictionaryInfo, DictionaryRevision,
    Glossary, GlossaryChange, GlossaryEntries, GlossaryEntry, GlossaryId, GlossaryPair,
    GlossaryPairError, GlossaryRoom, GlossaryStore, MalformedEntries, Replaces, glossary_languages,
};
pub use guid::MalformedId;
pub use guidance::{Abilities, Formality, Guidance};
pub use health::{Finding, HealthChecker};
pub use improvement::{
    Proofreader, ProofreadingJob, Rewriter, RewritingJob, Speller, StyleOrTone, Tone, WritingStyle,
    improvement_languages,
};
pub use key::{
    ApiKey, KeyChange, KeyDigest, KeyId, KeyKind, KeyLimits, KeySecret, MalformedKeyId, Scope,
    ScopeSet, UnknownScope, WorkOwner,
};
pub use mail::{EmailAddress, Mail, MailError, Mailer, MalformedEmailAddress};
pub use memory::{
    FinishedImport, IndexKey, JobFileWriter, JobRoom, Memory, MemoryBuilder, MemoryId, MemoryJob,
    MemoryJobId, MemoryJobStatus, MemoryJobStore, MemoryOperation, MemoryPage, MemorySegment,
    MemoryStorage, MemoryStore, MemoryTarget, MemoryUse, NewSegment, Posting, PostingList,
    SegmentFilter, SegmentPage, SegmentQuery, SegmentTimes, SourceFile, StoredSource,
    StoredTranslation,
};
pub use models::{
    KeptModel, KeptModels, ModelManager, ModelManagerError, ModelOffers, ModelSpace, OfferedModel,
    PullObserver, PullStage,
};
pub use notice::{LimitNotice, NoticeId, NoticeLevel, NoticeOutbox, NoticeOutcome};
pub use role::{Role, RoleSet, UnknownRole};
pub use room::{FreeSpace, KeptBytes, NoStorage, StorageRoom};
pub use session::{Person, Session, SessionDigest, SessionStore, SignInCode};
pub use share::is_within_share;
pub use shared_files::{SharedFile, SharedFiles};
pub use storage::{
    AccountStore, ChangeAccountError, CreateKeyError, DeletedAccount, ReserveError, SettleError,
    UsageLedger, UsageReports,
};
pub use style_list::{
    ChangeStyleListError, CreateStyleListError, CustomInstruction, CustomInstructionId, StyleList,
    StyleListChange, StyleListId, StyleListInfo, StyleListStore, StyleRule,
};
pub use translation::{EngineError, Offer, Priority, TranslationJob, Translator};
pub use usage::{
    Consumption, DayRange, KeyUsage, MalformedDay, MalformedReportingTag, Product, ReportingTag,
    Reservation, ReservationId, TagUsage, Usage, UsageOwner, UsagePeriod, day_of, parse_day,
    start_of,
};

pub use jiff::Timestamp;
pub use jiff::civil::Date;
