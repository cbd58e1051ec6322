//! Spaces between letters of languages that do not separate words by spaces.

use std::ops::Range;

use dragoman_text::Edit;

use super::annotated_text::AnnotatedText;
use super::characters::{MAX_DISTANCE, WIDE_CLOSERS, WIDE_MARKS, WIDE_OPENERS, is_numeral};
use super::spaces_after_marks::SpacesAfterMarks;
use super::typography::EastAsianTypography;
use crate::scripts::is_han;

/// Removes the spaces of sentences in which at least one space is certainly wrong. Names, headings and lists have
/// spaces too, but none of their spaces separates a particle from its word.
pub(super) fn edits(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Vec<Edit> {
    let mut edits = Vec::new();
    if typography.has_spaces || SpacesAfterMarks::of(annotated, typography).are_intentional() {
        return edits;
    }
    let mut begin = 0;
    while begin < annotated.chars.len() {
        let end = annotated.end_of(begin, |c| c != '\n');
        if annotated.is_prose(begin) {
            edits.extend(in_line(annotated, typography, begin..end));
        }
        begin = end + 1;
    }
    edits
}

const fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\u{3000}')
}

fn in_line(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    line: Range<usize>,
) -> Vec<Edit> {
    let is_end = |c: char| matches!(c, '。' | '！' | '？') || WIDE_CLOSERS.contains(c);
    if !annotated.before(line.end).is_some_and(is_end) {
        return Vec::new();
    }
    let mut gaps = gaps(annotated, typography, &line);
    if is_list(&gaps)
        || (typography.has_kana() && (has_spaces_between_words(&gaps) || is_verse(&gaps)))
    {
        return Vec::new();
    }
    gaps.retain(|gap| !gap.is_beside_label);
    let is_certain = |gap: &&Gap<'_>| (typography.is_wrong_gap)(gap.before, gap.after);
    if !gaps.iter().any(|gap| is_certain(&gap)) {
        return Vec::new();
    }
    let wrong = gaps
        .iter()
        .filter(|gap| is_certain(gap) || (typography.is_doubtful_gap)(gap.before, gap.after));
    wrong
        .map(|gap| annotated.edit(gap.range.clone(), ""))
        .collect()
}

