//! Documents on real files and a real database: from the upload to the download, and what is left after
//! failures.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod broken_off;
mod counting;
mod counts;
mod crashes;
mod engine;
mod life;
mod limits;
mod lost;
mod mortal;
mod room;
#[path = "../support/space.rs"]
mod space;
mod stage;
mod unfetched;
mod watched;
mod work;
