use std::io::Read;
use std::ops::RangeInclusive;

use async_trait::async_trait;
use dragoman_language::Language;
use jiff::Timestamp;

use crate::guid::guid;
use crate::{AccountId, KeptBytes, StoreError};

guid!(
    /// Identifies a translation memory.
    MemoryId
);
guid!(
    /// Identifies the import or export of a translation memory.
    MemoryJobId
);

/// A translation memory: segments in one language with their translations into others. Its
/// content does not change once it is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Identifies the memory.
    pub id: MemoryId,
    /// Whose it is.
    pub account: AccountId,
    /// A name for people; not unique.
    pub name: String,
    /// The language of the segments, never a variant.
    pub source: Language,
    /// The languages and variants of the translations, in the order of the tags.
    pub targets: Vec<Language>,
    /// How many segments it has.
    pub segment_count: u64,
    /// When it was made.
    pub created: Timestamp,
}

/// Some of an account's memories.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryPage {
    /// The memories, oldest first.
    pub memories: Vec<Memory>,
    /// How many the account has in all.
    pub total: u64,
}

/// When something in a memory came to be, was changed and was used, as far as that is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SegmentTimes {
    /// When it was made.
    pub created: Option<Timestamp>,
    /// When it was last changed.
    pub changed: Option<Timestamp>,
    /// When it last served for a translation.
    pub last_used: Option<Timestamp>,
}

/// A segment of a memory with its translations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemorySegment {
    /// Which segment of the memory it is, from zero, in the order of the import.
    pub number: u32,
    /// The text in the memory's source language.
    pub source: String,
    /// The translations.
    pub targets: Vec<MemoryTarget>,
    /// Its times.
    pub times: SegmentTimes,
}

/// A translation of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryTarget {
    /// The language or variant.
    pub language: Language,
    /// The translation.
    pub text: String,
    /// When it last served for a translation.
    pub last_used: Option<Timestamp>,
}

/// Which segments to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentQuery {
    /// The number of the first one that may be in the answer.
    pub from: u32,
    /// The most to answer with.
    pub most: u32,
    /// Only segments with this text in the source or in a translation.
    pub filter: Option<SegmentFilter>,
}

/// A text to look for in segments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentFilter {
    /// The text.
    pub text: String,
    /// Whether capitals matter.
    pub is_case_sensitive: bool,
}

/// Some segments of a memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentPage {
    /// The segments in the order of their numbers; with a filter possibly fewer than asked for, or
    /// none, though more follow.
    pub segments: Vec<MemorySegment>,
    /// Where to go on; `None` at the end.
    pub next: Option<u32>,
}

/// A segment to put into a memory, with what it is found by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSegment {
    /// The text in the memory's source language.
    pub source: String,
    /// The translations.
    pub targets: Vec<(Language, String)>,
    /// Its times.
    pub times: SegmentTimes,
    /// The hash of the text, by which an equal one is found.
    pub hash: u32,
    /// The features that it shares with similar texts, sorted and distinct.
    pub features: Vec<u32>,
    /// The length class of the text, below 64: similar texts have close ones.
    pub length: u8,
}

/// By what segments are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IndexKey {
    /// The hash of the whole text.
    Hash(u32),
    /// A feature of the text.
    Feature(u32),
}

/// A segment in the index: its number and its length class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    /// Which segment.
    pub number: u32,
    /// Its length class.
    pub length: u8,
}

/// The segments that have a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostingList {
    /// The key.
    pub key: IndexKey,
    /// How many segments have it.
    pub count: u32,
    /// Those of the wanted lengths, in order; `None` if `count` is more than was asked for.
    pub segments: Option<Vec<Posting>>,
}

/// The text of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSource {
    /// Which segment.
    pub number: u32,
    /// The text in the memory's source language.
    pub text: String,
    /// When it was made or last changed.
    pub changed: Option<Timestamp>,
}

/// A translation of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTranslation {
    /// Which segment.
    pub number: u32,
    /// The language of the translation.
    pub language: Language,
    /// The translation.
    pub text: String,
}

/// That a translation of a memory served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MemoryUse {
    /// The memory.
    pub memory: MemoryId,
    /// The segment.
    pub number: u32,
    /// The language of the translation.
    pub language: Language,
}

