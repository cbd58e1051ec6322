//! The regular expressions that this crate is written with.

use regex::Regex;

/// Compiles a pattern of this crate.
///
/// # Panics
/// If the pattern is no regular expression, which a test of its user shows at once.
#[allow(clippy::expect_used)] // Foreign text never gets here, only the literals of this crate.
pub(crate) fn pattern(expression: &str) -> Regex {
    Regex::new(expression).expect("the pattern is a literal that the tests compile")
}
