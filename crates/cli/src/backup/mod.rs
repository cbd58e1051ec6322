//! Backups: what a data folder holds, copied as it was at one moment, and put back.
//!
//! A backup is a folder with the same layout as a data folder and a list of its files, which is written last: without
//! it a backup is not complete.

mod files;
mod list;
mod restore;
mod take;

pub(crate) use restore::{Restored, restore};
pub(crate) use take::{Taken, take};
