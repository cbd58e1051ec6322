//! What commands print, so that it cannot confuse a terminal.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use dragoman_domain::Timestamp;
use dragoman_service::is_unseen;
use serde::Serialize;

/// Prints a line to standard output. A reader that has gone is no failure.
pub(super) fn say(line: impl Display) -> Result<ExitCode> {
    print(format_args!("{line}\n"))
}

/// Prints to standard output as it is. A reader that has gone is no failure.
pub(super) fn print(text: impl Display) -> Result<ExitCode> {
    let mut output = io::stdout().lock();
    match write!(output, "{text}").and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("standard output cannot be written")
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Prints why the command failed to standard error.
pub(crate) fn complain(error: &anyhow::Error) {
    // Where even standard error is closed, the exit code has to do.
    let message = format!("{error:#}");
    let lines: Vec<String> = message.lines().map(printable).collect();
    let _ = writeln!(io::stderr(), "dragoman: {}", lines.join("\n"));
}

/// Prints JSON in which control characters are escaped, those that JSON leaves to the writer too.
pub(super) fn say_json(value: &impl Serialize) -> Result<ExitCode> {
    let mut escaped = String::new();
    for character in serde_json::to_string_pretty(value)?.chars() {
        // Line feeds within strings are escaped already.
        if is_unseen(character) && character != '\n' {
            escaped.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            escaped.push(character);
        }
    }
    say(escaped)
}

/// Text from outside without what could confuse a terminal or its reader.
pub(super) fn printable(text: &str) -> String {
    text.replace(is_unseen, "?")
}

/// A table with aligned columns, in which nothing can confuse a terminal.
pub(super) fn table<R: AsRef<[String]>>(rows: &[R]) -> String {
    let printable = |row: &R| row.as_ref().iter().map(|cell| printable(cell)).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(printable).collect();
    let columns = rows.iter().map(Vec::len).max();
    let mut widths = vec![0; columns.unwrap_or_default()];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let lines: Vec<String> = rows
        .iter()
        .map(|row| {
            let cells: Vec<String> = row
                .iter()
                .zip(&widths)
                .map(|(cell, &width)| format!("{cell:width$}"))
                .collect();
            cells.join("  ").trim_end().to_owned()
        })
        .collect();
    lines.join("\n")
}

/// A time in UTC, always with milliseconds, so that columns and programs find one width.
pub(super) fn time(time: Timestamp) -> String {
    format!("{time:.3}")
}

/// A limit as people read it.
pub(super) fn limit(limit: Option<u64>) -> String {
    limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_not_in_a_table() {
        let cell = "a\u{1b}[2Jb\u{9b}31mc\nd\u{202e}e".to_owned();
        assert_eq!(table(&[[cell]]), "a?[2Jb?31mc?d?e");
        assert_eq!(table(&[["Zoë 👩‍🔧 שלום".to_owned()]]), "Zoë 👩‍🔧 שלום");
    }
}
