//! Capital letters and final punctuation as in the source.

use std::ops::Range;

use crate::{Segment, SegmentTranslation};

/// Gives a translation the capital or small first letter and the final marks that its segment has. Placeholders stay as
/// they are.
///
/// The first letter is left alone if a number or placeholder comes before it on either side, if a script
/// has no capitals, or if the word that would lose its capital is the English `I` or written in
/// capitals throughout its beginning, as names of organisations are.
///
/// Marks are written as the script of the translation writes them: `。` in Chinese, `؟` in Arabic.
/// Thai gets no full stop. A full stop is not taken from an abbreviation with another one inside
/// (`z.B.`). White space at the end stays as it is.
pub fn preserve_formatting(segment: &Segment, translation: &mut SegmentTranslation) {
    translation.find_placeholders(segment);
    let source = Fixed::new(segment.text(), segment.placeholders().to_vec());
    for format in [with_initial_case, with_final_marks] {
        let copies = translation.placeholders(segment);
        let fixed = copies.iter().map(|copy| copy.range.clone()).collect();
        let formatted = format(&source, &Fixed::new(translation.text(), fixed));
        if let Some(formatted) = formatted {
            translation.rewrite(&formatted);
        }
    }
}

/// A text with the stretches of it that stay as they are, in order.
struct Fixed<'text> {
    text: &'text str,
    ranges: Vec<Range<usize>>,
}

impl<'text> Fixed<'text> {
    const fn new(text: &'text str, ranges: Vec<Range<usize>>) -> Self {
        Self { text, ranges }
    }

    /// Where the last of them ends.
    fn end(&self) -> usize {
        self.ranges.last().map_or(0, |last| last.end)
    }

    /// The position of the first letter, if only punctuation and white space come before it.
    fn first_letter(&self) -> Option<(usize, char)> {
        let mut characters = self.text.char_indices();
        let (position, letter) = characters
            .find(|(_, character)| character.is_alphanumeric() || "{%$#:&".contains(*character))?;
        let is_fixed = || self.ranges.iter().any(|range| range.contains(&position));
        (letter.is_alphabetic() && !is_fixed()).then_some((position, letter))
    }
}

/// The translation with the capitalisation of the first letter that the source has; nothing if it has it.
fn with_initial_case(source: &Fixed<'_>, translation: &Fixed<'_>) -> Option<String> {
    let (_, model) = source.first_letter()?;
    let (position, letter) = translation.first_letter()?;
    let head = translation.text.get(..position)?;
    let tail = translation.text.get(position + letter.len_utf8()..)?;
    if model.is_uppercase() && letter.is_lowercase() {
        return Some(format!("{head}{}{tail}", letter.to_uppercase()));
    }
    let next = tail.chars().next();
    let is_pronoun = letter == 'I' && next.is_none_or(|next| !next.is_alphanumeric());
    let is_acronym = next.is_some_and(|next| next.is_uppercase() || next.is_numeric());
    let loses = model.is_lowercase() && letter.is_uppercase() && !is_pronoun && !is_acronym;
    loses.then(|| format!("{head}{}{tail}", letter.to_lowercase()))
}

/// The run of marks that ends the text, without the quotes and brackets that close after it.
struct Ending {
    marks: Range<usize>,
    /// Whether quotes or brackets stand after the marks.
    closed: bool,
}

fn is_final_mark(character: char) -> bool {
    ascii_mark(character).is_some() || matches!(character, ';' | '\u{37e}')
}

/// The mark in Latin script that has the same meaning.
fn ascii_mark(character: char) -> Option<char> {
    Some(match character {
        '.' | '。' | '．' | '｡' | '।' | '۔' | '։' | '።' | '။' => '.',
        '!' | '！' => '!',
        '?' | '？' | '؟' => '?',
        ':' | '：' => ':',
        ',' | '，' | '、' | '،' => ',',
        '…' => '…',
        _ => return None,
    })
}

