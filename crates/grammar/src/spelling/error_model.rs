//! The error model of English: which letters people confuse.

use dragoman_text::{EditCosts, ErrorModel};

/// For words in lower case. Confusing vowels is cheap, because many English vowels are silent or sound alike.
pub(super) const ENGLISH: ErrorModel<'static> = ErrorModel {
    costs: EditCosts {
        other: 1.2,
        surplus: 0.9,
        missing: 0.9,
        silent: 0.75,
        swap: 0.6,
        neighbour: 0.85,
        double: 0.5,
        sound: 0.7,
        mark: 0.3,
        capital: 0.0,
        joint: 0.9,
        apostrophe: 0.3,
        first: 0.5,
    },
    keyboard: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
    sounds: &[
        ("f", "ph"),
        ("ph", "f"),
        ("k", "ch"),
        ("ch", "k"),
        ("k", "ck"),
        ("ck", "k"),
        ("sh", "ti"),
        ("ti", "sh"),
        ("s", "sc"),
        ("sc", "s"),
        ("cs", "x"),
        ("x", "cs"),
        ("kw", "qu"),
        ("qu", "kw"),
        ("ei", "ie"),
        ("ie", "ei"),
        ("nite", "night"),
        ("night", "nite"),
    ],
    transcriptions: &[],
    alike: &["aeiouy", "cs", "ck", "sz", "gj", "td", "mn"],
    silent: "aeiouyh",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_misspellings_cost_less() {
        for (word, near, far) in [
            ("recieve", "receive", "relieve"),
            ("occured", "occurred", "obscured"),
            ("seperate", "separate", "desperate"),
            ("fotograph", "photograph", "cardiograph"),
            ("thst", "that", "thou"),
        ] {
            let [near, far] = [near, far].map(|meant| ENGLISH.distance(word, meant));
            assert!(near < far, "{word}");
            assert!(near <= 1.0, "{word}");
        }
    }
}
