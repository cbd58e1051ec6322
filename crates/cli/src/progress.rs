//! How a download goes, for a person to see.

use std::fmt::Display as Text;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use dragoman_catalog::{Event, Progress};
use indicatif::{ProgressBar, ProgressStyle};

/// Shows how a download goes: a bar on a terminal, a line for each file otherwise.
pub(crate) struct Display {
    is_terminal: bool,
    current: Mutex<Option<Current>>,
}

struct Current {
    file: String,
    bar: ProgressBar,
}

impl Display {
    pub(crate) fn new() -> Self {
        Self {
            is_terminal: io::stderr().is_terminal(),
            current: Mutex::new(None),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(current) = self.lock().take() {
            current.bar.finish_and_clear();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Current>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn received(&self, file: &str, received: u64, total: Option<u64>) {
        let mut current = self.lock();
        if current.as_ref().is_none_or(|current| current.file != file) {
            if let Some(last) = current.take() {
                last.bar.finish_and_clear();
            }
            if !self.is_terminal {
                let size =
                    total.map_or_else(String::new, |total| format!(", {}", megabytes(total)));
                tell(format_args!("Downloading {file}{size}"));
            }
            *current = Some(Current {
                file: file.to_owned(),
                bar: if self.is_terminal {
                    bar(file)
                } else {
                    ProgressBar::hidden()
                },
            });
        }
        if let Some(current) = current.as_ref() {
            if let Some(total) = total {
                current.bar.set_length(total);
            }
            current.bar.set_position(received);
        }
    }
}

impl Progress for Display {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::Received {
                file,
                received,
                total,
            } => self.received(file, received, total),
            Event::Retry {
                file,
                attempt,
                error,
            } => {
                self.finish();
                tell(format_args!(
                    "{file}, attempt {attempt}: {error}; trying again"
                ));
            }
            Event::Restart => {
                self.finish();
                tell("What was downloaded earlier does not fit; beginning anew");
            }
            Event::Checking => {
                self.finish();
                tell("Checking");
            }
        }
    }
}

fn bar(file: &str) -> ProgressBar {
    let bar = ProgressBar::no_length();
    let template = "{msg}  {wide_bar}  {bytes}/{total_bytes}  {bytes_per_sec}  {eta}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(file.to_owned());
    bar
}

/// A line for people on standard error, beside the results on standard output.
pub(crate) fn tell(line: impl Text) {
    // Nobody may be reading; that is no failure.
    let _ = writeln!(io::stderr(), "{line}");
}

/// A size as people read it.
pub(crate) fn megabytes(bytes: u64) -> String {
    format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000)
}
