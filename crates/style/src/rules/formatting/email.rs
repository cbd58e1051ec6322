//! E-mail addresses.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::pattern::pattern;
use crate::target_text::TargetText;

/// How an address is obfuscated, so that programs do not collect it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EmailObfuscation {
    /// `name@(example.org)`
    DomainInParentheses,
    /// `name [at] example [dot] org`
    WordsInBrackets,
    /// A replacement of the at sign.
    At(&'static str),
}

static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?<name>[A-Za-z0-9._%+-]+)@(?<domain>[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24})",
    )
});

/// Obfuscates addresses.
pub(super) fn write(target: &TargetText<'_>, obfuscation: EmailObfuscation) -> Vec<Edit> {
    target.replace(&ADDRESS, |captures| {
        let whole = captures.get(0)?;
        let (name, domain) = (
            captures.name("name")?.as_str(),
            captures.name("domain")?.as_str(),
        );
        let before = target.before(whole.start());
        let following = target.after(whole.end());
        // Strings for a program: `git@example.org:path`, `ftp://name@example.org/`, `name@a@b`.
        let mut ahead = following.chars();
        let is_code = before.ends_with([':', '/', '@', '=', '\'', '"'])
            && !before.ends_with(|c: char| c == ':' && before.len() == 1)
            || match ahead.next() {
                Some('/' | '@' | '_' | '=') => true,
                Some(':') => ahead.next().is_some_and(|c| !c.is_whitespace()),
                _ => false,
            };
        let is_quoted = before.ends_with(['"', '\'']) && following.starts_with(['"', '\'']);
        if is_code && !is_quoted {
            return None;
        }
        Some(match obfuscation {
            EmailObfuscation::DomainInParentheses => format!("{name}@({domain})"),
            EmailObfuscation::WordsInBrackets => {
                let dotted = |part: &str| part.replace('.', " [dot] ");
                format!("{} [at] {}", dotted(name), dotted(domain))
            }
            EmailObfuscation::At(at) => format!("{name}{at}{domain}"),
        })
    })
}

// The pattern requires brackets, because a bare `at` may be a word of the sentence.
static WRITTEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)(?<name>[a-z0-9_%+-]+(?:(?:\.|[ ]?[\[(](?:dot|punkt|punto|point)[\])][ ]?)[a-z0-9_%+-]+)*)",
        r"(?:(?:[ ]?\[(?:at|ät)\][ ]?|[ ]\((?:at|ät)\)[ ]|\((?:at|ät)\))(?<domain>[a-z0-9-]+(?:(?:\.|[ ]?[\[(](?:dot|punkt|punto|point)[\])][ ]?)[a-z0-9-]+)+)|",
        r"@\((?<inner>[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24})\))",
    ))
});
static DOT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)[ ]?[\[(](?:dot|punkt|punto|point)[\])][ ]?"));

/// Writes obfuscated addresses in the standard format.
pub(super) fn standard(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&WRITTEN, |captures| {
        let name = captures.name("name")?.as_str();
        let domain = captures.name("domain").or(captures.name("inner"))?;
        let undotted = |part: &str| DOT.replace_all(part, ".").into_owned();
        let domain = undotted(domain.as_str());
        let top = domain.rsplit('.').next()?;
        (top.len() >= 2 && top.chars().all(|c| c.is_ascii_alphabetic()))
            .then(|| format!("{}@{domain}", undotted(name)))
    })
}
