//! Apertium, a rule-based engine that needs no model: its programs run as processes beside this
//! one, joined by pipes, and stay between requests.
//!
//! A segment goes through `codec` into the stream format, through the pipelines of one or two
//! modes (`pool`, `pipeline`), and through `repair` back. `catalogue` says which modes
//! lead from which language to which. The quality is that of rules: a gist.
//!
//! Where an alignment is wanted, `relay` gives words numbers on their way (`stream`), `labels` finds
//! them again in the text and its translation, and `links` joins the two, over two modes as well.

mod catalogue;
mod codec;
mod config;
mod engine;
mod fault;
mod labels;
mod ledger;
mod links;
mod mode;
mod pipeline;
mod pool;
mod process;
mod queue;
mod relay;
mod repair;
mod report;
mod steps;
mod stream;

pub use crate::programs::Starter;
pub use config::ApertiumConfig;
pub use engine::Apertium;
pub use fault::Fault;
pub use mode::{Mode, ModeError, Stage};
pub use pipeline::Pipeline;
pub use process::StageOptions;
pub use relay::{Answer, Body, Trace};
pub use report::{ModeReport, PairReport, Report, State};
