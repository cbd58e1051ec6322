//! The languages of the pages: their messages (Project Fluent) and the names of languages in them.

use std::collections::HashMap;
use std::sync::LazyLock;

use dragoman_domain::Language;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// What a locale is made of.
struct Source {
    tag: &'static str,
    /// Its own name.
    name: &'static str,
    is_right_to_left: bool,
    /// What stands between groups of three digits.
    digit_groups: &'static str,
    /// The files of its messages.
    messages: [&'static str; 9],
    languages: &'static str,
}

macro_rules! messages {
    ($tag:literal: $($file:literal)*) => {
        [$(include_str!(concat!("../locales/", $tag, "/", $file, ".ftl"))),*]
    };
}

macro_rules! source {
    ($tag:literal, $name:literal, $right_to_left:literal, $digit_groups:literal) => {
        Source {
            tag: $tag,
            name: $name,
            is_right_to_left: $right_to_left,
            digit_groups: $digit_groups,
            messages: messages!($tag: "frame" "translate" "documents" "improve" "problems" "warnings" "terms" "style-rules" "administration"),
            languages: include_str!(concat!("../languages/", $tag, ".tsv")),
        }
    };
}

/// The first is what the others fall back to.
const SOURCES: [Source; 13] = [
    source!("en", "English", false, ","),
    source!("de", "Deutsch", false, "."),
    source!("fr", "Français", false, "\u{202f}"),
    source!("es", "Español", false, "."),
    source!("it", "Italiano", false, "."),
    source!("pt", "Português", false, "."),
    source!("nl", "Nederlands", false, "."),
    source!("pl", "Polski", false, "\u{a0}"),
    source!("uk", "Українська", false, "\u{a0}"),
    source!("ja", "日本語", false, ","),
    source!("zh", "中文", false, ","),
    source!("ko", "한국어", false, ","),
    source!("ar", "العربية", true, ","),
];

static LOCALES: LazyLock<Vec<Locale>> = LazyLock::new(|| SOURCES.iter().map(Locale::new).collect());

/// A language of the pages.
pub(crate) struct Locale {
    source: &'static Source,
    bundle: FluentBundle<FluentResource>,
    /// The names of languages, and where each stands among them in this locale's order.
    languages: HashMap<&'static str, (usize, &'static str)>,
}

