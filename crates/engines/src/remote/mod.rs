//! What all engines on other servers need, whatever is asked there: exchanges over HTTP that nothing can make endless,
//! turns for callers, and leaving a server alone for a while that cannot be used.

mod exchange;
mod gate;
mod health;
mod slots;

pub(crate) use exchange::{AddressError, ExchangeError, Late, address, client, exchange, limit};
pub(crate) use gate::{Gate, Outage};
