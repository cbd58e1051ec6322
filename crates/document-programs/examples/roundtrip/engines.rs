//! Translations that a measuring program can make of the words of a document by itself, wherever it finds them: each word
//! becomes another, whatever is around it. `scripts/documents/engines.py` says the same in Python.

use std::error::Error;

use dragoman_documents::{Content, Piece};

/// Translates a unit, or leaves it.
pub(crate) type Engine = fn(&Content) -> Option<Content>;

/// The engine of a mode. It gives no translation for `none`.
///
/// # Errors
/// If there is no such mode.
pub(crate) fn engine(mode: &str) -> Result<Engine, Box<dyn Error>> {
    Ok(match mode {
        "none" => |_| None,
        "identity" => |content| Some(content.clone()),
        "upper" | "back" => |content| Some(with_texts(content, |text| text.to_uppercase())),
        "longer" => |content| Some(with_words(content, longer)),
        "reversed" => |content| Some(with_words(content, |word| word.chars().rev().collect())),
        "arabic" => |content| {
            Some(with_words(content, |word| {
                word.chars().map(arabic).collect()
            }))
        },
        "chinese" => |content| Some(with_words(content, chinese)),
        "shuffle" => |content| Some(shuffled(content)),
        _ => return Err(format!("there is no mode {mode}").into()),
    })
}

/// The language that a mode writes, unless another is named.
pub(crate) fn language(mode: &str) -> &'static str {
    match mode {
        "arabic" => "ar",
        "chinese" => "zh",
        _ => "de",
    }
}

fn with_texts(content: &Content, change: impl Fn(&str) -> String) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(change(text)),
        code => code.clone(),
    }))
}

/// The content with its words changed: what has nothing but letters.
fn with_words(content: &Content, change: impl Fn(&str) -> String) -> Content {
    with_texts(content, |text| {
        let mut changed = String::with_capacity(2 * text.len());
        let mut rest = text;
        while let Some(begin) = rest.find(char::is_alphabetic) {
            let (before, word) = rest.split_at(begin);
            let end = word.find(|letter: char| !letter.is_alphabetic());
            let (word, after) = word.split_at(end.unwrap_or(word.len()));
            changed.push_str(before);
            changed.push_str(&change(word));
            rest = after;
        }
        changed.push_str(rest);
        changed
    })
}

/// The word with its first letters once more, a third of them.
fn longer(word: &str) -> String {
    let more = (word.chars().count() * 35 + 50) / 100;
    word.chars().chain(word.chars().take(more)).collect()
}

/// The letters that Arabic shares with most languages that are written with it.
const ARABIC: [char; 28] = [
    'ا', 'ب', 'ت', 'ث', 'ج', 'ح', 'خ', 'د', 'ذ', 'ر', 'ز', 'س', 'ش', 'ص', 'ض', 'ط', 'ظ', 'ع', 'غ',
    'ف', 'ق', 'ك', 'ل', 'م', 'ن', 'ه', 'و', 'ي',
];

fn arabic(letter: char) -> char {
    ARABIC[index(letter, ARABIC.len())]
}

/// A character for every third letter, which is about how much shorter Chinese is than English.
fn chinese(word: &str) -> String {
    const FREQUENT: [char; 32] = [
        '的', '一', '是', '不', '了', '人', '我', '在', '有', '他', '这', '中', '大', '来', '上',
        '国', '个', '到', '说', '们', '为', '子', '和', '你', '地', '出', '道', '也', '时', '年',
        '得', '就',
    ];
    let every_third = word.chars().step_by(3);
    let characters = every_third.map(|letter| FREQUENT[index(letter, FREQUENT.len())]);
    characters.collect()
}

/// Which of so many a letter becomes, in capitals or not.
fn index(letter: char, count: usize) -> usize {
    let capital = letter.to_uppercase().next().unwrap_or(letter);
    usize::try_from(u32::from(capital)).unwrap_or(0) % count
}

/// The texts in their order, the codes backwards, the wrong way round and each third missing.
fn shuffled(content: &Content) -> Content {
    let codes = content
        .pieces()
        .iter()
        .rev()
        .filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Open(id) => Some(Piece::Close(*id)),
            Piece::Close(id) => Some(Piece::Open(*id)),
            Piece::Mark(id) => Some(Piece::Mark(*id)),
        });
    let mut codes = codes
        .enumerate()
        .filter(|(number, _)| number % 3 != 2)
        .map(|(_, code)| code);
    let mut pieces = Vec::new();
    for piece in content.pieces() {
        match piece {
            Piece::Text(text) => pieces.push(Piece::Text(text.clone())),
            Piece::Open(_) | Piece::Close(_) | Piece::Mark(_) => pieces.extend(codes.next()),
        }
    }
    Content::new(pieces)
}
