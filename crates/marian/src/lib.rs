//! The neural engine: models of the Marian family, decoded on this machine.
//!
//! `engine` answers the port. A pair's models come from the `supply`, are found by `route`,
//! obtained by `obtaining` and loaded by `pool`. `job` makes texts of segments and puts their
//! `placeholders` back: `layout` rearranges what was written, and `aligning` says which words of
//! it stand for which of the source. `steps` takes texts through one or two models, with the
//! `cache` before them, and see to it that translations are in the wanted register (`formality`). `scheduler` puts what is
//! to be decoded into the lanes (`lanes`) of a `queue`, and each `worker` decodes many sources of it at a time. `paraphrasing` says texts in other words by translating them there and back.

mod aligning;
mod cache;
mod config;
mod engine;
mod errors;
mod formality;
mod job;
mod lanes;
mod layout;
mod obtaining;
mod paraphrasing;
mod parts;
mod placeholders;
mod pool;
mod queue;
mod report;
mod route;
mod scheduler;
mod spacing;
mod steps;
mod supply;
mod text;
mod throughput;
mod withdrawals;
mod worker;

pub use config::MarianConfig;
pub use engine::Marian;
pub use paraphrasing::Paraphraser;
pub use report::{ModelReport, ModelState, Report};
pub use supply::{FixedSupply, InstalledModel, ModelSupply, SupplyError};

/// The engine's name in metrics and logs.
const NAME: &str = "neural";
