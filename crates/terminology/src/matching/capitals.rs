use dragoman_domain::Language;
use dragoman_text::capitalised;
use unicode_segmentation::UnicodeSegmentation;

/// How the words of a term are written where they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Capitals {
    /// As the entry has them.
    AsWritten,
    /// With a capital that the entry does not have.
    First,
    /// In capitals, which the entry is not.
    All,
}

impl Capitals {
    /// How `text` is written where its entry is `entry`.
    pub(crate) fn of(text: &str, entry: &str) -> Self {
        let capital = |text: &str| text.chars().find(|c| c.is_alphabetic());
        let begins_upper = |text| capital(text).is_some_and(char::is_uppercase);
        if is_in_capitals(text) && !is_in_capitals(entry) {
            Self::All
        } else if begins_upper(text) && !begins_upper(entry) {
            Self::First
        } else {
            Self::AsWritten
        }
    }
}

/// Whether a text has at least two letters and no small one.
pub(crate) fn is_in_capitals(text: &str) -> bool {
    let mut cased = text
        .chars()
        .filter(|c| c.is_lowercase() || c.is_uppercase());
    let first = cased.next().is_some_and(char::is_uppercase);
    let second = cased.next().is_some_and(char::is_uppercase);
    first && second && cased.all(char::is_uppercase)
}

/// A term with a capital at its beginning; as it is if its first word has one elsewhere, as
/// "iPhone" has.
pub(crate) fn capitalised_term(term: &str, language: Language) -> String {
    let first_word = term.split_whitespace().next().unwrap_or_default();
    if first_word.chars().any(char::is_uppercase) {
        return term.to_owned();
    }
    let Some(first) = term.find(char::is_alphanumeric) else {
        return term.to_owned();
    };
    let (before, words) = term.split_at(first);
    match words.strip_prefix('i').filter(|_| is_dotless(language)) {
        Some(rest) => format!("{before}İ{rest}"),
        // A title-case letter: the first of "ǆ" is "ǅ". Those are rare enough to leave.
        None => before.to_owned() + &capitalised(words),
    }
}

/// A term in capitals. Words that mix small letters and capitals stay.
pub(crate) fn all_capitals(term: &str, language: Language) -> String {
    let mut upper = String::with_capacity(term.len());
    for piece in term.split_word_bounds() {
        let mixes = piece.chars().skip(1).any(char::is_uppercase);
        if mixes {
            upper.push_str(piece);
        } else if is_dotless(language) {
            upper.push_str(&piece.replace('i', "İ").to_uppercase());
        } else {
            upper.push_str(&piece.to_uppercase());
        }
    }
    upper
}

fn is_dotless(language: Language) -> bool {
    matches!(language.base().tag(), "tr" | "az")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_take_the_capitals_of_the_text() {
        let language = |tag| Language::parse(tag).unwrap();
        assert_eq!(
            capitalised_term("impresora láser", language("es")),
            "Impresora láser"
        );
        assert_eq!(
            capitalised_term("iPhone-hoesje", language("nl")),
            "iPhone-hoesje"
        );
        assert_eq!(capitalised_term("içerik", language("tr")), "İçerik");
        assert_eq!(capitalised_term("«ключ»", language("ru")), "«Ключ»");
        assert_eq!(
            all_capitals("clave del iPhone", language("es")),
            "CLAVE DEL iPhone"
        );
        assert_eq!(all_capitals("打印机", language("zh")), "打印机");
    }

    #[test]
    fn acronyms_are_written_as_their_entry() {
        assert_eq!(Capitals::of("IT", "IT"), Capitals::AsWritten);
        assert_eq!(Capitals::of("PRINTER", "printer"), Capitals::All);
        assert_eq!(Capitals::of("Printer", "printer"), Capitals::First);
        assert_eq!(Capitals::of("A", "a"), Capitals::First);
    }
}
