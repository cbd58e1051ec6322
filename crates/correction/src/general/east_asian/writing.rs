//! What the languages of these scripts have each for itself.

use super::WIDE_CLOSERS;
use crate::scripts::{is_han, is_hangul, is_kana};
use crate::tongue::Tongue;

/// How a language sets marks and spaces.
pub(in crate::general) struct Writing {
    /// Whether a character is a letter of the language.
    pub(super) is_letter: fn(char) -> bool,
    /// Narrow marks, each with the one that stands for it beside letters.
    pub(super) marks: &'static [(char, &'static str)],
    /// What a narrow mark becomes in texts that have no other of its kind than that: the mark, the usual one, and
    /// the one of those texts.
    pub(super) alternatives: &'static [(char, char, &'static str)],
    /// Marks that are too much, and what is to stand there.
    pub(super) doubled: &'static [(&'static str, &'static str)],
    /// Letters with one of which a sentence ends that is followed by the next without a space.
    pub(super) finals: &'static str,
    /// What may begin a sentence and no part of a name.
    pub(super) openers: &'static [&'static str],
    /// Words that are joined to the one before.
    pub(super) joined: &'static [&'static str],
    /// Words of which one is too many where two stand side by side, where spaces set them apart.
    pub(super) single: &'static [&'static str],
    /// Whether brackets around words of the language are as wide as its letters.
    pub(super) has_wide_brackets: bool,
    /// Whether a question or exclamation mark may have a space behind it.
    pub(super) has_space_after_exclamation: bool,
    /// Whether spaces set words apart.
    pub(super) has_spaces: bool,
    /// How three dots and two dashes are written, if not as such.
    pub(super) dots: Option<(&'static str, &'static str)>,
}

const CHINESE: Writing = Writing {
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
    single: &[],
    has_wide_brackets: true,
    has_space_after_exclamation: false,
    has_spaces: false,
    dots: Some(("……", "——")),
};

const JAPANESE: Writing = Writing {
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
    single: &[],
    has_wide_brackets: false,
    has_space_after_exclamation: true,
    has_spaces: false,
    dots: None,
};

const KOREAN: Writing = Writing {
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
        "나는",
        "저는",
        "그는",
    ],
    has_wide_brackets: false,
    has_space_after_exclamation: true,
    has_spaces: true,
    dots: None,
};

impl Writing {
    /// How a language of these scripts does it; none for others.
    pub(in crate::general) const fn of(tongue: Tongue) -> Option<&'static Self> {
        match tongue {
            Tongue::Chinese => Some(&CHINESE),
            Tongue::Japanese => Some(&JAPANESE),
            Tongue::Korean => Some(&KOREAN),
            Tongue::French
            | Tongue::German
            | Tongue::Italian
            | Tongue::Portuguese
            | Tongue::Spanish => None,
        }
    }

    pub(super) fn mark(&self, narrow: char, text: &str) -> Option<&'static str> {
        let (_, mark) = self.marks.iter().find(|(mark, _)| *mark == narrow)?;
        let other = self.alternatives.iter().find(|(mark, usual, other)| {
            *mark == narrow && text.contains(*other) && !text.contains(*usual)
        });
        Some(other.map_or(mark, |(_, _, other)| other))
    }

    /// Whether a character belongs to text of the language: a letter, or what closes such text.
    pub(super) fn is_text(&self, c: char) -> bool {
        (self.is_letter)(c) || WIDE_CLOSERS.contains(c)
    }
}
