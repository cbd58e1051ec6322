//! The languages of the pages: their messages (Project Fluent) and the names of languages in them.

use std::collections::HashMap;
use std::sync::OnceLock;

use dragoman_domain::{Language, LanguagePair};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// A language of the pages.
pub(crate) struct Locale {
    tag: &'static str,
    /// Its own name.
    name: &'static str,
    is_right_to_left: bool,
    /// What stands between groups of three digits.
    digit_groups: &'static str,
    /// The files of its messages.
    messages: [&'static str; 9],
    /// A language on each line: its tag, a tab and its name.
    languages: &'static str,
    /// What was read of the files, when the first page in this language was asked for.
    texts: OnceLock<Texts>,
}

macro_rules! messages {
    ($tag:literal: $($file:literal)*) => {
        [$(include_str!(concat!("../locales/", $tag, "/", $file, ".ftl"))),*]
    };
}

macro_rules! locale {
    ($tag:literal, $name:literal, $right_to_left:literal, $digit_groups:literal) => {
        Locale {
            tag: $tag,
            name: $name,
            is_right_to_left: $right_to_left,
            digit_groups: $digit_groups,
            messages: messages!($tag: "frame" "translate" "documents" "improve" "problems" "warnings" "terms" "style-rules" "administration"),
            languages: include_str!(concat!("../languages/", $tag, ".tsv")),
            texts: OnceLock::new(),
        }
    };
}

/// The first is what the others fall back to.
static LOCALES: [Locale; 13] = [
    locale!("en", "English", false, ","),
    locale!("de", "Deutsch", false, "."),
    locale!("fr", "Français", false, "\u{202f}"),
    locale!("es", "Español", false, "."),
    locale!("it", "Italiano", false, "."),
    locale!("pt", "Português", false, "."),
    locale!("nl", "Nederlands", false, "."),
    locale!("pl", "Polski", false, "\u{a0}"),
    locale!("uk", "Українська", false, "\u{a0}"),
    locale!("ja", "日本語", false, ","),
    locale!("zh", "中文", false, ","),
    locale!("ko", "한국어", false, ","),
    locale!("ar", "العربية", true, ","),
];

struct Texts {
    messages: FluentBundle<FluentResource>,
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

impl Texts {
    fn read(locale: &Locale) -> Self {
        // Each is one of those above, and a test reads them all.
        let tag: LanguageIdentifier = locale.tag.parse().unwrap_or_default();
        let mut messages = FluentBundle::new_concurrent(vec![tag]);
        // Marks around values are only for texts in which directions mix.
        messages.set_use_isolating(locale.is_right_to_left);
        let groups = locale.digit_groups;
        messages.set_formatter(Some(match groups {
            "," => |value, _| formatted(value, ","),
            "." => |value, _| formatted(value, "."),
            "\u{202f}" => |value, _| formatted(value, "\u{202f}"),
            _ => |value, _| formatted(value, "\u{a0}"),
        }));
        for file in locale.messages {
            let resource =
                FluentResource::try_new(file.to_owned()).unwrap_or_else(|(readable, _)| readable);
            messages.add_resource_overriding(resource);
        }
        let languages = locale
            .languages
            .lines()
            .filter_map(|line| line.split_once('\t'))
            .enumerate()
            .map(|(place, (tag, name))| (tag, (place, name)))
            .collect();
        Self {
            messages,
            languages,
        }
    }
}

impl Locale {
    fn texts(&self) -> &Texts {
        self.texts.get_or_init(|| Texts::read(self))
    }

    /// All, in the order in which people choose one.
    pub(crate) fn all() -> &'static [Self] {
        &LOCALES
    }

    /// What there is always.
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
        self.tag
    }

    pub(crate) const fn name(&self) -> &'static str {
        self.name
    }

    /// The direction of its text, as HTML says it.
    pub(crate) const fn direction(&self) -> &'static str {
        if self.is_right_to_left { "rtl" } else { "ltr" }
    }

    /// A message.
    pub(crate) fn text(&self, id: &str) -> String {
        self.text_with(id, [])
    }

    /// A message with these values.
    pub(crate) fn text_with<'a>(
        &self,
        id: &str,
        values: impl IntoIterator<Item = (&'a str, Value<'a>)>,
    ) -> String {
        self.find_text(id, values).unwrap_or_else(|| id.to_owned())
    }

    /// A message that there may be.
    pub(crate) fn find_text<'a>(
        &self,
        id: &str,
        values: impl IntoIterator<Item = (&'a str, Value<'a>)>,
    ) -> Option<String> {
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
    }

    fn message(&self, id: &str, args: &FluentArgs<'_>) -> Option<String> {
        let messages = &self.texts().messages;
        let pattern = messages.get_message(id)?.value()?;
        let mut errors = Vec::new();
        let text = messages.format_pattern(pattern, Some(args), &mut errors);
        Some(text.into_owned())
    }

    /// A number with its groups of digits.
    pub(crate) fn number(&self, number: u64) -> String {
        grouped(&number.to_string(), self.digit_groups)
    }

    /// What a language is called here.
    pub(crate) fn language(&self, language: Language) -> &'static str {
        self.texts()
            .languages
            .get(language.tag())
            .map_or_else(|| language.name(), |(_, name)| *name)
    }

    /// What a pair of languages is called here.
    pub(crate) fn pair(&self, pair: impl Into<LanguagePair>) -> String {
        let LanguagePair { source, target } = pair.into();
        format!("{} → {}", self.language(source), self.language(target))
    }

    /// Where a language stands among all in the order of this locale.
    pub(crate) fn order(&self, language: Language) -> usize {
        self.texts()
            .languages
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