/// A value that a message takes.
pub(crate) enum Value<'a> {
    /// Some words.
    Text(&'a str),
    /// A number of something, written with its groups of digits; it chooses the plural form.
    Number(u64),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl Locale {
    fn new(source: &'static Source) -> Self {
        // Each is one of those above, and a test reads them all.
        let tag: LanguageIdentifier = source.tag.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Marks around values are only for texts in which directions mix.
        bundle.set_use_isolating(source.is_right_to_left);
        let groups = source.digit_groups;
        bundle.set_formatter(Some(match groups {
            "," => |value, _| formatted(value, ","),
            "." => |value, _| formatted(value, "."),
            "\u{202f}" => |value, _| formatted(value, "\u{202f}"),
            _ => |value, _| formatted(value, "\u{a0}"),
        }));
        for messages in source.messages {
            let resource = FluentResource::try_new(messages.to_owned())
                .unwrap_or_else(|(readable, _)| readable);
            bundle.add_resource_overriding(resource);
        }
        let languages = source
            .languages
            .lines()
            .filter_map(|line| line.split_once('\t'))
            .enumerate()
            .map(|(place, (tag, name))| (tag, (place, name)))
            .collect();
        Self {
            source,
            bundle,
            languages,
        }
    }

    /// All, in the order in which people choose one.
    pub(crate) fn all() -> &'static [Self] {
        &LOCALES
    }

    /// What there is always.
    #[expect(clippy::indexing_slicing, reason = "the array of sources is not empty")]
    pub(crate) fn english() -> &'static Self {
        &LOCALES[0]
    }

    /// The locale with this tag, or with its language.
    pub(crate) fn of_tag(tag: &str) -> Option<&'static Self> {
        let language = tag.split(['-', '_']).next().unwrap_or_default();
        Self::all()
            .iter()
            .find(|locale| locale.tag().eq_ignore_ascii_case(language))
    }

    /// The first of the languages that a browser asks for (RFC 9110, section 12.5.4) which the pages have.
    pub(crate) fn accepted(header: &str) -> Option<&'static Self> {
        let mut wishes: Vec<(f32, &str)> = header
            .split(',')
            .filter_map(|wish| {
                let (tag, parameters) = wish.split_once(';').unwrap_or((wish, ""));
                let weight = match parameters.trim().strip_prefix("q=") {
                    Some(weight) => weight.trim().parse().ok()?,
                    None => 1.0,
                };
                (weight > 0.0).then_some((weight, tag.trim()))
            })
            .collect();
        // It is stable: of equal wishes the earlier counts.
        wishes.sort_by(|one, other| other.0.total_cmp(&one.0));
        wishes.into_iter().find_map(|(_, tag)| Self::of_tag(tag))
    }

    pub(crate) const fn tag(&self) -> &'static str {
        self.source.tag
    }

    pub(crate) const fn name(&self) -> &'static str {
        self.source.name
    }

    /// The direction of its text, as HTML says it.
    pub(crate) const fn direction(&self) -> &'static str {
        if self.source.is_right_to_left {
            "rtl"
        } else {
            "ltr"
        }
    }

    /// A message.
    pub(crate) fn text(&self, id: &str) -> String {
        self.text_with(id, [])
    }

    /// A message with these values.
    pub(crate) fn text_with<'a, const N: usize>(
        &self,
        id: &str,
        values: [(&'a str, Value<'a>); N],
    ) -> String {
        let args: FluentArgs<'_> = values
            .into_iter()
            .map(|(name, value)| match value {
                Value::Text(text) => (name, FluentValue::from(text)),
                // A count beyond what a float holds exactly is wrong in its last digits.
                #[expect(clippy::cast_precision_loss, reason = "see above")]
                Value::Number(number) => (name, FluentValue::from(number as f64)),
            })
            .collect();
        self.message(id, &args)
            .or_else(|| Self::english().message(id, &args))
            .unwrap_or_else(|| id.to_owned())
    }

    /// A message with values by their names.
    pub(crate) fn text_with_all<'a>(
        &self,
        id: &str,
        values: impl Iterator<Item = (&'a str, Value<'a>)>,
    ) -> Option<String> {
        let mut args = FluentArgs::new();
        for (name, value) in values {
            match value {
                Value::Text(text) => args.set(name, text),
                #[expect(clippy::cast_precision_loss, reason = "as above")]
                Value::Number(number) => args.set(name, number as f64),
            }
        }
        self.message(id, &args)
            .or_else(|| Self::english().message(id, &args))
    }

    fn message(&self, id: &str, args: &FluentArgs<'_>) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(args), &mut errors);
        Some(text.into_owned())
    }

    /// A number with its groups of digits.
    pub(crate) fn number(&self, number: u64) -> String {
        grouped(&number.to_string(), self.source.digit_groups)
    }

    /// What a language is called here.
    pub(crate) fn language(&self, language: Language) -> &'static str {
        self.languages
            .get(language.tag())
            .map_or_else(|| language.name(), |(_, name)| *name)
    }

    /// Where a language stands among all in the order of this locale.
    pub(crate) fn order(&self, language: Language) -> usize {
        self.languages
            .get(language.tag())
            .map_or(usize::MAX, |(place, _)| *place)
    }
}

/// How Fluent writes a number.
fn formatted(value: &FluentValue<'_>, groups: &str) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(grouped(&number.as_string(), groups)),
        _ => None,
    }
}

fn grouped(digits: &str, separator: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3 * separator.len());
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push_str(separator);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests;