/// Whether the text lists single Chinese characters, as in "的 地 得".
fn is_list(gaps: &[Gap<'_>]) -> bool {
    let is_single = |text: &str| {
        let mut letters = text.chars();
        letters.next().is_some_and(is_han) && letters.next().is_none()
    };
    gaps.windows(2).any(|gaps| match gaps {
        [one, other] => is_single(one.before) && is_single(other.before) && is_single(one.after),
        _ => false,
    })
}

/// Whether a space follows each word and its particle, as in books for children and learners.
fn has_spaces_between_words(gaps: &[Gap<'_>]) -> bool {
    const MAX_LENGTH: usize = 7;
    let Some(last) = gaps.last() else {
        return false;
    };
    let is_short = |text: &str| text.trim_end_matches(is_mark).chars().count() <= MAX_LENGTH;
    gaps.len() > 2 && gaps.iter().all(|gap| is_short(gap.before)) && is_short(last.after)
}

/// Whether a sentence is a verse: spaces are its only punctuation, and it has no polite verb forms.
fn is_verse(gaps: &[Gap<'_>]) -> bool {
    const MIN_LENGTH: usize = 4;
    const POLITE: [&str; 6] = ["です", "ます", "ました", "ません", "ください", "下さい"];
    let Some(last) = gaps.last() else {
        return false;
    };
    let is_long = |text: &str| text.chars().count() >= MIN_LENGTH && !text.contains(is_mark);
    let end = last.after.trim_end_matches(is_mark);
    let mut verses = gaps.iter().map(|gap| gap.before);
    gaps.len() > 1
        && verses.all(is_long)
        && is_long(end)
        && !POLITE.iter().any(|word| end.contains(word))
}

fn is_mark(c: char) -> bool {
    WIDE_MARKS.contains(c)
}

/// Words that follow a label of a user interface in manuals: the type of the control, or the action on it.
const AFTER_LABELS: [&str; 51] = [
    "ボタン",
    "アイコン",
    "メニュー",
    "ダイアログ",
    "タブ",
    "コマンド",
    "ツール",
    "キー",
    "ウィンドウ",
    "画面",
    "オプション",
    "モード",
    "フィールド",
    "欄",
    "節",
    "の項",
    "バー",
    "ボックス",
    "チェックボックス",
    "サブメニュー",
    "属性",
    "をクリック",
    "をタップ",
    "をオン",
    "をオフ",
    "を選択",
    "を選ん",
    "を選び",
    "をご覧",
    "を参照",
    "を押",
    "を開",
    "を使用",
    "を実行",
    "を挿入",
    "对话框",
    "按钮",
    "图标",
    "命令",
    "菜单",
    "选项",
    "滑块",
    "窗口",
    "模式",
    "标签",
    "字段",
    "工具",
    "面板",
    "页面",
    "属性",
    "功能",
];

/// Words that precede a label of a user interface in manuals.
const BEFORE_LABELS: [&str; 13] = [
    "单击", "点击", "选择", "按下", "按住", "打开", "拖动", "查看", "参见", "参阅", "称作", "称为",
    "名为",
];

/// Japanese particles that mark the grammatical function of a noun.
const CASE_PARTICLES: [char; 8] = ['を', 'は', 'が', 'に', 'の', 'で', 'と', 'へ'];

/// Whether a text looks like a name: it has no hiragana.
fn is_name(text: &str) -> bool {
    let is_letter = |c: char| is_han(c) || matches!(c, 'ァ'..='ヺ' | 'ー' | '・') || c.is_ascii();
    text.chars().nth(1).is_some() && text.chars().all(is_letter)
}

/// Whether a text begins with a word that follows labels of a user interface.
pub(super) fn begins_after_label(text: &str) -> bool {
    AFTER_LABELS.iter().any(|word| text.starts_with(word))
}

/// Whether a space is next to a label of a user interface, which manuals separate by spaces, or next to the number of a
/// chapter.
fn is_beside_label(annotated: &AnnotatedText<'_>, before: &str, after: &str, end: usize) -> bool {
    const JOINING: [&str; 5] = ["和", "与", "或", "或者", "以及"];
    let is_word = |text: &str, word: &str| {
        let rest = text.strip_prefix(word);
        rest.is_some_and(|rest| rest.starts_with(is_gap))
    };
    // The text after the next space.
    let rest = annotated.from(end).trim_start_matches(is_gap);
    let is_followed = annotated.at(end).is_some_and(is_gap);
    let is_first = is_followed
        && is_name(after)
        && (rest.starts_with(CASE_PARTICLES)
            || begins_after_label(rest)
            || JOINING.iter().any(|word| is_word(rest, word)));
    let is_joining = |text: &str| JOINING.contains(&text);
    begins_after_label(after)
        || is_joining(before)
        || (is_joining(after) && is_followed)
        || BEFORE_LABELS.iter().any(|word| before.ends_with(word))
        || (is_followed && ["第", "图", "表", "図"].contains(&after))
        || is_first
}

/// A run of spaces between letters of the language.
struct Gap<'t> {
    range: Range<usize>,
    /// Whether the spaces separate a label of a user interface from the sentence.
    is_beside_label: bool,
    /// The text before the spaces, from the previous space or the beginning of the line.
    before: &'t str,
    /// The text after the spaces, up to the next space or the end of the line.
    after: &'t str,
}

fn gaps<'t>(
    annotated: &AnnotatedText<'t>,
    typography: &EastAsianTypography,
    line: &Range<usize>,
) -> Vec<Gap<'t>> {
    let mut gaps = Vec::new();
    let mut word = line.start;
    let mut index = line.start;
    while index < line.end {
        let end = annotated.end_of(index, is_gap).min(line.end);
        let is_before =
            annotated.before(index).is_some_and(typography.is_letter) && index > line.start;
        let is_after = annotated.at(end).is_some_and(|c| {
            (typography.is_letter)(c) || (typography.has_kana() && WIDE_OPENERS.contains(c))
        });
        if end > index && end < line.end && end - index < MAX_DISTANCE {
            let next = annotated.end_of(end, |c| !is_gap(c)).min(line.end);
            let text = |range: Range<usize>| {
                let bytes = annotated.byte(range.start)..annotated.byte(range.end);
                annotated.text.get(bytes).unwrap_or_default()
            };
            let before = text(word..index);
            let after = text(end..next);
            let is_heading = word == line.start && is_label(before);
            if is_before
                && is_after
                && !is_heading
                && !is_in_title(before)
                && !annotated.is_in_address(index)
            {
                // In Japanese, a noun between two spaces followed by its particle, or a term that is explained.
                let is_second = typography.has_kana()
                    && is_name(before)
                    && after.starts_with(CASE_PARTICLES)
                    && (word > line.start || after.starts_with("は、"));
                gaps.push(Gap {
                    range: index..end,
                    is_beside_label: is_second || is_beside_label(annotated, before, after, next),
                    before,
                    after,
                });
            }
            word = end;
        }
        index = end.max(index + 1);
    }
    gaps
}

/// Whether the first word of a line is a label that a space separates from the rest, such as the number of an article.
fn is_label(text: &str) -> bool {
    const LABELS: [&str; 12] = [
        "附", "注", "问", "答", "例", "图", "表", "附件", "注意", "答案", "例如", "导语",
    ];
    let is_numbered = |c: char| is_numeral(c) || "第条章节款项编篇部课回条章節款項課".contains(c);
    LABELS.contains(&text) || text.chars().all(is_numbered)
}

/// Whether a title or a quotation is still open at the end of a text.
fn is_in_title(text: &str) -> bool {
    const MARKS: [(char, char); 4] = [('《', '》'), ('「', '」'), ('『', '』'), ('“', '”')];
    MARKS.iter().any(|(opener, closer)| {
        let after = text.rfind(*opener).and_then(|at| text.get(at..));
        after.is_some_and(|text| !text.contains(*closer))
    })
}
