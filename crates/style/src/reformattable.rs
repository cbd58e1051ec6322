use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::pattern;

static QUANTITY_OR_EMAIL_ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    let quantity = r"(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3})?\s?[-+−]?\d[\d.,'’\s]*(?:[-–]\d[\d.,'’\s]*)?\s?(?:[%‰％]|°\s?\p{L}?|\p{Sc}|\p{L}{1,12}[²³]?\.?(?:/\p{L}{1,12}[²³]?)?)?";
    let address = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+";
    pattern(&format!("^(?:{quantity}|{address})$"))
});

/// Whether a style rule may change the form of a placeholder: a quantity or an e-mail address in
/// running text, which translation engines must keep but which style rules are about.
#[must_use]
pub fn is_reformattable(placeholder: &str) -> bool {
    QUANTITY_OR_EMAIL_ADDRESS.is_match(placeholder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_and_addresses_are_open_and_code_is_not() {
        for open in [
            "3.5 GB",
            "15 %",
            "15%",
            "€ 5",
            "1,000 km",
            "20 °C",
            "100 km/h",
            "5–10 €",
            "USD 5",
            "US$5",
            "a.b@example.org",
        ] {
            assert!(is_reformattable(open), "{open}");
        }
        for closed in [
            "%1$s",
            "{0}",
            "${price}",
            "https://example.org/5",
            "%",
            ":name",
            "&amp;",
            "<?= 5 ?>",
        ] {
            assert!(!is_reformattable(closed), "{closed}");
        }
    }
}
