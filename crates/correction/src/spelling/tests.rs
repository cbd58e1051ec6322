use std::collections::HashMap;

use async_trait::async_trait;

use super::*;
use crate::tongue::Tongue;

/// Knows some words, and suggests all of them for the others.
struct Words(Vec<&'static str>);

#[async_trait]
impl Speller for Words {
    fn languages(&self) -> Vec<Language> {
        Vec::new()
    }

    async fn look_up(&self, _: Language, words: &[String]) -> Result<Vec<Spelling>, EngineError> {
        let spelling = |word: &String| {
            let mut small = word.chars();
            let first = small.next().map(|first| first.to_lowercase().to_string());
            let small = first.unwrap_or_default() + small.as_str();
            let is_known = self.0.contains(&word.as_str()) || self.0.contains(&small.as_str());
            if is_known {
                return Spelling::Known;
            }
            Spelling::Unknown(self.0.iter().map(|known| (*known).to_owned()).collect())
        };
        Ok(words.iter().map(spelling).collect())
    }
}

fn corrected(tongue: Tongue, text: &str, words: &str) -> String {
    let language = Language::parse(tongue.tag()).unwrap();
    let words = Words(
        words
            .split(' ')
            .map(|word| &*word.to_owned().leak())
            .collect(),
    );
    let mut draft = Draft::new(text.to_owned(), Vec::new());
    let conventions = Conventions::of(tongue);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let edits = runtime.block_on(edits(&draft, language, conventions, &words));
    draft.apply(edits.unwrap());
    draft.into_text()
}

#[test]
fn slips_are_mended_where_one_word_is_clearly_meant() {
    let german = "Ich gehe heute für nach Hause Straße weil das Wetter schön ist";
    for (faulty, mended) in [
        ("Ich gehe huete nach Hause", "Ich gehe heute nach Hause"),
        ("Das Weter ist schoen", "Das Wetter ist schön"),
        ("fuer Hause", "für Hause"),
        ("die Strasse", "die Straße"),
    ] {
        assert_eq!(corrected(Tongue::German, faulty, german), mended);
    }
}

#[test]
fn names_and_words_that_resemble_several_stay() {
    let spanish = "la casa es grande y caso cabo cosa de vive en María";
    for text in [
        "vive en Casaa Grandee",
        "la camo",
        "grande@casaa.es",
        "xyzzyq",
    ] {
        assert_eq!(corrected(Tongue::Spanish, text, spanish), text);
    }
}

#[test]
fn costs_are_those_of_the_cheapest_slips() {
    let german = Conventions::of(Tongue::German);
    let costs: HashMap<(&str, &str), f32> = [
        (("fuer", "für"), 0.3),
        (("huete", "heute"), 0.7),
        (("Weter", "Wetter"), 0.55),
        (("haus", "Haus"), 0.2),
        (("", "ab"), 2.2),
        (("xaus", "Haus"), 1.7),
    ]
    .into();
    for ((word, meant), cost) in costs {
        let found = cost::of(word, meant, german, Habits::of(Tongue::German));
        assert!((found - cost).abs() < 0.001, "{word} {meant} {found}");
    }
}
