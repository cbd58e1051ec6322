//! Tools for assistants that speak the Model Context Protocol (<https://modelcontextprotocol.io>).
//!
//! Each tool asks the contract's interface, as any client does, wherever that is: with the same keys, limits, counts and
//! messages. This crate knows its paths and fields, and not how it is reached.

mod answer;
mod assistant;
mod document;
mod files;
mod interface;
mod texts;
mod uploads;

pub use assistant::{Assistant, HttpService, LARGEST_MESSAGE, StdioError, over_http, over_stdio};
pub use interface::{Interface, InterfaceRequest, InterfaceResponse, Unreachable};
