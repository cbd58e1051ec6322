//! Punctuation and spacing of Chinese, Japanese and Korean.

use super::characters::WIDE_CLOSERS;
use super::wrong_spaces;
use crate::base_language::BaseLanguage;
use crate::scripts::{is_han, is_hangul, is_hiragana, is_kana};

/// How a language uses punctuation marks and spaces.
pub(in crate::general) struct EastAsianTypography {
    /// Whether a character is a letter of the language.
    pub(super) is_letter: fn(char) -> bool,
    /// Half-width marks, each with the full-width one that belongs next to letters.
    pub(super) marks: &'static [(char, &'static str)],
    /// Other full-width marks, for texts that use them instead of the usual ones: the half-width mark, the usual
    /// full-width one, the other full-width one.
    pub(super) alternatives: &'static [(char, char, &'static str)],
    /// Duplicate marks and their replacements.
    pub(super) doubled: &'static [(&'static str, &'static str)],
    /// Letters that end sentences even where no space follows.
    pub(super) finals: &'static str,
    /// Words that begin sentences and never names.
    pub(super) openers: &'static [&'static str],
    /// Words that are joined to the word before.
    pub(super) joined: &'static [&'static str],
    /// Words whose repetition is a mistake. Where spaces separate words, these are whole words.
    pub(super) single: &'static [&'static str],
    /// Whether brackets around words of the language are full-width.
    pub(super) has_wide_brackets: bool,
    /// Whether a space may follow a question or exclamation mark.
    pub(super) has_space_after_exclamation: bool,
    /// Whether texts may have full-width Latin letters and digits.
    pub(super) has_wide_latin: bool,
    /// Whether a space between two pieces of text is wrong; a piece ends at its next space.
    pub(super) is_wrong_gap: fn(&str, &str) -> bool,
    /// Whether a space between two pieces of text is wrong in a sentence that certainly has a wrong space.
    pub(super) is_doubtful_gap: fn(&str, &str) -> bool,
    /// Whether spaces separate words.
    pub(super) has_spaces: bool,
    /// The ellipsis and the dash, if the language has its own.
    pub(super) dots: Option<(&'static str, &'static str)>,
}

const CHINESE: EastAsianTypography = EastAsianTypography {
    is_letter: is_han,
    marks: &[
        (',', "，"),
        ('.', "。"),
        ('!', "！"),
        ('?', "？"),
        (';', "；"),
        (':', "："),
    ],
    alternatives: &[],
    doubled: &[
        ("，，", "，"),
        ("；；", "；"),
        ("、、", "、"),
        ("，。", "。"),
        ("、。", "。"),
        ("？。", "？"),
        ("！。", "！"),
        ("，,", "，"),
        (",，", "，"),
        ("。.", "。"),
    ],
    finals: "了吗呢吧啊呀们着过的好",
    openers: &[
        "我", "你", "您", "他", "她", "它", "这", "但是", "所以", "因此", "因为", "如果", "然后",
        "而且", "不过", "虽然", "今天", "明天", "昨天", "大家",
    ],
    joined: &["的", "吗", "们"],
    single: &[
        "已经",
        "目前",
        "关于",
        "由于",
        "请在",
        "正在",
        "必须",
        "因为",
        "所以",
        "但是",
        "如果",
        "虽然",
        "而且",
        "或者",
        "以及",
        "对于",
        "为了",
        "按照",
        "我们的",
        "你们的",
        "他们的",
        "其中",
        "因此",
        "然后",
    ],
    has_wide_brackets: true,
    has_space_after_exclamation: false,
    has_wide_latin: false,
    is_wrong_gap: wrong_spaces::is_wrong_in_chinese,
    is_doubtful_gap: |_, _| true,
    has_spaces: false,
    dots: Some(("……", "——")),
};

