//! The program as its users see it: the real binary, with real Apertium, from the outside.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod account_deletion;
mod accounts;
mod architecture;
mod backups;
// The server that the engine is tested with.
#[path = "../../../engines/tests/language_model/chat_server.rs"]
#[allow(dead_code, reason = "these tests need a part of it")]
mod chat_server;
mod commands;
mod configuration;
mod crashes;
mod documents;
mod documents_pages;
mod documents_server;
mod failed_documents;
mod first_minute;
mod hostile_pdf;
mod improve;
mod keys;
mod language_model;
mod language_tool;
mod limits;
mod logs;
mod mail;
mod make_run;
mod manual;
mod memories;
mod migrate;
mod missing_engine;
mod models;
mod neural;
mod plans;
// The OpenID provider that the protocol is tested with.
#[path = "../../../oidc/tests/oidc/provider.rs"]
#[allow(dead_code, reason = "these tests need a part of it")]
mod provider;
mod sandbox;
mod secrets;
// How both serve.
#[path = "../../../engines/tests/serving/mod.rs"]
#[allow(dead_code, reason = "these tests need a part of it")]
mod serving;
mod shortlists;
mod sign_in;
mod sign_in_codes;
mod signals;
mod start;
mod support;
mod terms_pages;
// The server that the proofreader is tested with.
#[path = "../../../engines/tests/language_tool/tool_server.rs"]
#[allow(dead_code, reason = "these tests need a part of it")]
mod tool_server;
mod usage;
