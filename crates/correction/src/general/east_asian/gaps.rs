//! Spaces between letters of languages that set no spaces between words.

use std::ops::Range;

use dragoman_domain::Edit;

use super::sheet::Sheet;
use super::writing::Writing;
use super::{FARTHEST, WIDE_CLOSERS, WIDE_OPENERS, is_numeral};
use crate::scripts::is_han;

/// Spaces inside sentences in which one of them can only be a mistake. Names, headings and lists have spaces too, but
/// no words that need a neighbour beside them.
pub(super) fn edits(sheet: &Sheet<'_>, writing: &Writing) -> Vec<Edit> {
    let mut edits = Vec::new();
    if writing.has_spaces {
        return edits;
    }
    let mut begin = 0;
    while begin < sheet.chars.len() {
        let end = sheet.end_of(begin, |c| c != '\n');
        if sheet.is_prose(begin) {
            edits.extend(in_line(sheet, writing, begin..end));
        }
        begin = end + 1;
    }
    edits
}

const fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\u{3000}')
}

fn in_line(sheet: &Sheet<'_>, writing: &Writing, line: Range<usize>) -> Vec<Edit> {
    let is_end = |c: char| matches!(c, '。' | '！' | '？') || WIDE_CLOSERS.contains(c);
    if !sheet.before(line.end).is_some_and(is_end) {
        return Vec::new();
    }
    let gaps = gaps(sheet, writing, &line);
    let is_certain = |gap: &&Gap<'_>| (writing.is_wrong_gap)(gap.before, gap.behind);
    if !gaps.iter().any(|gap| is_certain(&gap)) || is_list(&gaps) {
        return Vec::new();
    }
    let wrong = gaps
        .iter()
        .filter(|gap| is_certain(gap) || (writing.is_doubtful_gap)(gap.before, gap.behind));
    wrong.map(|gap| sheet.edit(gap.range.clone(), "")).collect()
}

/// Whether single Chinese characters are listed, as in "的 地 得".
fn is_list(gaps: &[Gap<'_>]) -> bool {
    let is_single = |text: &str| {
        let mut letters = text.chars();
        letters.next().is_some_and(is_han) && letters.next().is_none()
    };
    gaps.windows(2).any(|gaps| match gaps {
        [one, other] => is_single(one.before) && is_single(other.before) && is_single(one.behind),
        _ => false,
    })
}

/// Spaces between letters of the language.
struct Gap<'t> {
    range: Range<usize>,
    /// What stands before them, back to the space before or the begin of the line.
    before: &'t str,
    /// What stands behind them, up to the next space or the end of the line.
    behind: &'t str,
}

fn gaps<'t>(sheet: &Sheet<'t>, writing: &Writing, line: &Range<usize>) -> Vec<Gap<'t>> {
    let mut gaps = Vec::new();
    let mut word = line.start;
    let mut index = line.start;
    while index < line.end {
        let end = sheet.end_of(index, is_gap).min(line.end);
        let is_before = sheet.before(index).is_some_and(writing.is_letter) && index > line.start;
        let is_behind = sheet
            .at(end)
            .is_some_and(|c| (writing.is_letter)(c) || WIDE_OPENERS.contains(c));
        if end > index && end < line.end && end - index < FARTHEST {
            let next = sheet.end_of(end, |c| !is_gap(c)).min(line.end);
            let text = |range: Range<usize>| {
                let bytes = sheet.byte(range.start)..sheet.byte(range.end);
                sheet.text.get(bytes).unwrap_or_default()
            };
            let before = text(word..index);
            let is_heading = word == line.start && is_label(before);
            if is_before
                && is_behind
                && !is_heading
                && !is_in_title(before)
                && !sheet.is_in_address(index)
            {
                gaps.push(Gap {
                    range: index..end,
                    before,
                    behind: text(end..next),
                });
            }
            word = end;
        }
        index = end.max(index + 1);
    }
    gaps
}

/// Whether something that begins a line is set apart from what follows, as the number of an article is.
fn is_label(text: &str) -> bool {
    const LABELS: [&str; 12] = [
        "附", "注", "问", "答", "例", "图", "表", "附件", "注意", "答案", "例如", "导语",
    ];
    let is_numbered = |c: char| is_numeral(c) || "第条章节款项编篇部课回条章節款項課".contains(c);
    LABELS.contains(&text) || text.chars().all(is_numbered)
}

/// Whether a title or a quotation is open behind a text.
fn is_in_title(text: &str) -> bool {
    const MARKS: [(char, char); 4] = [('《', '》'), ('「', '」'), ('『', '』'), ('“', '”')];
    MARKS.iter().any(|(opener, closer)| {
        let behind = text.rfind(*opener).and_then(|at| text.get(at..));
        behind.is_some_and(|text| !text.contains(*closer))
    })
}

/// Whether words cannot end or begin where there are spaces in Chinese.
pub(super) fn is_wrong_in_chinese(before: &str, behind: &str) -> bool {
    const ENDS: &str = "的了很也我你他您她它们请是这在和与";
    const BEGINS: &str = "吗呢吧们很也是我你他她它您的了";
    const NOUNS: [&str; 11] = [
        "目的", "标的", "申请", "邀请", "聘请", "宴请", "参与", "饱和", "自我", "其他", "吉他",
    ];
    let is_noun = NOUNS.iter().any(|noun| before.ends_with(noun));
    let is_inside = before.contains('，') && behind.contains(['，', '。', '！', '？']);
    (before.ends_with(|c| ENDS.contains(c)) && !is_noun)
        || behind.starts_with(|c| BEGINS.contains(c))
        || is_inside
}

/// Whether words cannot end or begin where there are spaces in Japanese.
pub(super) fn is_wrong_in_japanese(before: &str, behind: &str) -> bool {
    const PARTICLES: &str = "をはがのにでとも";
    const HEADINGS: [&str; 6] = ["最後に", "最初に", "初めに", "始めに", "終わりに", "終りに"];
    let is_noun = |c: char| is_han(c) || matches!(c, 'ァ'..='ヺ' | 'ー');
    let is_particle = |c: char| PARTICLES.contains(c);
    let mut end = before.chars().rev();
    let (last, noun) = (end.next(), end.next());
    let ends_with_noun = last.is_some_and(is_noun);
    let ends_with_particle =
        last.is_some_and(is_particle) && noun.is_none_or(|c| is_noun(c) || "」』）".contains(c));
    let mut begin = behind.chars();
    let begins_with_particle = begin.next().is_some_and(is_particle)
        && begin
            .next()
            .is_none_or(|c| is_noun(c) || matches!(c, '、' | '。'));
    let is_polite = before.starts_with(['ご', 'お'])
        && ["ありがとう", "ございます", "いたし", "ください", "お願い"]
            .iter()
            .any(|word| behind.starts_with(word));
    let is_excuse =
        before.ends_with("申し訳") && (behind.starts_with("ござい") || behind.starts_with("あり"));
    (ends_with_particle && !HEADINGS.contains(&before))
        || (ends_with_noun && (begins_with_particle || behind.starts_with('を')))
        || (before.ends_with("さん") && (begins_with_particle || behind.starts_with("から")))
        || is_polite
        || is_excuse
}
