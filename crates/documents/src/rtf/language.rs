//! What a file says of the language of its text.

use dragoman_language::Language;

use crate::document::is_right_to_left;

/// Languages by their numbers.
const NUMBERS: &[(&str, i32)] = &[
    ("af", 1078),
    ("sq", 1052),
    ("ar", 1025),
    ("hy", 1067),
    ("az", 1068),
    ("eu", 1069),
    ("be", 1059),
    ("bn", 2117),
    ("bs", 5146),
    ("bg", 1026),
    ("ca", 1027),
    ("zh", 2052),
    ("zh-Hans", 2052),
    ("zh-Hant", 1028),
    ("hr", 1050),
    ("cs", 1029),
    ("da", 1030),
    ("nl", 1043),
    ("en", 1033),
    ("en-US", 1033),
    ("en-GB", 2057),
    ("et", 1061),
    ("fa", 1065),
    ("fi", 1035),
    ("fr", 1036),
    ("gl", 1110),
    ("ka", 1079),
    ("de", 1031),
    ("el", 1032),
    ("gu", 1095),
    ("he", 1037),
    ("hi", 1081),
    ("hu", 1038),
    ("is", 1039),
    ("id", 1057),
    ("ga", 2108),
    ("it", 1040),
    ("ja", 1041),
    ("kk", 1087),
    ("ko", 1042),
    ("ky", 1088),
    ("lv", 1062),
    ("lt", 1063),
    ("mk", 1071),
    ("ms", 1086),
    ("ml", 1100),
    ("mt", 1082),
    ("mr", 1102),
    ("mn", 1104),
    ("ne", 1121),
    ("nb", 1044),
    ("pl", 1045),
    ("pt", 2070),
    ("pt-BR", 1046),
    ("pt-PT", 2070),
    ("pa", 1094),
    ("ro", 1048),
    ("ru", 1049),
    ("sr", 3098),
    ("sk", 1051),
    ("sl", 1060),
    ("es", 3082),
    ("es-419", 22538),
    ("sw", 1089),
    ("sv", 1053),
    ("ta", 1097),
    ("te", 1098),
    ("th", 1054),
    ("tr", 1055),
    ("tt", 1092),
    ("uk", 1058),
    ("ur", 1056),
    ("uz", 1091),
    ("vi", 1066),
    ("cy", 1106),
    ("zu", 1077),
    ("xh", 1076),
];

/// What stands for no language, and for one that is not checked.
const NO_LANGUAGES: [i32; 3] = [0, 255, 1024];

/// The language and the direction of a translation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marks {
    number: Option<i32>,
    names: [&'static str; 3],
    pub(super) is_right_to_left: bool,
}

impl Marks {
    pub(super) fn new(target: Language) -> Self {
        let number = |tag: &str| NUMBERS.iter().find(|(known, _)| *known == tag);
        let number = number(target.tag()).or_else(|| number(target.base().tag()));
        let is_right_to_left = is_right_to_left(target);
        let names = match target.base().tag() {
            "zh" | "ja" | "ko" => ["langfe", "langfenp", "deflangfe"],
            "th" | "hi" | "bn" | "ta" | "te" | "ml" | "mr" | "gu" | "pa" | "ne" => {
                ["alang", "adeflang", ""]
            }
            _ if is_right_to_left => ["alang", "adeflang", ""],
            _ => ["lang", "langnp", "deflang"],
        };
        Self {
            number: number.map(|(_, number)| *number),
            names,
            is_right_to_left,
        }
    }

    /// The number that this control word has in a translation, if it is another one.
    pub(super) fn number(&self, name: &str, number: Option<i32>) -> Option<i32> {
        let old = number.filter(|number| !NO_LANGUAGES.contains(number))?;
        self.number
            .filter(|new| *new != old && !name.is_empty() && self.names.contains(&name))
    }

    /// Control words, with the language of the translation.
    pub(super) fn translated(&self, words: &str) -> String {
        let words = words.split('\\').filter(|word| !word.is_empty());
        let words = words.map(|word| {
            let name = word.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '-');
            let number = word
                .get(name.len()..)
                .and_then(|number| number.parse().ok());
            match self.number(name, number) {
                Some(number) => format!("\\{name}{number}"),
                None => format!("\\{word}"),
            }
        });
        words.collect()
    }
}
