//! What a person chose for the pages: kept by the browser, not by the server.

use dragoman_domain::Language;
use url::form_urlencoded;

use crate::cookies;
use crate::locale::Locale;

/// How the pages look.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Theme {
    /// As the system does.
    #[default]
    System,
    Light,
    Dark,
    /// With more contrast, light or dark as the system is.
    Contrast,
}

impl Theme {
    pub(crate) const ALL: [Self; 4] = [Self::System, Self::Light, Self::Dark, Self::Contrast];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Contrast => "contrast",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.as_str() == text)
    }
}

/// What a person chose; what they did not choose is absent.
#[derive(Clone, Copy, Default)]
pub(crate) struct Settings {
    pub(crate) locale: Option<&'static Locale>,
    pub(crate) theme: Theme,
    /// The language from which texts are translated at first; detected if absent.
    pub(crate) source: Option<Language>,
    /// The language into which texts are translated at first.
    pub(crate) target: Option<Language>,
}

impl Settings {
    /// From the value of the cookie; what it has that is nothing is left out.
    pub(crate) fn read(headers: &axum::http::HeaderMap) -> Self {
        let mut settings = Self::default();
        let value = cookies::read(headers, cookies::SETTINGS).unwrap_or_default();
        for (name, value) in form_urlencoded::parse(value.as_bytes()) {
            match &*name {
                "locale" => settings.locale = Locale::of_tag(&value),
                "theme" => settings.theme = Theme::parse(&value).unwrap_or_default(),
                "from" => settings.source = Language::parse(&value).ok(),
                "to" => settings.target = Language::parse(&value).ok(),
                _ => {}
            }
        }
        settings
    }

    /// The value of the cookie.
    pub(crate) fn write(&self) -> String {
        let mut pairs = form_urlencoded::Serializer::new(String::new());
        pairs.append_pair("theme", self.theme.as_str());
        if let Some(locale) = self.locale {
            pairs.append_pair("locale", locale.tag());
        }
        if let Some(source) = self.source {
            pairs.append_pair("from", source.tag());
        }
        if let Some(target) = self.target {
            pairs.append_pair("to", target.tag());
        }
        pairs.finish()
    }
}
