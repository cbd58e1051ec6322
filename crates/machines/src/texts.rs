//! English texts of a given length, and documents.

/// Sentences that fill a text of any length. Each word is one that the translator knows.
const FILLING: [&str; 6] = [
    "The house is green and the garden is big.",
    "My sister bought two horses near the river.",
    "The old teacher painted three chairs.",
    "Our neighbour sold the small boat.",
    "The doctor reads a letter every morning.",
    "The children play in the street until the evening.",
];

/// A text of just so many characters.
pub(crate) fn text(characters: usize) -> String {
    let sentences = FILLING
        .iter()
        .cycle()
        .flat_map(|sentence| sentence.chars().chain([' ']));
    let text: String = sentences.take(characters).collect();
    // A space at an end might be taken off.
    match text.strip_suffix(' ') {
        Some(begin) => format!("{begin}."),
        None => text,
    }
}

/// A document of so many sentences, which no other number has.
pub(crate) fn document(number: usize, sentences: usize) -> String {
    let mut document = String::new();
    for line in 0..sentences.max(1) {
        let filling = FILLING[(number + line) % FILLING.len()];
        document.push_str(&format!(
            "The house number {number} has {line} doors. {filling}\n"
        ));
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_just_the_length_that_is_asked_for() {
        for length in 1..300 {
            let text = text(length);
            assert_eq!(text.chars().count(), length);
            assert_eq!(text.trim().len(), length);
        }
    }
}
