use std::thread;
use std::time::Duration;

use super::lanes::Policy;

/// What a hypothesis takes of a thread's capacity if its model has a shortlist; otherwise it takes 1.
pub(super) const LOAD_OF_ROW: usize = 4;

/// What the neural engine may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarianConfig {
    /// Threads that translate; at least one.
    pub threads: usize,
    /// What all loaded models together may take, in bytes: their packed weights and their mapped
    /// files.
    pub memory_budget_bytes: u64,
    /// What the cache of recent translations may take, in bytes; zero turns it off.
    pub cache_bytes: usize,
    /// Source tokens of interactive work that may wait before further jobs are refused.
    pub interactive_queue_tokens: u32,
    /// Source tokens of bulk work that may wait before further jobs are refused.
    pub bulk_queue_tokens: u32,
    /// Percent of the work that is bulk work's if there is work of both kinds; below 100.
    pub bulk_share_percent: u8,
    /// Source tokens that a thread encodes together.
    pub group_tokens: usize,
    /// Hypotheses that a thread extends together, of a model with a shortlist; several times as
    /// many of one without.
    pub rows: usize,
    /// Models that a thread uses by turns.
    pub models_per_thread: usize,
    /// How long a segment waits at most for those of models that the threads use already.
    pub patience: Duration,
    /// How long a job waits for memory to load its model into; the loading itself is not counted.
    pub room_timeout: Duration,
    /// How long a job waits for a model that is being obtained.
    pub obtain_timeout: Duration,
    /// For how long a pair is withdrawn when its model turns out to be broken or cannot be
    /// obtained; twice as long after each further failure.
    pub withdrawal: Duration,
    /// The longest that a pair is withdrawn for.
    pub longest_withdrawal: Duration,
}

impl Default for MarianConfig {
    fn default() -> Self {
        Self {
            threads: thread::available_parallelism().map_or(1, std::num::NonZero::get),
            memory_budget_bytes: 2 << 30,
            cache_bytes: 32 << 20,
            interactive_queue_tokens: 50_000,
            bulk_queue_tokens: 200_000,
            bulk_share_percent: 20,
            group_tokens: 192,
            rows: 16,
            models_per_thread: 4,
            patience: Duration::from_millis(100),
            room_timeout: Duration::from_secs(10),
            obtain_timeout: Duration::from_secs(20),
            withdrawal: Duration::from_secs(30),
            longest_withdrawal: Duration::from_secs(3_600),
        }
    }
}

impl MarianConfig {
    /// How work is shared out under this configuration.
    pub(super) fn policy(&self) -> Policy {
        let load = self.rows.max(1) * LOAD_OF_ROW;
        Policy {
            group_tokens: self.group_tokens.max(1),
            load,
            refill_below: load.div_ceil(2),
            extra_load: load.div_ceil(2),
            bulk_share: usize::from(self.bulk_share_percent.min(99)),
            models: self.models_per_thread.max(1),
            patience: self.patience,
        }
    }
}
