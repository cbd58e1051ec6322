//! What every offered pair makes of a sentence.

use std::fmt::Write as _;
use std::process::Command;

use dragoman_domain::{Segment, TranslationJob, Translator};
use dragoman_engines::Apertium;
use dragoman_engines::apertium::{Mode, State};

use crate::support::{config, engine, installed_modes, pair};

const SENTENCES: &[(&str, &str)] = &[
    (
        "en",
        "The old house stands near the river, and nobody lives there.",
    ),
    ("es", "La casa vieja está cerca del río y nadie vive allí."),
    ("ca", "La casa vella és a prop del riu i ningú no hi viu."),
    (
        "fr",
        "La vieille maison est près de la rivière et personne n'y habite.",
    ),
    (
        "it",
        "La vecchia casa è vicino al fiume e nessuno ci abita.",
    ),
    ("pt", "A casa velha fica perto do rio e ninguém mora lá."),
    (
        "ro",
        "Casa veche este lângă râu și nimeni nu locuiește acolo.",
    ),
    (
        "sv",
        "Det gamla huset ligger nära floden och ingen bor där.",
    ),
    ("da", "Det gamle hus ligger nær floden, og ingen bor der."),
    ("nb", "Det gamle huset ligger nær elva, og ingen bor der."),
    ("ru", "Старый дом стоит у реки, и никто там не живёт."),
    (
        "uk",
        "Старий будинок стоїть біля річки, і ніхто там не живе.",
    ),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_offered_pair_translates_a_sentence() {
    installed_modes();
    let apertium = Apertium::start(config()).await;
    apertium.wait_ready().await;
    let mut pairs: Vec<_> = apertium.offers().iter().map(|offer| offer.pair).collect();
    pairs.sort();
    let mut table = String::new();
    for pair in pairs {
        let (_, sentence) = SENTENCES
            .iter()
            .find(|(language, _)| *language == pair.source.tag())
            .unwrap();
        let segments = vec![Segment::new((*sentence).to_owned(), Vec::new())];
        let translations = apertium
            .translate(TranslationJob::new(pair, segments))
            .await
            .unwrap();
        assert_ne!(translations[0].text(), *sentence, "{pair}");
        writeln!(
            table,
            "{:2} {:6} {}",
            pair.source,
            pair.target,
            translations[0].text()
        )
        .unwrap();
    }
    insta::assert_snapshot!(table);
    for report in apertium.report().modes {
        assert_eq!(report.state, State::Working, "{}", report.mode);
        assert!(
            report.memory_bytes.is_some_and(|bytes| bytes > 1 << 20),
            "{}",
            report.mode
        );
    }
}

#[test]
fn modes_are_rewritten_as_apertiums_own_program_does_it() {
    let directory = installed_modes();
    let config = config();
    let mut compared = 0;
    for entry in std::fs::read_dir(&directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if path.extension().is_none_or(|extension| extension != "mode") {
            continue;
        }
        let Ok(mode) = Mode::load(&directory, &config.program_dirs, name, false) else {
            continue;
        };
        let printed = Command::new("apertium-wblank-mode")
            .arg("-z")
            .arg(&path)
            .output()
            .unwrap();
        let expected: Vec<Vec<String>> = String::from_utf8(printed.stdout)
            .unwrap()
            .replace("$1", "-n")
            .replace("$2", "")
            .replace('\'', "")
            .split('|')
            .map(|command| command.split_whitespace().map(str::to_owned).collect())
            .collect();
        let rewritten: Vec<Vec<String>> = mode
            .stages()
            .iter()
            .map(|stage| {
                let program = stage.program.file_name().unwrap().to_str().unwrap();
                let program = std::iter::once(program.to_owned());
                program.chain(stage.arguments.iter().cloned()).collect()
            })
            .collect();
        assert_eq!(rewritten, expected, "{name}");
        compared += 1;
    }
    assert!(compared > 30, "only {compared} modes are installed");
}

#[tokio::test]
async fn translations_do_not_depend_on_the_requests_before() {
    let engine = engine(&["eng-spa"]).await;
    let texts = [
        "He saw her duck",
        "can",
        "The can is red.",
        "they",
        "\"Never (",
        "The United",
        "States are large.",
        "not",
        "I do",
        "Mr.",
        "no",
    ];
    let mut alone = Vec::new();
    for text in texts {
        alone.push(engine.text(("en", "es"), text).await);
    }
    for (first, _) in texts.iter().enumerate() {
        for (second, text) in texts.iter().enumerate() {
            engine.text(("en", "es"), texts[first]).await;
            assert_eq!(
                engine.text(("en", "es"), text).await,
                alone[second],
                "{text:?} after {:?}",
                texts[first]
            );
        }
    }
}

#[tokio::test]
async fn case_and_spacing_follow_the_source() {
    let engine = engine(&["eng-spa", "spa-eng"]).await;
    let mut table = String::new();
    for (source, target, text) in [
        ("en", "es", "the red house"),
        ("en", "es", "The red house"),
        ("en", "es", "THE RED HOUSE"),
        ("en", "es", "He says that he sleeps."),
        ("en", "es", "  it works \n"),
        ("en", "es", "I"),
        ("es", "en", "creo que sí"),
        ("es", "en", "¿dónde está la casa?"),
        ("es", "en", "Yo duermo"),
        ("es", "en", "la OTAN"),
    ] {
        let translation = engine.text((source, target), text).await;
        writeln!(table, "{text:?} -> {translation:?}").unwrap();
    }
    insta::assert_snapshot!(table, @r#"
    "the red house" -> "la casa roja"
    "The red house" -> "La casa roja"
    "THE RED HOUSE" -> "LA CASA ROJA"
    "He says that he sleeps." -> "Dice que duerme."
    "  it works \n" -> "  obra \n"
    "I" -> "I"
    "creo que sí" -> "I think so"
    "¿dónde está la casa?" -> "where it is the house?"
    "Yo duermo" -> "I sleep"
    "la OTAN" -> "the NATO"
    "#);
}

#[tokio::test]
async fn a_pair_that_is_not_installed_says_which_packages_to_install() {
    let engine = engine(&["eng-spa"]).await;
    for (source, target, remedy) in [
        (
            "es",
            "ca",
            Some("Install the Debian package apertium-spa-cat."),
        ),
        (
            "en",
            "fr",
            Some("Install the Debian packages apertium-eng-cat and apertium-fra-cat."),
        ),
        ("en", "es", None),
        ("en", "ja", None),
    ] {
        let remedy = remedy.map(str::to_owned);
        assert_eq!(
            engine.apertium.remedy(pair(source, target)),
            remedy,
            "{source} to {target}"
        );
    }
}
