//! What each metric says, for who reads `/metrics`.

/// Counters by name, with what they count.
const COUNTERS: [(&str, &str); 38] = [
    (
        "dragoman_connections_refused_total",
        "Connections closed before a request, by reason",
    ),
    (
        "dragoman_failed_authentications_total",
        "Requests without a valid key",
    ),
    (
        "dragoman_http_requests_total",
        "Answers, by method, route and status",
    ),
    (
        "dragoman_limit_notices_total",
        "Mails about limits of keys, by outcome",
    ),
    (
        "dragoman_document_attempts_total",
        "Attempts to translate a document, by format and outcome",
    ),
    (
        "dragoman_documents_expired_total",
        "Documents that were removed because their time was over",
    ),
    (
        "dragoman_database_requests_total",
        "Requests on whose behalf a shared database was called, by kind",
    ),
    (
        "dragoman_database_statements_total",
        "Calls of a shared database on behalf of requests, by kind: each serves all requests that waited",
    ),
    (
        "dragoman_requests_refused_total",
        "Requests refused because of too much work, by reason",
    ),
    (
        "dragoman_translated_characters_total",
        "Characters of source text that were translated and counted",
    ),
    (
        "dragoman_improved_characters_total",
        "Characters of texts that were improved and counted",
    ),
    (
        "dragoman_rewritings_refused_total",
        "Texts in other words that were not used, by what was wrong with them",
    ),
    (
        "dragoman_runaway_translations_total",
        "Sentences whose translation repeated itself without end and was cut",
    ),
    (
        "dragoman_glossary_terms_total",
        "Terms of glossaries in translated sentences, by outcome",
    ),
    (
        "dragoman_memory_matches_total",
        "Texts that a translation memory had, by kind",
    ),
    (
        "dragoman_engine_requests_total",
        "Segments sent to a mode of an engine",
    ),
    (
        "dragoman_engine_restarts_total",
        "Pipelines replaced after a fault, by engine and mode",
    ),
    (
        "dragoman_engine_failures_total",
        "Segments given up after a second fault, by engine and mode",
    ),
    (
        "dragoman_neural_encoded_segments_total",
        "Segments that were encoded",
    ),
    (
        "dragoman_neural_encoded_tokens_total",
        "Tokens that were encoded",
    ),
    (
        "dragoman_neural_encoded_batches_total",
        "Batches in which segments were encoded",
    ),
    ("dragoman_neural_steps_total", "Decoding steps"),
    (
        "dragoman_neural_rows_total",
        "Hypotheses that decoding steps extended",
    ),
    (
        "dragoman_neural_assists_total",
        "Times that an idle thread helped another one",
    ),
    (
        "dragoman_neural_busy_microseconds_total",
        "Time that all threads together spent computing, by phase",
    ),
    (
        "dragoman_neural_empty_translations_total",
        "Texts that a model wrote nothing for and that were answered unchanged",
    ),
    (
        "dragoman_neural_model_loads_total",
        "Models loaded, by outcome",
    ),
    (
        "dragoman_neural_model_evictions_total",
        "Models given up to make room for others",
    ),
    (
        "dragoman_neural_cache_requests_total",
        "Translations looked for among the recent ones, by outcome",
    ),
    (
        "dragoman_language_tool_requests_total",
        "Texts that LanguageTool was to read, by outcome",
    ),
    (
        "dragoman_language_tool_matches_total",
        "What LanguageTool found in texts, by what became of it",
    ),
    (
        "dragoman_neural_paraphrases_total",
        "Sentences translated there and back for other words, by outcome",
    ),
    (
        "dragoman_language_model_requests_total",
        "Questions to the language model, by outcome",
    ),
    (
        "dragoman_language_model_segments_total",
        "Answers of the language model for sentences: accepted, or refused by which check",
    ),
    (
        "dragoman_language_model_texts_total",
        "Answers of the language model for texts in other words: accepted, or refused by which check",
    ),
    (
        "dragoman_language_model_fallbacks_total",
        "Sentences that other engines translated instead of the language model, by reason",
    ),
    (
        "dragoman_language_model_tokens_total",
        "Tokens that the language model says it has read and written, by kind",
    ),
    (
        "process_cpu_seconds_total",
        "Total user and system CPU time spent in seconds.",
    ),
];

