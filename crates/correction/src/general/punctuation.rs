//! Repeated punctuation marks.

use dragoman_text::Edit;

use super::annotated_text::AnnotatedText;

/// Removes redundant punctuation marks: a second comma or semicolon, a full stop after a comma or after a mark that
/// ends a sentence, and a second full stop at the end of a sentence.
pub(super) fn edits(annotated: &AnnotatedText<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut done = 0;
    for (at, mark) in annotated.text.char_indices() {
        if at < done || !matches!(mark, ',' | ';' | '.' | '!' | '?') {
            continue;
        }
        let run = run(annotated.text, at);
        done = run.end;
        if !annotated.is_editable(&run) || !annotated.before(at).is_some_and(ends_word) {
            continue;
        }
        let marks = annotated.text.get(run.clone()).unwrap_or_default();
        if let Some(mark) = replacement(annotated, at, marks, run.end) {
            edits.push(Edit {
                range: run,
                text: mark.to_string(),
            });
        }
    }
    edits
}

/// The range of the punctuation marks from a position on, including the spaces between them.
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

/// The single punctuation mark that replaces several.
fn replacement(annotated: &AnnotatedText<'_>, at: usize, marks: &str, end: usize) -> Option<char> {
    let after = annotated.text.get(end..)?;
    let mut rest = after.chars();
    let next = rest.next();
    let ends_here = next.is_none_or(char::is_whitespace);
    let ends_sentence = after.trim_start().is_empty()
        || after.starts_with('\n')
        || (ends_here && after.trim_start().starts_with(char::is_uppercase));
    let follows_word = annotated.before(at).is_some_and(|c| !c.is_whitespace());
    let tight: String = marks.chars().filter(|c| *c != ' ').collect();
    match tight.as_str() {
        // In ", ,,Hallo''" the second and third comma are an opening quotation mark.
        ",," | ",,," if ends_here && follows_word => Some(','),
        ";;" if ends_here && follows_word => Some(';'),
        ".." if marks == ".." && ends_sentence && follows_word => Some('.'),
        ",." if ends_sentence && follows_word => Some('.'),
        "?." | "!." if marks.len() == 2 && ends_sentence && !annotated.is_name_with_mark(at) => {
            marks.chars().next()
        }
        _ => None,
    }
}
