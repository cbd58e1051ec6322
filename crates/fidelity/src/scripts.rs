//! In which scripts languages are written.

use dragoman_language::Language;

/// A script, as far as it must be told from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Devanagari,
    Thai,
    Kana,
    Han,
    Hangul,
    Other,
}

/// The script of a letter, after the blocks of Unicode.
pub(super) const fn script_of(letter: char) -> Script {
    match letter {
        'A'..='Z' | 'a'..='z' | 'ª' | 'º' | 'À'..='ʯ' | 'Ḁ'..='ỿ' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => {
            Script::Latin
        }
        'Ͱ'..='Ͽ' | 'ἀ'..='῾' => Script::Greek,
        'Ѐ'..='ԯ' => Script::Cyrillic,
        '\u{590}'..='\u{5ff}' => Script::Hebrew,
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{8a0}'..='\u{8ff}' => Script::Arabic,
        '\u{900}'..='\u{97f}' => Script::Devanagari,
        '\u{e00}'..='\u{e7f}' => Script::Thai,
        '\u{3040}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9f}' => Script::Kana,
        '\u{3005}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}' => Script::Han,
        '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}' => {
            Script::Hangul
        }
        _ => Script::Other,
    }
}

/// The scripts that a language is written in; none if it is not known here.
pub(super) fn scripts_of(language: Language) -> &'static [Script] {
    match language.base().tag() {
        "af" | "ca" | "cs" | "cy" | "da" | "de" | "en" | "es" | "et" | "eu" | "fi" | "fr"
        | "ga" | "gl" | "hr" | "hu" | "id" | "is" | "it" | "la" | "lt" | "lv" | "ms" | "mt"
        | "nb" | "nl" | "pl" | "pt" | "ro" | "sk" | "sl" | "sq" | "sv" | "sw" | "tl" | "tr"
        | "vi" => &[Script::Latin],
        "be" | "bg" | "kk" | "ky" | "mk" | "mn" | "ru" | "tg" | "uk" => &[Script::Cyrillic],
        "el" => &[Script::Greek],
        "ar" | "fa" | "ps" | "ur" => &[Script::Arabic],
        "he" | "yi" => &[Script::Hebrew],
        "hi" | "mr" | "ne" => &[Script::Devanagari],
        "ja" => &[Script::Kana, Script::Han],
        "ko" => &[Script::Hangul, Script::Han],
        "th" => &[Script::Thai],
        "yue" | "zh" => &[Script::Han],
        _ => &[],
    }
}

/// How much a character says, compared with a letter of an alphabet.
pub(super) const fn weight_of(character: char) -> usize {
    match script_of(character) {
        Script::Thai | Script::Kana | Script::Han | Script::Hangul => 4,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_of_the_scripts_of_their_languages() {
        for (tag, words) in [
            ("de", "Größe"),
            ("vi", "Nguyễn"),
            ("tr", "ığüşöç"),
            ("ru", "Ёлка"),
            ("uk", "їжак"),
            ("el", "Ἀθήνα"),
            ("ar", "السلام"),
            ("he", "שלום"),
            ("hi", "नमस्ते"),
            ("th", "สวัสดี"),
            ("ja", "カタカナひらがな漢字"),
            ("ko", "안녕"),
            ("zh", "汉字漢字"),
        ] {
            let language = Language::parse(tag).unwrap();
            for letter in words.chars() {
                let scripts = scripts_of(language);
                assert!(scripts.contains(&script_of(letter)), "{letter} in {tag}");
            }
        }
    }
}