/// Gauges by name, with what they measure.
const GAUGES: [(&str, &str); 23] = [
    ("dragoman_build_info", "1, with the version of this program"),
    (
        "dragoman_copies",
        "Servers that share the data and answer requests, this one included",
    ),
    (
        "dragoman_copy_alive",
        "Whether this server holds its lease among those that share the data",
    ),
    (
        "dragoman_copies_configured_otherwise",
        "Servers that share the data and are configured otherwise",
    ),
    (
        "dragoman_database_clock_ahead_seconds",
        "By how much the clock of a shared database is ahead of this machine's",
    ),
    (
        "dragoman_connections_open",
        "Connections to the interface and to monitoring",
    ),
    (
        "dragoman_requests_in_progress",
        "Translations, detections and improvements in progress",
    ),
    (
        "dragoman_documents",
        "Documents that have not expired, by what has become of them",
    ),
    (
        "dragoman_document_bytes",
        "Bytes of all files that were sent as documents and are kept",
    ),
    (
        "dragoman_free_space_bytes",
        "Bytes that are free on the disk of the data folder",
    ),
    (
        "dragoman_free_space_floor_bytes",
        "Free bytes below which files are refused, and below half of it glossaries and style rules",
    ),
    ("dragoman_engine_pipelines", "Pipelines that run, by engine"),
    (
        "dragoman_engine_memory_bytes",
        "Memory of an engine's processes or models",
    ),
    (
        "dragoman_neural_queue_tokens",
        "Source tokens that wait for a thread, by priority",
    ),
    ("dragoman_neural_models", "Models in memory"),
    (
        "dragoman_neural_cache_bytes",
        "Memory of recent translations",
    ),
    (
        "process_max_fds",
        "Maximum number of open file descriptors.",
    ),
    ("process_open_fds", "Number of open file descriptors."),
    (
        "process_resident_memory_bytes",
        "Resident memory size in bytes.",
    ),
    (
        "process_start_time_seconds",
        "Start time of the process since unix epoch in seconds.",
    ),
    ("process_threads", "Number of OS threads in the process."),
    (
        "process_virtual_memory_bytes",
        "Virtual memory size in bytes.",
    ),
    (
        "process_virtual_memory_max_bytes",
        "Maximum amount of virtual memory available in bytes.",
    ),
];

/// Histograms by name, with what they measure, all in seconds.
const HISTOGRAMS: [(&str, &str); 7] = [
    (
        "dragoman_http_request_duration_seconds",
        "Time from the head of a request to its answer, by route",
    ),
    (
        "dragoman_document_seconds",
        "Time of an attempt to translate a document, by format",
    ),
    (
        "dragoman_engine_segment_seconds",
        "Time to translate a sentence, by engine",
    ),
    (
        "dragoman_neural_queue_wait_seconds",
        "Time that a sentence waited for a thread, by priority",
    ),
    ("dragoman_neural_model_load_seconds", "Time to load a model"),
    (
        "dragoman_language_model_seconds",
        "Time from a question to the language model to its answer",
    ),
    (
        "dragoman_language_tool_seconds",
        "Time from a text for LanguageTool to its answer",
    ),
];

/// Gives every metric its description.
pub(super) fn describe() {
    for (name, description) in COUNTERS {
        metrics::describe_counter!(name, description);
    }
    for (name, description) in GAUGES {
        metrics::describe_gauge!(name, description);
    }
    for (name, description) in HISTOGRAMS {
        metrics::describe_histogram!(name, description);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    /// The names of metrics that stand between two of these signs, with or without labels.
    fn names(text: &str, sign: char) -> BTreeSet<String> {
        text.split(sign)
            .filter_map(|between| between.split('{').next())
            .filter(|name| name.starts_with("dragoman_") || name.starts_with("process_"))
            .filter(|name| {
                let mut bytes = name.bytes();
                bytes.all(|byte| byte.is_ascii_lowercase() || byte == b'_')
            })
            .map(str::to_owned)
            .collect()
    }

    /// What is in the sources below a folder, but not in this file.
    fn sources(folder: &Path, text: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, text);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !path.ends_with("monitoring/descriptions.rs")
            {
                *text += &fs::read_to_string(path).unwrap();
            }
        }
    }

    #[test]
    fn every_metric_that_there_is_has_a_description_and_a_line_in_the_manual() {
        let mut text = String::new();
        for krate in fs::read_dir(root().join("crates")).unwrap() {
            let folder = krate.unwrap().path().join("src");
            sources(&folder, &mut text);
        }
        let recorded = names(&text, '"');
        let lists = [&COUNTERS[..], &GAUGES, &HISTOGRAMS];
        let described: BTreeSet<String> = lists
            .into_iter()
            .flatten()
            .map(|(name, _)| (*name).to_owned())
            .collect();
        assert_eq!(described, recorded);
        let manual = fs::read_to_string(root().join("docs/operations.md")).unwrap();
        let (_, table) = manual.split_once("| metric | meaning |").unwrap();
        let (table, _) = table.split_once("\n\n").unwrap();
        assert_eq!(names(table, '`'), recorded);
    }
}