fn ending(text: &str) -> Ending {
    let visible = text.trim_end();
    let is_closing = |character: char| {
        matches!(
            character,
            '"' | '\''
                | ')'
                | ']'
                | '»'
                | '«'
                | '”'
                | '“'
                | '’'
                | '›'
                | '」'
                | '』'
                | '）'
                | '】'
                | '》'
        )
    };
    let inner = visible.trim_end_matches(|character| {
        is_closing(character) || character == '\u{a0}' || character == '\u{202f}'
    });
    let has_inner_marks = inner.ends_with(is_final_mark);
    let end = if has_inner_marks {
        inner.len()
    } else {
        visible.len()
    };
    let marked = text.get(..end).unwrap_or_default();
    let start = marked.trim_end_matches(is_final_mark).len();
    Ending {
        marks: start..end,
        closed: has_inner_marks && inner.len() < visible.len(),
    }
}

/// The marks in Latin script, with an ellipsis as one character.
fn normal(marks: &str, question: Option<char>) -> String {
    marks
        .chars()
        .filter_map(|mark| match mark {
            ';' | '\u{37e}' if question == Some(mark) || mark == '\u{37e}' => Some('?'),
            ';' => Some(';'),
            mark => ascii_mark(mark),
        })
        .collect::<String>()
        .replace("...", "…")
        .replace("……", "…")
}

/// The last letter outside the final marks decides on the script.
fn last_letter(text: &str) -> Option<char> {
    text.chars()
        .rev()
        .find(|character| character.is_alphabetic())
}

