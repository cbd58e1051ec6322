//! Where Thai text, which has no sentence marks, is cut.

/// The fewest characters before a space that is taken for the end of a sentence. Spaces part
/// clauses and names too, and an engine needs some context.
const FEWEST: usize = 40;

/// The most characters of a piece. Text without any space is cut within words then.
const MOST: usize = 300;

/// The byte offsets after which pieces of the text end, the last one being its length.
pub(crate) fn piece_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut length = 0;
    let mut syllable = None;
    let mut previous = ' ';
    for (position, character) in text.char_indices() {
        if length >= FEWEST && previous.is_whitespace() && is_thai_letter(character) {
            ends.push(position);
            (length, syllable) = (0, None);
        } else if length >= MOST
            && let Some((cut, at)) = syllable.take()
            && at >= FEWEST
        {
            ends.push(cut);
            length -= at;
        }
        if starts_syllable(character) {
            syllable = Some((position, length));
        }
        length += 1;
        previous = character;
    }
    ends.push(text.len());
    ends
}

fn is_thai_letter(character: char) -> bool {
    ('\u{e01}'..='\u{e46}').contains(&character)
}

/// The vowels that are written before their consonant always begin a syllable, mostly a word.
fn starts_syllable(character: char) -> bool {
    ('\u{e40}'..='\u{e44}').contains(&character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_text_is_one_piece_even_with_spaces() {
        let text = "สวัสดี ครับ";
        assert_eq!(piece_ends(text), [text.len()]);
    }

    #[test]
    fn a_space_ends_a_piece_that_is_long_enough() {
        let clause = "เมื่อวานนี้ฉันไปตลาดกับแม่เพื่อซื้อผักและผลไม้มาทำอาหาร";
        let text = format!("{clause} {clause}");
        assert_eq!(piece_ends(&text), [clause.len() + 1, text.len()]);
    }

    #[test]
    fn text_without_spaces_is_cut_before_a_vowel_that_begins_a_syllable() {
        let text = "กาเก".repeat(500);
        let ends = piece_ends(&text);
        let mut start = 0;
        for end in ends {
            assert!(text[start..end].chars().count() <= MOST);
            assert!(end == text.len() || text[end..].starts_with('เ'));
            start = end;
        }
    }
}
