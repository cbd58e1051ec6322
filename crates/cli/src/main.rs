//! The program `dragoman`: reads the configuration and the environment, wires the crates together
//! and runs one command.
//!
//! Exit codes: 0 is success, 1 a failure, 2 a wrong command line or configuration.

mod address;
mod arguments;
mod backup;
mod commands;
mod compat_options;
mod configuration;
mod configuration_error;
mod data_folder;
mod data_options;
mod document_options;
mod engine;
mod filters;
mod improvement;
mod language_model;
mod language_tool;
mod logging;
mod mail;
mod migration;
mod model_library;
mod model_manager;
mod panics;
mod progress;
mod sandbox;
mod secret_option;
mod server_options;
mod signals;
mod storage;
mod system;
mod web_options;

use std::process::ExitCode;

use tikv_jemallocator::Jemalloc;

use configuration_error::ConfigurationError;

/// Of the allocators that were measured, the one with which the server takes least and gives most back
/// (docs/performance.md).
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

fn main() -> ExitCode {
    // Before anything else: a launcher has one thread and nothing open.
    if let Some(code) = sandbox::launch() {
        return code;
    }
    panics::report_places();
    if let Some(code) = filters::read_document() {
        return code;
    }
    // A wrong command line ends here with exit code 2.
    let arguments = arguments::parse();
    match commands::run(arguments) {
        Ok(code) => code,
        Err(error) => {
            commands::complain(&error);
            if error.is::<ConfigurationError>() {
                ExitCode::from(2)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}