/// Keeps translation memories and finds segments in them.
///
/// A memory can be seen once [`MemoryBuilder::finish`] has returned, and then whole. A builder that
/// is dropped or dies before leaves nothing that anybody can see.
#[async_trait]
pub trait MemoryStore: Send + Sync {
    /// Some of an account's memories, oldest first.
    async fn memories(
        &self,
        account: AccountId,
        offset: u64,
        most: u32,
    ) -> Result<MemoryPage, StoreError>;

    /// The account's memory with this id.
    async fn memory(&self, account: AccountId, id: MemoryId) -> Result<Option<Memory>, StoreError>;

    /// Removes the account's memory with this id, and says whether there was one.
    async fn delete_memory(&self, account: AccountId, id: MemoryId) -> Result<bool, StoreError>;

    /// Starts to put a memory together.
    async fn build_memory(&self, id: MemoryId) -> Result<Box<dyn MemoryBuilder>, StoreError>;

    /// Some segments of a memory.
    async fn segments(
        &self,
        memory: MemoryId,
        query: &SegmentQuery,
    ) -> Result<SegmentPage, StoreError>;

    /// The segments of these length classes that have these keys, a list for each key that some
    /// segment has; those of keys that more than `most` segments have are only counted.
    async fn postings(
        &self,
        memory: MemoryId,
        keys: &[IndexKey],
        lengths: RangeInclusive<u8>,
        most: u32,
    ) -> Result<Vec<PostingList>, StoreError>;

    /// The texts of those of these segments that have a translation into one of the languages.
    async fn sources(
        &self,
        memory: MemoryId,
        numbers: &[u32],
        languages: &[Language],
    ) -> Result<Vec<StoredSource>, StoreError>;

    /// The translations of these segments into the first of the languages that each of them has.
    async fn translations(
        &self,
        memory: MemoryId,
        numbers: &[u32],
        languages: &[Language],
    ) -> Result<Vec<StoredTranslation>, StoreError>;

    /// Remembers which translations served, and when.
    async fn record_uses(&self, uses: &[MemoryUse], at: Timestamp) -> Result<(), StoreError>;

    /// Removes the files of memories and jobs that are not there, as far as that can be told while others are at work.
    /// To be called now and then.
    async fn sweep(&self, now: Timestamp) -> Result<(), StoreError>;
}

/// Puts a memory together out of anybody's sight.
#[async_trait]
pub trait MemoryBuilder: Send {
    /// Adds segments at the end.
    async fn add(&mut self, segments: Vec<NewSegment>) -> Result<(), StoreError>;

    /// The bytes that were written so far.
    async fn bytes(&self) -> Result<u64, StoreError>;

    /// Completes the memory with what its segments are found by, and says how many bytes it has. Nothing can be
    /// added any more.
    async fn complete(&mut self) -> Result<u64, StoreError>;

    /// Makes the memory, [completed](Self::complete) if it is not yet, with the segments that were added, visible for good; together with it the
    /// job that made it, if there is one, becomes [`Imported`](MemoryJobStatus::Imported).
    ///
    /// `memory` says what the memory is; the number of segments and the languages of the
    /// translations are those that were added.
    async fn finish(
        self: Box<Self>,
        memory: Memory,
        job: Option<FinishedImport>,
    ) -> Result<Memory, StoreError>;
}

/// The job that is done when a memory is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinishedImport {
    /// The job.
    pub job: MemoryJobId,
    /// How often it was started, this time included: if it was started again, the memory is not made.
    pub attempts: u32,
    /// How many units of the file were left out.
    pub skipped: u64,
}

/// What a client said of the file that it is about to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The file's name.
    pub name: String,
    /// Its length in bytes.
    pub length: u64,
    /// Its media type.
    pub media_type: String,
}

/// What a job does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemoryOperation {
    /// Makes a memory from a file that is sent.
    Import {
        /// The file.
        file: SourceFile,
        /// The name of the memory.
        name: String,
    },
    /// Writes a memory into a file.
    Export {
        /// The memory.
        memory: MemoryId,
    },
}