const JAPANESE: EastAsianTypography = EastAsianTypography {
    is_letter: |c| is_han(c) || is_kana(c),
    marks: &[(',', "、"), ('.', "。"), ('!', "！"), ('?', "？")],
    alternatives: &[(',', '、', "，"), ('.', '。', "．")],
    doubled: &[
        ("、、", "、"),
        ("，，", "，"),
        ("、。", "。"),
        ("？。", "？"),
        ("！。", "！"),
        ("、,", "、"),
        ("。.", "。"),
    ],
    finals: "たすいるだねよんうせ",
    openers: &[
        "私",
        "しかし",
        "そして",
        "でも",
        "また",
        "今日",
        "明日",
        "昨日",
        "それ",
        "これ",
    ],
    joined: &["を"],
    single: &[
        "ください",
        "しました",
        "ました",
        "します",
        "ています",
        "ついて",
        "ように",
        "ために",
        "において",
        "によって",
        "に対して",
        "として",
        "ことが",
        "ことを",
        "ことは",
        "ものを",
        "ものが",
        "しかし",
        "ですが",
        "ところで",
        "そして",
        "それから",
        "の結果",
        "場合は",
        "予定です",
        "できます",
        "あります",
        "ありました",
        "いただき",
    ],
    has_wide_brackets: true,
    has_space_after_exclamation: true,
    has_wide_latin: true,
    is_wrong_gap: wrong_spaces::is_wrong_in_japanese,
    is_doubtful_gap: |before, after| {
        before.ends_with(is_hiragana) || after.starts_with(is_hiragana)
    },
    has_spaces: false,
    dots: None,
};

const KOREAN: EastAsianTypography = EastAsianTypography {
    is_letter: is_hangul,
    marks: &[
        ('，', ","),
        ('。', "."),
        ('！', "!"),
        ('？', "?"),
        ('：', ":"),
        ('；', ";"),
    ],
    alternatives: &[],
    doubled: &[(",,", ",")],
    finals: "다요까죠",
    openers: &[],
    joined: &[],
    single: &[
        "그리고",
        "그래서",
        "하지만",
        "그런데",
        "그러나",
        "또한",
        "위해",
        "위한",
        "대한",
        "대해",
        "있는",
        "있다",
        "없는",
        "하는",
        "때문에",
        "것은",
        "것이",
        "것을",
        "수",
        "우리는",
        "저는",
        "같은",
        "가장",
        "기다리고",
        "담당자에게",
        "다시",
        "따라서",
        "또는",
        "모든",
        "문의",
        "사람들이",
        "시간에",
        "안에",
        "앞으로",
        "어제",
        "여러",
        "오늘",
        "내일",
        "올",
        "요금이",
        "우리",
        "이번",
        "일어나",
        "있습니다",
        "제가",
        "직접",
        "함께",
        "합니다",
        "해야",
        "식당",
        "회사에서",
        "통해",
        "관한",
        "관련",
        "대해서",
        "위해서",
        "경우",
        "경우에는",
        "것입니다",
        "수가",
        "지금",
        "이미",
        "아직",
    ],
    has_wide_brackets: false,
    has_space_after_exclamation: true,
    has_wide_latin: false,
    is_wrong_gap: |_, _| false,
    is_doubtful_gap: |_, _| false,
    has_spaces: true,
    dots: None,
};

impl EastAsianTypography {
    /// The typography of a language; none if its script is not East Asian.
    pub(in crate::general) const fn of(base: BaseLanguage) -> Option<&'static Self> {
        match base {
            BaseLanguage::Chinese => Some(&CHINESE),
            BaseLanguage::Japanese => Some(&JAPANESE),
            BaseLanguage::Korean => Some(&KOREAN),
            BaseLanguage::French
            | BaseLanguage::German
            | BaseLanguage::Italian
            | BaseLanguage::Portuguese
            | BaseLanguage::Spanish => None,
        }
    }

    /// Whether the language is written with kana.
    pub(super) fn has_kana(&self) -> bool {
        (self.is_letter)('あ')
    }

    pub(super) fn mark(&self, narrow: char, text: &str) -> Option<&'static str> {
        let (_, mark) = self.marks.iter().find(|(mark, _)| *mark == narrow)?;
        let other = self.alternatives.iter().find(|(mark, usual, other)| {
            *mark == narrow && text.contains(*other) && !text.contains(*usual)
        });
        Some(other.map_or(mark, |(_, _, other)| other))
    }

    /// Whether a character is a letter of the language or a closing mark.
    pub(super) fn is_text(&self, c: char) -> bool {
        (self.is_letter)(c) || WIDE_CLOSERS.contains(c)
    }
}
