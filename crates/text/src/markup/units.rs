//! A text as words, marks and what is kept: the units between which tags may stand.

use std::ops::Range;

use dragoman_language::is_unspaced;

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnitKind {
    /// Letters and digits, or one character of a script that does not part its words.
    Word,
    /// A mark that belongs to the sentence, not to what it says.
    Mark(Mark),
    /// A stretch that is copied.
    Kept,
}

/// What a mark does. Tags around words do not include the marks beside them, unless the source
/// has the same sort of mark in this place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Opening,
    Closing,
    Quote,
    /// Ends a sentence.
    Final,
    /// Ends a part of a sentence.
    Comma,
    /// A hyphen, dash, slash and so on.
    Other,
}

/// A stretch of a text without white space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) range: Range<usize>,
    pub(super) kind: UnitKind,
    /// Whether it goes on with the word that the unit before is part of.
    pub(super) continues: bool,
}

impl Unit {
    /// Whether it says something.
    pub(super) const fn has_content(&self) -> bool {
        !matches!(self.kind, UnitKind::Mark(_))
    }

    pub(super) const fn mark(&self) -> Option<Mark> {
        match self.kind {
            UnitKind::Mark(mark) => Some(mark),
            UnitKind::Word | UnitKind::Kept => None,
        }
    }
}

fn mark_of(character: char) -> Option<Mark> {
    Some(match character {
        '(' | '[' | '{' | '（' | '［' | '【' | '〔' | '¿' | '¡' => Mark::Opening,
        ')' | ']' | '}' | '）' | '］' | '】' | '〕' => Mark::Closing,
        '"' | '\'' | '«' | '»' | '“' | '”' | '„' | '‘' | '’' | '‚' | '‹' | '›' | '「' | '」'
        | '『' | '』' | '《' | '》' | '`' => Mark::Quote,
        '.' | '!' | '?' | '…' | '。' | '！' | '？' | '؟' | '।' | '۔' | '｡' | '．' => {
            Mark::Final
        }
        ',' | ';' | ':' | '，' | '、' | '；' | '：' | '،' | '؛' | '·' => Mark::Comma,
        _ if character.is_alphanumeric() || is_word_part(character) => return None,
        // Signs such as ®, %, € and + say something.
        _ if is_sign(character) => return None,
        _ => Mark::Other,
    })
}

/// Characters without a meaning of their own that modify the letter before.
fn is_word_part(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5c7}'
        | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{dff}'
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{200c}' | '\u{200d}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}' | '\u{ad}')
}

fn is_sign(character: char) -> bool {
    matches!(
        character,
        '%' | '&' | '+' | '=' | '<' | '>' | '@' | '#' | '$' | '~' | '^' | '|' | '*'
    ) || (!character.is_ascii()
        && !matches!(character, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{3000}'..='\u{303f}'))
}

/// Adds the units of a part of the text. `kept` is whether it is copied as a whole.
pub(super) fn add_units(text: &str, range: Range<usize>, kept: bool, units: &mut Vec<Unit>) {
    let part = text.get(range.clone()).unwrap_or_default();
    if kept {
        units.push(Unit {
            range,
            kind: UnitKind::Kept,
            continues: false,
        });
        return;
    }
    let mut previous: Option<char> = text
        .get(..range.start)
        .and_then(|before| before.chars().next_back());
    let mut characters = part.char_indices().peekable();
    let first = units.len();
    while let Some((offset, character)) = characters.next() {
        let at = range.start + offset;
        let next = characters.peek().map(|&(_, next)| next);
        if character.is_whitespace() || character.is_control() {
            previous = Some(character);
            continue;
        }
        let end = at + character.len_utf8();
        let is_new = units.len() == first;
        let is_adjacent = units.last().is_some_and(|last| last.range.end == at);
        let last_is_word = units.last().is_some_and(|last| last.kind == UnitKind::Word);
        let joins = previous.is_some_and(|previous| joins(previous, character))
            && is_adjacent
            && last_is_word;
        let after = part
            .get(offset + character.len_utf8()..)
            .unwrap_or_default();
        let is_apostrophe = matches!(character, '\'' | '’')
            && is_adjacent
            && last_is_word
            && next.is_some_and(char::is_alphabetic);
        let kind = match mark_of(character) {
            Some(mark) if !is_apostrophe => UnitKind::Mark(mark),
            _ => UnitKind::Word,
        };
        if kind == UnitKind::Word && (joins || is_apostrophe) && !is_new {
            if let Some(last) = units.last_mut() {
                last.range.end = end;
            }
        } else {
            units.push(Unit {
                range: at..end,
                kind,
                continues: kind == UnitKind::Word && joins,
            });
        }
        // An ending is part of the word before the apostrophe, the eau of l'eau is not.
        let is_inside = is_apostrophe && is_ending(after);
        previous = Some(if is_inside { 'a' } else { character });
    }
}

/// Whether both are letters or digits of one word.
fn joins(left: char, right: char) -> bool {
    let is_word = |character: char| {
        (character.is_alphanumeric() || is_word_part(character)) && !is_unspaced(character)
    };
    is_word(left) && is_word(right) || is_word_part(right)
}

/// Whether what follows an apostrophe is an ending as in `don't`, `it's`, `we'll`, and no word of
/// its own as in `l'eau`.
fn is_ending(after: &str) -> bool {
    let word = after
        .find(|character: char| !character.is_alphanumeric())
        .map_or(after, |end| after.get(..end).unwrap_or_default());
    [
        "s", "t", "re", "ll", "ve", "d", "m", "S", "T", "RE", "LL", "VE", "D", "M",
    ]
    .contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<&str> {
        let mut units = Vec::new();
        add_units(text, 0..text.len(), false, &mut units);
        units.into_iter().map(|unit| &text[unit.range]).collect()
    }

    #[test]
    fn words_signs_and_marks_are_units() {
        for (text, expected) in [
            ("Hello, world!", &["Hello", ",", "world", "!"][..]),
            ("FOOBAR® 5%", &["FOOBAR", "®", "5", "%"]),
            ("1-London", &["1", "-", "London"]),
            ("don't l’eau it's", &["don't", "l’", "eau", "it's"]),
            ("水を飲む。", &["水", "を", "飲", "む", "。"]),
            ("e\u{301}te\u{301} …", &["e\u{301}te\u{301}", "…"]),
            ("“Hi” (a)", &["“", "Hi", "”", "(", "a", ")"]),
            ("dogs' x", &["dogs", "'", "x"]),
            ("", &[]),
        ] {
            assert_eq!(units(text), expected, "{text}");
        }
    }

    #[test]
    fn a_word_in_several_parts_says_so() {
        let text = "un believ able";
        let text = text.replace(' ', "");
        let mut units = Vec::new();
        for range in [0..2, 2..8, 8..12] {
            add_units(&text, range, false, &mut units);
        }
        let continues: Vec<_> = units.iter().map(|unit| unit.continues).collect();
        assert_eq!(continues, [false, true, true]);
    }
}
