//! The columns that are read, each by its name. A later version may add others while this one runs, and the database
//! refuses a prepared statement whose row is another than before.

/// Of a key, for `to_key`.
macro_rules! key_columns {
    () => {
        "keys.id, keys.account, keys.kind, keys.label, keys.mask, keys.scopes, keys.character_limit,
         keys.speech_limit, keys.created, keys.expires, keys.deactivated"
    };
}
pub(super) use key_columns;

/// Of a document, for `to_document`.
macro_rules! document_columns {
    () => {
        "documents.id, documents.account, documents.key, documents.digest, documents.wrapped_key,
         documents.request, documents.bytes, documents.outcome, documents.billed, documents.message,
         documents.lease_start, documents.lease_end, documents.translated, documents.to_translate,
         documents.characters, documents.attempts, documents.warnings, documents.created,
         documents.expires"
    };
}
pub(super) use document_columns;

/// Of an import or export, for `to_job`.
macro_rules! job_columns {
    () => {
        "memory_jobs.id, memory_jobs.account, memory_jobs.operation, memory_jobs.status,
         memory_jobs.created, memory_jobs.changed, memory_jobs.expires, memory_jobs.attempts,
         memory_jobs.bytes, memory_jobs.memory, memory_jobs.name, memory_jobs.file_name,
         memory_jobs.file_length, memory_jobs.media_type, memory_jobs.skipped, memory_jobs.message"
    };
}
pub(super) use job_columns;

/// Of a memory, for `to_memory`.
macro_rules! memory_columns {
    () => {
        "memories.id, memories.account, memories.name, memories.source, memories.targets,
         memories.segments, memories.created"
    };
}
pub(super) use memory_columns;
