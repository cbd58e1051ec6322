//! Fair sharing between those for whom work is done: whose turn it is ([`FairScheduler`], [`FairQueue`]), and
//! room of which nobody gets more than a fair [share](dragoman_domain::is_within_share) ([`Room`]).
//!
//! This crate does not know who callers are nor what they wait for.

mod queue;
mod room;

pub use queue::{FairQueue, FairScheduler};
pub use room::{Closed, Permit, Refusal, Room};
