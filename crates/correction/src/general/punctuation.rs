//! Marks that stand twice.

use dragoman_text::Edit;

use super::sheet::Sheet;

/// Takes out marks that say again what another says: a second comma or semicolon, a full stop behind a comma or a
/// mark that ends a sentence, a second full stop at the end of a sentence.
pub(super) fn edits(sheet: &Sheet<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut done = 0;
    for (at, mark) in sheet.text.char_indices() {
        if at < done || !matches!(mark, ',' | ';' | '.' | '!' | '?') {
            continue;
        }
        let run = run(sheet.text, at);
        done = run.end;
        if !sheet.is_free(&run) || !sheet.before(at).is_some_and(ends_word) {
            continue;
        }
        let marks = sheet.text.get(run.clone()).unwrap_or_default();
        if let Some(mark) = instead(sheet, at, marks, run.end) {
            edits.push(Edit {
                range: run,
                text: mark.to_string(),
            });
        }
    }
    edits
}

/// The marks from a place on, with the spaces between them.
fn run(text: &str, at: usize) -> std::ops::Range<usize> {
    let mut end = at;
    for (offset, c) in text.get(at..).unwrap_or_default().char_indices() {
        match c {
            ',' | ';' | '.' | '!' | '?' => end = at + offset + c.len_utf8(),
            ' ' => {}
            _ => break,
        }
    }
    at..end
}

fn ends_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ')' | '»' | '”' | '"' | ' ' | '\u{a0}' | '\u{202f}')
}

/// The one mark that should stand there instead of several.
fn instead(sheet: &Sheet<'_>, at: usize, marks: &str, end: usize) -> Option<char> {
    let behind = sheet.text.get(end..)?;
    let mut rest = behind.chars();
    let next = rest.next();
    let ends_here = next.is_none_or(char::is_whitespace);
    let ends_sentence = behind.trim_start().is_empty()
        || behind.starts_with('\n')
        || (ends_here && behind.trim_start().starts_with(char::is_uppercase));
    let follows_word = sheet.before(at).is_some_and(|c| !c.is_whitespace());
    let tight: String = marks.chars().filter(|c| *c != ' ').collect();
    match tight.as_str() {
        // In ", ,,Hallo''" the later ones open a quotation.
        ",," | ",,," if ends_here && follows_word => Some(','),
        ";;" if ends_here && follows_word => Some(';'),
        ".." if marks == ".." && ends_sentence && follows_word => Some('.'),
        ",." if ends_sentence && follows_word => Some('.'),
        "?." | "!." if marks.len() == 2 && ends_sentence && !sheet.is_name_with_mark(at) => {
            marks.chars().next()
        }
        _ => None,
    }
}
