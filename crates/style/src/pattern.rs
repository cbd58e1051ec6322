use regex::Regex;

/// Compiles a pattern that is a literal of this crate.
#[expect(clippy::expect_used, reason = "the tests compile every pattern")]
pub(crate) fn pattern(expression: &str) -> Regex {
    Regex::new(expression).expect("the pattern is a literal that the tests compile")
}
