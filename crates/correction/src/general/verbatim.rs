//! Verbatim quotations, which keep the mistakes of their source.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// Up to three words before `[sic]`.
static SIC: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"((?:\S{1,40} ){1,3})[\[(]_?sic!?_?[\])]").ok());

/// A line with a Japanese remark that a quotation is verbatim.
static JAPANESE_REMARK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?m)^(.*(?:原文ママ|原文のまま|[(（\[［]ママ[)）\]］]).*)$").ok()
});

/// The byte ranges of a text that it marks as verbatim quotations with mistakes.
pub(super) fn quotations(text: &str) -> Vec<Range<usize>> {
    let patterns = [&SIC, &JAPANESE_REMARK]
        .into_iter()
        .filter_map(|it| it.as_ref());
    patterns
        .flat_map(|pattern| pattern.captures_iter(text))
        .filter_map(|captures| captures.get(1))
        .map(|quotation| quotation.range())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_with_its_mistakes_is_found() {
        for (text, quotation) in [
            (
                "Er schrieb: „Ich gehe nachhause und dan [sic] weiter.“",
                Some("nachhause und dan "),
            ),
            (
                "今日は。\n原文ママ：「こんにちわ」と書いてあった。",
                Some("原文ママ：「こんにちわ」と書いてあった。"),
            ),
            ("Die Sicht ist gut (sicher).", None),
            ("ママは元気です。", None),
        ] {
            let found = quotations(text);
            let found = found.first().and_then(|range| text.get(range.clone()));
            assert_eq!(found, quotation);
        }
    }
}
