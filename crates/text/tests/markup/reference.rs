//! Markup on the translations of a model that does not travel with the repository.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use dragoman_nmt::{Model, ModelPaths, VocabularyPaths};
use dragoman_text::{MarkedText, MarkupOptions, SentenceSplitting};

use crate::language;
use crate::placement::aligned_translation;

/// What stands around the words of a peer's translations, but each tag once and without the verb
/// that the model's attention puts beside the number.
const EXPECTED: [&str; 3] = [
    "Ich habe <b>zwei und vierzig Häuser</b>.",
    "<p>Ich habe sieben Häuser.</p><p>Ich habe <i>ein hundert</i> eins Häuser.</p>",
    r#"Ich habe <a href="x">drei hundert <b>fünf und sechzig Häuser</b></a>. Ich habe <img src="a.png">zwei Häuser."#,
];

#[test]
fn tags_stand_around_the_numbers_that_a_toy_model_translates() {
    let Some(data) = std::env::var_os("DRAGOMAN_MODEL_DATA").map(PathBuf::from) else {
        return;
    };
    let paths = ModelPaths {
        weights: data.join("toy/model.toy.ende.intgemm.alphas.bin"),
        shortlist: Some(data.join("toy/lex.50.50.toy.s2t.bin")),
        vocabulary: VocabularyPaths::Shared(data.join("vocab/vocab.deen.spm")),
        decoder_settings: None,
    };
    let model = Arc::new(Model::load(&paths).unwrap());
    let lines = fs::read_to_string(data.join("toy/html.en")).unwrap();
    let restored = |line: &str| {
        let marked = MarkedText::parse(line, &MarkupOptions::html()).unwrap();
        let sentences = marked.sentences(language("en"), SentenceSplitting::Punctuation);
        let translations: Vec<_> = sentences
            .iter()
            .map(|sentence| aligned_translation(&model, sentence.text()))
            .collect();
        marked.restore(&sentences, &translations, language("de"))
    };
    let found: Vec<String> = lines.lines().take(EXPECTED.len()).map(restored).collect();
    assert_eq!(found, EXPECTED);
}
