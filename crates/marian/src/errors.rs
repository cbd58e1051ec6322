//! What faults of the pool and of the scheduler are to a caller, and what an operator can do about them.

use std::time::Duration;

use dragoman_domain::{EngineError, LanguagePair};

use super::pool::PoolError;
use super::queue::Fault;

/// After how long it is worth asking again when memory is full or a deadline was missed.
pub(super) const RETRY_SOON: Duration = Duration::from_secs(5);

/// What an operator can do about models that are missing or that the pool could not load, as
/// sentences.
pub(super) fn remedy_for(missing: &[String], faults: &[(PoolError, &str)]) -> Option<String> {
    let mut sentences = Vec::new();
    if !missing.is_empty() {
        sentences.push(format!(
            "Run \"dragoman models pull {}\", or \"dragoman models import\" on a machine without \
             a network.",
            missing.join(" ")
        ));
    }
    let mut broken = Vec::new();
    let mut largest = None;
    for (error, model) in faults {
        match error {
            PoolError::Broken { .. } => broken.push(*model),
            PoolError::TooLarge { needed, .. } => largest = largest.max(Some(*needed)),
            PoolError::NoRoom => {}
        }
    }
    if !broken.is_empty() {
        sentences.push(format!(
            "Repair the model {}: \"dragoman doctor\" says what is wrong with it.",
            broken.join(" and ")
        ));
    }
    if let Some(needed) = largest {
        sentences.push(format!(
            "Raise engines.neural.memory_budget_megabytes to {} or more.",
            needed.div_ceil(1_000_000)
        ));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// What an operator can try as long as nobody knows which models there are.
pub(super) fn remedy_for_unknown(pair: LanguagePair) -> String {
    format!(
        "\"dragoman models pull {}-{}\" fetches a neural model if there is one; on a machine \
         without a network, \"dragoman models import\" installs one from a folder or a bundle.",
        pair.source, pair.target
    )
}

/// What a fault of the pool is to a caller.
pub(super) fn pool_error(pair: LanguagePair, error: PoolError, model: &str) -> EngineError {
    match error {
        PoolError::Broken { .. } | PoolError::TooLarge { .. } => EngineError::UnsupportedPair {
            pair,
            remedy: remedy_for(&[], &[(error, model)]),
        },
        PoolError::NoRoom => EngineError::Overloaded {
            reason: error.to_string(),
            retry_after: RETRY_SOON,
        },
    }
}

/// What a fault of the scheduler is to a caller.
pub(super) fn fault_error(fault: Fault) -> EngineError {
    match fault {
        Fault::Full { retry_after } | Fault::Share { retry_after } => EngineError::Overloaded {
            reason: fault.to_string(),
            retry_after,
        },
        Fault::Failed | Fault::ShuttingDown => EngineError::Unavailable {
            reason: fault.to_string(),
        },
    }
}
