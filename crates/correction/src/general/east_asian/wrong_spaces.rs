//! Spaces that are wrong because of the words next to them: particles and pronouns that are written without a space.

use crate::scripts::is_han;

/// Whether a space between two pieces of Chinese text is wrong. A pronoun may end one verse and another may begin the
/// next one, unless the piece consists of the pronoun alone.
pub(super) fn is_wrong_in_chinese(before: &str, after: &str) -> bool {
    const ENDS: &str = "的很也您请是这在和与";
    const BEGINS: &str = "吗呢吧们很的了";
    const PRONOUNS: [&str; 13] = [
        "我", "你", "您", "他", "她", "它", "我们", "你们", "他们", "她们", "它们", "咱们", "大家",
    ];
    const NOUNS: [&str; 11] = [
        "目的", "标的", "申请", "邀请", "聘请", "宴请", "参与", "饱和", "自我", "其他", "吉他",
    ];
    let is_noun = NOUNS.iter().any(|noun| before.ends_with(noun));
    let is_inside = before.contains('，') && after.contains(['，', '。', '！', '？']);
    (before.ends_with(|c| ENDS.contains(c)) && !is_noun)
        || after.starts_with(|c| BEGINS.contains(c))
        || PRONOUNS.contains(&before)
        || is_inside
}

/// Whether a space between two pieces of Japanese text is wrong.
pub(super) fn is_wrong_in_japanese(before: &str, after: &str) -> bool {
    const PARTICLES: &str = "をはがのにでとも";
    const HEADINGS: [&str; 6] = ["最後に", "最初に", "初めに", "始めに", "終わりに", "終りに"];
    let is_noun = |c: char| is_han(c) || matches!(c, 'ァ'..='ヺ' | 'ー');
    let is_particle = |c: char| PARTICLES.contains(c);
    // A word that begins with Latin letters may have spaces on both sides, as in "Eldaric IV世 の".
    if before.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let mut end = before.chars().rev();
    let (last, noun) = (end.next(), end.next());
    let ends_with_noun = last.is_some_and(is_noun);
    let ends_with_particle =
        last.is_some_and(is_particle) && noun.is_none_or(|c| is_noun(c) || "」』）".contains(c));
    let mut begin = after.chars();
    let begins_with_particle = begin.next().is_some_and(is_particle)
        && begin
            .next()
            .is_none_or(|c| is_noun(c) || matches!(c, '、' | '。'));
    let is_polite = before.starts_with(['ご', 'お'])
        && ["ありがとう", "ございます", "いたし", "ください", "お願い"]
            .iter()
            .any(|word| after.starts_with(word));
    let is_excuse =
        before.ends_with("申し訳") && (after.starts_with("ござい") || after.starts_with("あり"));
    (ends_with_particle && !HEADINGS.contains(&before))
        || (ends_with_noun && (begins_with_particle || after.starts_with('を')))
        || (before.ends_with("さん") && (begins_with_particle || after.starts_with("から")))
        || is_polite
        || is_excuse
}