/// How far a job is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemoryJobStatus {
    /// The file has not been sent.
    AwaitingInput,
    /// The job waits for its turn or is at work.
    Processing,
    /// The import is done.
    Imported {
        /// The memory.
        memory: MemoryId,
        /// How many units of the file were left out.
        skipped: u64,
    },
    /// The export is done, and the file can be fetched.
    Exported,
    /// The export has been fetched.
    Downloaded,
    /// The job failed for good.
    Failed {
        /// Why, and what to do, for people.
        message: String,
    },
    /// Nobody sent the file, or fetched it, in time.
    Expired,
}

/// An import or export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryJob {
    /// Identifies the job.
    pub id: MemoryJobId,
    /// Whose it is.
    pub account: AccountId,
    /// What it does.
    pub operation: MemoryOperation,
    /// How far it is.
    pub status: MemoryJobStatus,
    /// When it was made.
    pub created: Timestamp,
    /// When its status last changed.
    pub changed: Timestamp,
    /// Until when its file can be sent or fetched.
    pub expires: Timestamp,
    /// How often it was started. More than once means that a process died meanwhile.
    pub attempts: u32,
    /// The length of its file in bytes: of the one that was sent, or that was exported; 0 as long as there is none.
    pub bytes: u64,
}

/// How many jobs of an account there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobRoom {
    /// Those that are at work, and those that wait for their files: so many of each. Of imports whose files were not
    /// sent in time as many are remembered.
    pub open: u32,
    /// Those that have ended, with the imports whose files were not sent in time.
    pub ended: u32,
}

/// How many bytes are kept of memories.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MemoryStorage {
    /// Of what is in the memories.
    pub contents: KeptBytes,
    /// Of the files of jobs that are at work or can be fetched.
    pub files: KeptBytes,
}

/// Keeps the jobs of translation memories and the files that they read and write.
#[async_trait]
pub trait MemoryJobStore: Send + Sync {
    /// Keeps a new job, unless the account has too many that are at work or, for a job that waits for its file, that do
    /// so. Of those that have ended the account's oldest are forgotten where there are more than there may be.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] if there are too many.
    async fn create_job(&self, job: &MemoryJob, room: JobRoom) -> Result<(), StoreError>;

    /// The job with this id, of whatever account.
    async fn job(&self, id: MemoryJobId) -> Result<Option<MemoryJob>, StoreError>;

    /// The latest export of a memory that has not failed.
    async fn last_export(
        &self,
        account: AccountId,
        memory: MemoryId,
    ) -> Result<Option<MemoryJob>, StoreError>;

    /// Every job that awaits input, is at work or has a file to fetch.
    async fn live_jobs(&self) -> Result<Vec<MemoryJob>, StoreError>;

    /// Jobs that are [at work](MemoryJobStatus::Processing) and that no other process works on, as far as the store
    /// knows. This process may work on some of them.
    async fn abandoned_jobs(&self) -> Result<Vec<MemoryJob>, StoreError>;

    /// Keeps what has become of a job, if it has still the status and the attempts that `before` says, and says whether it
    /// had. One that is [at work](MemoryJobStatus::Processing) from now on is this process's, and was no other's.
    async fn change_job(&self, before: &MemoryJob, after: &MemoryJob) -> Result<bool, StoreError>;

    /// Forgets jobs that last changed before this time and are not [live](Self::live_jobs), and those that expired
    /// before the other one without ever having had a file.
    async fn forget_jobs(
        &self,
        before: Timestamp,
        abandoned_before: Timestamp,
    ) -> Result<(), StoreError>;

    /// How many bytes are kept of memories.
    async fn memory_storage(&self, account: AccountId) -> Result<MemoryStorage, StoreError>;

    /// Starts to write the job's file, out of sight of [`read_file`](Self::read_file).
    async fn write_file(&self, job: MemoryJobId) -> Result<Box<dyn JobFileWriter>, StoreError>;

    /// The job's file and its length in bytes; `None` if there is none.
    async fn read_file(
        &self,
        job: MemoryJobId,
    ) -> Result<Option<(Box<dyn Read + Send>, u64)>, StoreError>;

    /// Removes the job's file if there is one.
    async fn remove_file(&self, job: MemoryJobId) -> Result<(), StoreError>;
}

/// Writes a job's file. Nothing is left of one that is dropped before it is kept.
#[async_trait]
pub trait JobFileWriter: Send {
    /// Adds bytes at the end.
    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), StoreError>;

    /// Makes the file the job's, for good.
    async fn keep(self: Box<Self>) -> Result<(), StoreError>;
}
