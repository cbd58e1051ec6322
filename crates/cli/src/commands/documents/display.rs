//! How the translation of documents goes, for a person to see.

use std::io::{self, IsTerminal};
use std::path::Path;

use dragoman_domain::DocumentProgress;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::commands::output::printable;
use crate::progress::tell;

/// A bar for each document that is being translated, on a terminal; a line for each as it begins otherwise.
pub(super) struct Display {
    bars: Option<MultiProgress>,
}

/// A document that is being translated. Dropped, it is shown no more.
pub(super) struct Bar(ProgressBar);

impl Display {
    pub(super) fn new() -> Self {
        Self {
            bars: io::stderr().is_terminal().then(MultiProgress::new),
        }
    }

    /// Begins with a document.
    pub(super) fn begin(&self, file: &Path) -> Bar {
        let Some(bars) = &self.bars else {
            tell(format_args!("Translating {}", name_of(file)));
            return Bar(ProgressBar::hidden());
        };
        let bar = ProgressBar::no_length();
        if let Ok(style) = ProgressStyle::with_template("{msg}  {wide_bar}  {percent}%  {eta}") {
            bar.set_style(style);
        }
        bar.set_message(name_of(file));
        Bar(bars.add(bar))
    }

    /// Prints something while no bar is in its way.
    pub(super) fn show<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bars {
            Some(bars) => bars.suspend(print),
            None => print(),
        }
    }
}

impl Bar {
    pub(super) fn set(&self, progress: DocumentProgress) {
        self.0.set_length(progress.total);
        // Until then a model may be fetched, which has a bar of its own.
        if progress.translated > 0 {
            self.0.set_position(progress.translated);
        }
    }

    pub(super) fn finish(self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The name of a file for people.
fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    printable(&name.to_string_lossy())
}
