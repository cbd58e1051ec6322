//! Jobs and models of sizes that no usual text and no published model has.

use dragoman_domain::{Priority, TranslationJob, Translator};
use dragoman_marian::{InstalledModel, Marian, MarianConfig};
use dragoman_nmt::SearchOptions;
use dragoman_nmt::files::{ModelConfig, write};

use crate::support::{Models, config, engine, job, pair, texts_of, translate};

/// `</s>`, `<unk>`, and a word for each other token.
fn pieces(tokens: usize) -> Vec<String> {
    let special = ["</s>", "<unk>"].map(str::to_owned);
    let words = (2..).map(|token| format!("\u{2581}{}", word(token)));
    special.into_iter().chain(words).take(tokens).collect()
}

/// The word that is a token: letters only, for an engine copies what has none.
fn word(token: usize) -> String {
    let digits = token.to_string().into_bytes().into_iter();
    digits
        .map(|digit| char::from(digit - b'0' + b'a'))
        .collect()
}

/// All words of a vocabulary in turn.
fn words(vocabulary: usize, count: usize) -> Vec<String> {
    (2..vocabulary).cycle().take(count).map(word).collect()
}

fn architecture(tokens: usize, [embedding, feed_forward, heads]: [usize; 3]) -> ModelConfig {
    ModelConfig {
        embedding,
        feed_forward,
        heads,
        encoder_layers: 1,
        decoder_layers: 1,
        ..write::tiny_config(tokens)
    }
}

const TOKENS: usize = 43;

fn model(models: &Models) -> InstalledModel {
    models.make_of(
        &architecture(TOKENS, [16, 16, 1]),
        &pieces(TOKENS),
        ("en", "de"),
    )
}

/// Without a cache, so that everything is decoded.
fn uncached(threads: usize) -> MarianConfig {
    MarianConfig {
        threads,
        cache_bytes: 0,
        ..config()
    }
}

async fn translate_all(engine: &Marian, texts: &[String], priority: Priority) -> Vec<String> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let job = TranslationJob {
        priority,
        ..job("en", "de", &texts)
    };
    texts_of(engine.translate(job).await.unwrap())
}

#[tokio::test]
async fn a_sentence_of_5_000_tokens_is_translated_whichever_thread_has_which_part() {
    let models = Models::new();
    let text = words(TOKENS, 5_000).join(" ");
    let mut found = Vec::new();
    for threads in [1, 3] {
        let engine = engine(&uncached(threads), vec![model(&models)]);
        found.push(translate(&engine, "en", "de", &text).await.unwrap());
        let aligned = TranslationJob {
            alignment: true,
            ..job("en", "de", &[&text])
        };
        found.extend(texts_of(engine.translate(aligned).await.unwrap()));
        assert_eq!(engine.waiting_tokens(Priority::Interactive), 0);
    }
    assert!(found.iter().all(|translation| *translation == found[0]));
    assert!(!found[0].is_empty() && found[0] != text);
}

#[tokio::test]
async fn a_segment_of_5_000_tokens_is_decoded_in_parts_and_aligned_as_a_whole() {
    let models = Models::new();
    let engine = engine(&uncached(1), vec![model(&models)]);
    let options = SearchOptions {
        alignment: true,
        scores: true,
        ..SearchOptions::default()
    };
    let text = words(TOKENS, 5_000).join(" ");
    let translations = engine
        .translate_segment(pair("en", "de"), &text, options, Priority::Interactive)
        .await
        .unwrap();
    let translation = &translations[0];
    // 127 pieces and the end of sentence are the most that a model takes in.
    assert_eq!(
        translation.source_tokens.len(),
        5_000 + 5_000_usize.div_ceil(127)
    );
    assert_eq!(
        translation.alignment.columns(),
        translation.source_tokens.len()
    );
    assert_eq!(
        translation.alignment.rows(),
        translation.target_tokens.len()
    );
}

#[tokio::test]
async fn ten_thousand_sentences_of_one_token_come_back_in_order_as_each_alone() {
    let models = Models::new();
    let engine = engine(&uncached(2), vec![model(&models)]);
    let mut expected = Vec::new();
    for word in words(TOKENS, TOKENS - 2) {
        expected.push(translate(&engine, "en", "de", &word).await.unwrap());
    }
    let texts = words(TOKENS, 10_000);
    let found = translate_all(&engine, &texts, Priority::Interactive).await;
    assert_eq!(found.len(), texts.len());
    assert!(found.iter().eq(expected.iter().cycle().take(10_000)));
    assert_eq!(engine.waiting_tokens(Priority::Interactive), 0);
}