fn is_greek(letter: Option<char>) -> bool {
    letter.is_some_and(|letter| matches!(letter, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}'))
}

fn greek_question(text: &str) -> Option<char> {
    is_greek(last_letter(text)).then_some(';')
}

/// Marks of Latin script as the script of the letter writes them.
fn in_script(marks: &str, letter: Option<char>) -> String {
    let is_cjk = letter.is_some_and(|letter| matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}'));
    let is_arabic = letter
        .is_some_and(|letter| matches!(letter, '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}'));
    let is_devanagari = letter.is_some_and(|letter| matches!(letter, '\u{900}'..='\u{9ff}'));
    let is_thai = letter.is_some_and(|letter| matches!(letter, '\u{e00}'..='\u{e7f}'));
    let mut written = String::new();
    for mark in marks.chars() {
        match mark {
            '.' if is_thai => {}
            '.' if is_cjk => written.push('。'),
            '!' if is_cjk => written.push('！'),
            '?' if is_cjk => written.push('？'),
            ':' if is_cjk => written.push('：'),
            ',' if is_cjk => written.push('，'),
            '…' if is_cjk => written.push_str("……"),
            '?' if is_arabic => written.push('؟'),
            ',' if is_arabic => written.push('،'),
            '.' if is_devanagari => written.push('।'),
            '?' if is_greek(letter) => written.push(';'),
            mark => written.push(mark),
        }
    }
    written
}

/// The translation with the punctuation at the end that the source has; nothing if it has it.
fn with_final_marks(source: &Fixed<'_>, translation: &Fixed<'_>) -> Option<String> {
    let fixed_end = translation.end();
    let (source, translation) = (source.text, translation.text);
    // A text without letters has nothing to say about how to end one.
    last_letter(source)?;
    let letter = last_letter(translation)?;
    let (wanted, found) = (ending(source), ending(translation));
    let wanted_marks = normal(source.get(wanted.marks)?, greek_question(source));
    let found_marks = normal(
        translation.get(found.marks.clone())?,
        greek_question(translation),
    );
    let is_fixed = fixed_end > found.marks.start && !found.marks.is_empty();
    let rest = translation.get(..found.marks.start)?;
    let after = translation.get(found.marks.end..)?;
    let is_abbreviation = wanted_marks.is_empty()
        && found_marks == "."
        && rest
            .split_whitespace()
            .next_back()
            .is_some_and(|word| word.contains('.'));
    if wanted_marks == found_marks || is_fixed || is_abbreviation {
        return None;
    }
    if wanted_marks.is_empty() {
        // French parts some marks from the word by a space, which goes with them.
        let (fixed, free) = rest.split_at_checked(fixed_end)?;
        let bare = free.trim_end_matches(|last: char| is_final_mark(last) || last.is_whitespace());
        return Some(format!("{fixed}{bare}{after}"));
    }
    let marks = in_script(&wanted_marks, Some(letter));
    if !found_marks.is_empty() {
        return Some(format!("{rest}{marks}{after}"));
    }
    let visible = translation.trim_end();
    let margin = translation.get(visible.len()..)?;
    let closing = visible
        .chars()
        .next_back()
        .filter(|last| wanted.closed && "\"')]»”“’」』）".contains(*last));
    Some(match closing {
        Some(closing) => {
            let quoted = visible.strip_suffix(closing)?;
            format!("{quoted}{marks}{closing}{margin}")
        }
        None => format!("{visible}{marks}{margin}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find_placeholders;

    fn preserve_formatting(source: &str, translation: &str) -> String {
        let segment = Segment::new(source, find_placeholders(source));
        let mut translation = SegmentTranslation::from(translation.to_owned());
        super::preserve_formatting(&segment, &mut translation);
        translation.into_text()
    }

    #[test]
    fn what_stays_as_it_is_is_not_formatted() {
        for (source, kept, translation, expected) in [
            ("The foo is here", 4..7, "foo ist hier", "foo ist hier"),
            ("foo is here", 0..3, "Hier ist foo", "Hier ist foo"),
            ("Press stop! now", 6..11, "Jetzt stop!", "Jetzt stop!"),
            ("Press Go? now", 6..9, "Jetzt Go? .", "Jetzt Go?"),
            ("Here is x.", 8..9, "Hier ist x", "Hier ist x."),
        ] {
            let segment = Segment::new(source, vec![kept]);
            let mut translation = SegmentTranslation::from(translation.to_owned());
            super::preserve_formatting(&segment, &mut translation);
            assert_eq!(translation.text(), expected, "{source}");
        }
    }

    #[test]
    fn the_first_letter_and_the_last_marks_are_those_of_the_source() {
        for (source, translation, expected) in [
            ("hello world", "Hallo Welt.", "hallo Welt"),
            ("Hello world.", "hallo Welt", "Hallo Welt."),
            ("Hello world!", "Hallo Welt.", "Hallo Welt!"),
            ("Hello, world", "Hallo, Welt", "Hallo, Welt"),
            ("Really?!", "Wirklich?", "Wirklich?!"),
            ("Wait...", "Warte…", "Warte…"),
            ("Wait…", "Warte.", "Warte…"),
            ("Settings:", "Einstellungen", "Einstellungen:"),
            ("\"Go.\"", "\"geh\"", "\"Geh.\""),
            ("je suis", "I am", "I am"),
            ("l'otan", "NATO", "NATO"),
            ("¿qué?", "What?", "what?"),
            ("{name} is here", "{name} ist da.", "{name} ist da"),
            ("3 files", "Drei Dateien", "Drei Dateien"),
            ("Good morning.", "早上好", "早上好。"),
            ("Good morning", "早上好。", "早上好"),
            ("Where?", "أين", "أين؟"),
            ("Where?", "Πού;", "Πού;"),
            ("Where?", "Πού", "Πού;"),
            ("Πού;", "Where?", "Where?"),
            ("Hello.", "สวัสดี", "สวัสดี"),
            ("Attention", "Attention !", "Attention"),
            ("for example", "z.B.", "z.B."),
            (
                "see www.example.org",
                "siehe www.example.org",
                "siehe www.example.org",
            ),
            ("", "Hallo.", "Hallo."),
            ("123", "Hallo.", "Hallo."),
            ("Élan", "élan", "Élan"),
        ] {
            assert_eq!(
                preserve_formatting(source, translation),
                expected,
                "{source:?} {translation:?}"
            );
        }
    }

    #[test]
    fn a_text_keeps_its_own_formatting() {
        for text in [
            "Hello.",
            "i was here",
            "«Quoi ?»",
            "(Yes!)",
            "etc...",
            "。",
            "ß.",
            "%s.",
            "A\u{301}. ",
        ] {
            assert_eq!(preserve_formatting(text, text), text);
        }
    }
}
