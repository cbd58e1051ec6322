//! Placeholders come back unchanged, each exactly once.

use std::fmt::Write as _;

use crate::support::{Engine, engine, with_placeholders};

const MODES: &[&str] = &["eng-spa", "eng-cat", "cat-fra", "swe-dan", "rus-ukr"];

async fn check(engine: &Engine, direction: (&str, &str), text: &str) -> String {
    let segment = with_placeholders(text);
    let kept: Vec<&str> = segment
        .placeholders()
        .iter()
        .map(|range| &segment.text()[range.clone()])
        .collect();
    let translation = engine.one(direction, segment.clone()).await;
    for placeholder in kept {
        assert_eq!(
            translation.matches(placeholder).count(),
            1,
            "{placeholder:?} of {text:?} in {translation:?}"
        );
    }
    translation
}

#[tokio::test]
async fn placeholders_survive_in_direct_and_pivoted_pairs() {
    let engine = engine(MODES).await;
    let mut table = String::new();
    for (source, target, text) in [
        ("en", "es", "Hello {name}, you have {n} new messages."),
        ("en", "es", "{a}{b}{c}"),
        ("en", "es", "the {1} red {2} house {3}"),
        ("en", "es", "{x} IS BROKEN"),
        ("en", "es", "Click{x}here{y}now"),
        ("en", "fr", "Hello {name}, you have {n} new messages."),
        (
            "en",
            "fr",
            "{first} The {second} old {third} house {fourth} is red {fifth}",
        ),
        ("sv", "da", "Hej {name}, du har {n} nya meddelanden."),
        ("ru", "uk", "Привет, {name}, у тебя {n} новых сообщений."),
    ] {
        let translation = check(&engine, (source, target), text).await;
        writeln!(table, "{source} {target} {text}\n      {translation}").unwrap();
    }
    insta::assert_snapshot!(table, @r"
    en es Hello {name}, you have {n} new messages.
          Hola {name}, tienes {n} mensajes nuevos.
    en es {a}{b}{c}
          {a}{b}{c}
    en es the {1} red {2} house {3}
          la {1} casa {2} roja {3}
    en es {x} IS BROKEN
          {x} ES ROTO
    en es Click{x}here{y}now
          Clic{x}aquí{y}ahora
    en fr Hello {name}, you have {n} new messages.
          Salut {name}, as {n} des messages nouveaux.
    en fr {first} The {second} old {third} house {fourth} is red {fifth}
          {first} La {second} maison {third} vieille {fourth} est rouge {fifth}
    sv da Hej {name}, du har {n} nya meddelanden.
          Hej {name}, du har {n} nye annoncer.
    ru uk Привет, {name}, у тебя {n} новых сообщений.
          Привіт, {name}, у тебе {n} новий сполучень.
    ");
}

#[tokio::test]
async fn placeholders_may_hold_anything() {
    let engine = engine(&["eng-spa"]).await;
    for placeholder in [
        "{\n\t}",
        "{[k0]}",
        "{\0}",
        "{\\}",
        "{[][:0:]}",
        "{^a/b<n>$}",
        "{~}",
        "{.}",
    ] {
        check(
            &engine,
            ("en", "es"),
            &format!("The {placeholder} house is red."),
        )
        .await;
        check(&engine, ("en", "es"), &format!("{placeholder} the house")).await;
        check(&engine, ("en", "es"), &format!("the house {placeholder}")).await;
    }
}

#[tokio::test]
async fn hundreds_of_placeholders_survive() {
    let engine = engine(&["eng-spa"]).await;
    let text: String = (0..400)
        .map(|index| format!("word {{{index}}} and "))
        .collect();
    check(&engine, ("en", "es"), &text).await;
}

#[tokio::test]
async fn what_looks_like_a_kept_piece_is_only_text() {
    let engine = engine(&["eng-spa"]).await;
    let translation = check(&engine, ("en", "es"), "the [k0] {x} [k1] house").await;
    assert!(
        translation.contains("[k0]") && translation.contains("[k1]"),
        "{translation}"
    );
}