#[tokio::test]
async fn a_job_larger_than_the_queue_is_translated_if_nothing_else_waits() {
    let models = Models::new();
    let small = MarianConfig {
        interactive_queue_tokens: 1,
        bulk_queue_tokens: 1,
        ..uncached(1)
    };
    let engine = engine(&small, vec![model(&models)]);
    let texts = words(TOKENS, 500);
    let interactive = translate_all(&engine, &texts, Priority::Interactive).await;
    assert_eq!(
        translate_all(&engine, &texts, Priority::Bulk).await,
        interactive
    );
}

#[tokio::test]
async fn long_short_and_empty_ones_of_both_priorities_come_back_as_alone() {
    let models = Models::new();
    let engine = engine(&uncached(2), vec![model(&models)]);
    let long = words(TOKENS, 5_000).join(" ");
    let spaces = " ".repeat(5_000);
    let mut kinds = vec![
        String::new(),
        long,
        "\n".to_owned(),
        spaces,
        "?".repeat(5_000),
    ];
    kinds.extend(words(TOKENS, TOKENS - 2));
    let mut expected = Vec::new();
    for text in &kinds {
        expected.push(translate(&engine, "en", "de", text).await.unwrap());
    }
    for unchanged in [0, 2, 3, 4] {
        assert_eq!(expected[unchanged], kinds[unchanged]);
    }
    let four_times = |texts: &[String]| [texts; 4].concat();
    let texts = four_times(&kinds);
    let empty = vec![String::new(); 10_000];
    let (interactive, bulk, unchanged) = tokio::join!(
        translate_all(&engine, &texts, Priority::Interactive),
        translate_all(&engine, &texts, Priority::Bulk),
        translate_all(&engine, &empty, Priority::Interactive),
    );
    assert_eq!(interactive, four_times(&expected));
    assert_eq!(bulk, interactive);
    assert_eq!(unchanged, empty);
}

#[tokio::test]
async fn models_of_odd_widths_translate_side_by_side() {
    let models = Models::new();
    let widths = [
        ("de", [48, 80, 3]),
        ("fr", [112, 336, 7]),
        ("it", [208, 48, 1]),
    ];
    let made = widths.map(|(target, widths)| {
        let architecture = architecture(TOKENS, widths);
        models.make_of(&architecture, &pieces(TOKENS), ("en", target))
    });
    let text = words(TOKENS, 60).join(" ");
    let alone = engine(&uncached(1), made.to_vec());
    let together = engine(&uncached(2), made.to_vec());
    let [de, fr, it] = ["de", "fr", "it"].map(|target| translate(&together, "en", target, &text));
    let found = tokio::join!(de, fr, it);
    for (target, found) in ["de", "fr", "it"]
        .into_iter()
        .zip([found.0, found.1, found.2])
    {
        assert!(found.is_ok(), "{found:?}");
        assert_eq!(translate(&alone, "en", target, &text).await, found);
    }
}

#[tokio::test]
async fn vocabularies_of_two_three_and_250_000_tokens_are_served() {
    let models = Models::new();
    let sizes = [("de", 2), ("fr", 3), ("it", 250_000)];
    let made = sizes.map(|(target, tokens)| {
        let architecture = architecture(tokens, [16, 16, 1]);
        models.make_of(&architecture, &pieces(tokens), ("en", target))
    });
    let engine = engine(&uncached(1), made.to_vec());
    let text = [2, 65_536, 249_999].map(word).join(" ");
    assert_eq!(
        translate(&engine, "en", "de", &text).await,
        Ok(text.clone())
    );
    let of_one_word = translate(&engine, "en", "fr", &word(2)).await.unwrap();
    assert!(
        of_one_word.split_whitespace().all(|found| found == word(2)),
        "{of_one_word}"
    );
    let of_many = translate(&engine, "en", "it", &text).await.unwrap();
    assert!(!of_many.contains('\u{2047}'), "{of_many}");
}
