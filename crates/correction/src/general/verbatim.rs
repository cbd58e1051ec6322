//! Passages that a text has as somebody else wrote them.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// The words before `[sic]`.
static SIC: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"((?:\S{1,40} ){1,3})[\[(]_?sic!?_?[\])]").ok());

/// A line that says in Japanese that it has what it quotes as it stood there.
static AS_IT_STOOD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?m)^(.*(?:原文ママ|原文のまま|[(（\[［]ママ[)）\]］]).*)$").ok()
});

/// The stretches of a text of which it says itself that their mistakes are those of somebody else.
pub(super) fn stretches(text: &str) -> Vec<Range<usize>> {
    let patterns = [&SIC, &AS_IT_STOOD]
        .into_iter()
        .filter_map(|it| it.as_ref());
    patterns
        .flat_map(|pattern| pattern.captures_iter(text))
        .filter_map(|captures| captures.get(1))
        .map(|stretch| stretch.range())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_with_its_mistakes_is_found() {
        for (text, stretch) in [
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
            let found = stretches(text);
            let found = found.first().and_then(|range| text.get(range.clone()));
            assert_eq!(found, stretch);
        }
    }
}
