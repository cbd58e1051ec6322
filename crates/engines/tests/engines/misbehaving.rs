//! Stages that misbehave on purpose: see `stage.sh` for what each part does.

use std::fs;
use std::io::Write as _;
use std::pin::pin;
use std::time::Duration;

use dragoman_domain::{EngineError, KeyId, TranslationJob, Translator};
use dragoman_engines::ApertiumConfig;
use dragoman_engines::apertium::State;
use futures_util::FutureExt;
use futures_util::future::{join, join_all};

use crate::support::{
    Engine, engine_with, pair, plain, playing, playing_analyser, texts_of, until, with_placeholders,
};

const DIRECTION: (&str, &str) = ("en", "es");

fn log(engine: &Engine) -> String {
    fs::read_to_string(engine.modes.path().join("log")).unwrap_or_default()
}

fn open_gate(engine: &Engine) {
    let gate = engine.modes.path().join("gate");
    let mut gate = fs::OpenOptions::new().write(true).open(gate).unwrap();
    gate.write_all(b"\n").unwrap();
}

#[tokio::test]
async fn a_fault_is_met_by_a_new_pipeline_and_the_answer_is_right() {
    for part in [
        "hangs-once",
        "dies-once",
        "strays-once",
        "answers-late-once",
        "answers-twice-once",
        "floods-once",
        "complains",
    ] {
        for is_analyser in [false, true] {
            let change = |config: &mut ApertiumConfig| {
                if part == "hangs-once" {
                    config.request_timeout = Duration::from_secs(3);
                }
                config.max_pipelines_per_mode = 1;
            };
            let engine = if is_analyser {
                playing_analyser(part, change).await
            } else {
                playing(part, change).await
            };
            for text in ["the odd house", "the even house", "the last house"] {
                let mut job = TranslationJob::new(pair("en", "es"), vec![plain(text)]);
                job.alignment = true;
                let translations = engine.apertium.translate(job).await.unwrap();
                let expected = text.replace("the", "el");
                assert_eq!(texts_of(translations), [expected], "{part}");
            }
        }
    }
}

#[tokio::test]
async fn a_request_that_fails_twice_fails_alone() {
    let engine = playing("hangs-always", |config| {
        config.request_timeout = Duration::from_secs(2);
        config.max_pipelines_per_mode = 1;
    })
    .await;
    let failed = engine
        .translate(DIRECTION, vec![with_placeholders("the odd house")])
        .await;
    assert_eq!(
        failed,
        Err(EngineError::Unavailable {
            reason: "no answer in time".into()
        })
    );
    assert_eq!(log(&engine).matches("waiting").count(), 2);
    assert_eq!(
        engine.text(DIRECTION, "the even house").await,
        "el even house"
    );
}

#[tokio::test]
async fn what_a_mode_loses_doubles_or_invents_is_put_right() {
    for part in ["loses-kept", "doubles-kept", "invents-kept"] {
        let engine = playing(part, |_| {}).await;
        let segment = with_placeholders("see {0} and the {1}, the {2} end");
        assert_eq!(
            engine.one(DIRECTION, segment).await,
            "see {0} and el {1}, el {2} end",
            "{part}"
        );
    }
}

#[tokio::test]
async fn work_that_is_taken_back_before_it_begins_is_not_done() {
    let engine = playing("waits", |config| config.max_pipelines_per_mode = 1).await;
    let mut first = pin!(engine.text(DIRECTION, "the gate"));
    tokio::select! {
        biased;
        _ = &mut first => panic!("the gate was open"),
        () = until(|| log(&engine).contains("waiting")) => {}
    }
    {
        let mut second = pin!(engine.text(DIRECTION, "the unwanted"));
        tokio::select! {
            biased;
            _ = &mut second => panic!("the pipeline was free"),
            () = std::future::ready(()) => {}
        }
    }
    open_gate(&engine);
    assert_eq!(first.await, "el gate");
    assert_eq!(engine.text(DIRECTION, "the third").await, "el third");
    assert!(!log(&engine).contains("unwanted"));
}

#[tokio::test]
async fn work_that_has_begun_is_finished_so_that_the_next_answer_is_right() {
    let engine = playing("waits", |config| config.max_pipelines_per_mode = 1).await;
    {
        let mut abandoned = pin!(engine.text(DIRECTION, "the gate"));
        tokio::select! {
            biased;
            _ = &mut abandoned => panic!("the gate was open"),
            () = until(|| log(&engine).contains("waiting")) => {}
        }
    }
    let before = engine.pipelines();
    open_gate(&engine);
    assert_eq!(engine.text(DIRECTION, "the next").await, "el next");
    assert_eq!(engine.pipelines(), before);
}

#[tokio::test]
async fn a_full_queue_refuses_further_jobs() {
    let engine = playing("waits", |config| {
        config.max_pipelines_per_mode = 1;
        config.queue_capacity = 1;
    })
    .await;
    let mut first = pin!(engine.text(DIRECTION, "the gate"));
    tokio::select! {
        biased;
        _ = &mut first => panic!("the gate was open"),
        () = until(|| log(&engine).contains("waiting")) => {}
    }
    let mut second = pin!(engine.text(DIRECTION, "the second"));
    tokio::select! {
        biased;
        _ = &mut second => panic!("the pipeline was free"),
        () = std::future::ready(()) => {}
    }
    let third = engine
        .translate(DIRECTION, vec![with_placeholders("the third")])
        .await;
    assert!(
        matches!(third, Err(EngineError::Overloaded { .. })),
        "{third:?}"
    );
    open_gate(&engine);
    assert_eq!(first.await, "el gate");
    assert_eq!(second.await, "el second");
}

#[tokio::test]
async fn a_keys_segment_is_translated_before_most_of_anothers_many() {
    let engine = playing("waits", |config| config.max_pipelines_per_mode = 1).await;
    let key = |number| {
        let account = "00000000-0000-0000-0000-000000000001";
        let id = format!("{account}:00000000-0000-0000-0000-00000000000{number}");
        Some(id.parse::<KeyId>().unwrap())
    };
    let job = |caller, text: &str, segments| {
        let segments = (0..segments).map(|number| plain(&format!("the {text} {number}")));
        TranslationJob {
            caller,
            ..TranslationJob::new(pair("en", "es"), segments.collect())
        }
    };
    let mut first = pin!(engine.text(DIRECTION, "the gate"));
    tokio::select! {
        biased;
        _ = &mut first => panic!("the gate was open"),
        () = until(|| log(&engine).contains("waiting")) => {}
    }
    let mut jobs: Vec<_> = (0..10).map(|_| job(key(1), "many", 8)).collect();
    jobs.push(job(key(2), "single", 1));
    let mut waiting: Vec<_> = jobs
        .into_iter()
        .map(|job| engine.apertium.translate(job))
        .collect();
    for waiting in &mut waiting {
        assert!(waiting.now_or_never().is_none(), "the pipeline was free");
    }
    open_gate(&engine);
    let (first, others) = join(first, join_all(waiting)).await;
    assert_eq!(first, "el gate");
    assert!(others.iter().all(Result::is_ok), "{others:?}");
    let log = log(&engine);
    let before = log.split_once("single").unwrap().0;
    assert!(before.matches("many").count() <= 8, "{log}");
}

#[tokio::test]
async fn a_mode_that_fails_its_test_is_reported_and_not_offered() {
    for (part, reason) in [
        ("dies-always", "stage.sh ended: exit status: 3"),
        ("unchanged", "it leaves a sentence untranslated"),
        ("silent", "it loses most of a sentence"),
    ] {
        let engine = playing(part, |_| {}).await;
        assert_eq!(engine.apertium.offers(), [], "{part}");
        let report = engine.apertium.report();
        let mode = report
            .modes
            .iter()
            .find(|report| report.mode == "eng-spa")
            .unwrap();
        let reason = reason.to_owned();
        assert_eq!(mode.state, State::Broken { reason });
        let refused = engine.translate(DIRECTION, Vec::new()).await;
        assert!(
            matches!(refused, Err(EngineError::UnsupportedPair { .. })),
            "{refused:?}"
        );
        assert_eq!(engine.pipelines(), Vec::<Vec<i32>>::new());
    }
}

#[tokio::test]
async fn a_mode_that_names_a_missing_file_is_reported_and_not_offered() {
    let engine = engine_with(&["spa-eng"], |config| {
        let mode = "lt-proc '/nowhere/eng-spa.automorf.bin'";
        fs::write(config.modes_dir.join("eng-spa.mode"), mode).unwrap();
        let mode = "no-such-program -x | lt-proc";
        fs::write(config.modes_dir.join("eng-cat.mode"), mode).unwrap();
    })
    .await;
    let offered: Vec<_> = engine
        .apertium
        .offers()
        .iter()
        .map(|offer| offer.pair)
        .collect();
    assert!(offered.contains(&pair("es", "en")));
    assert!(!offered.contains(&pair("en", "es")));
    let report = engine.apertium.report();
    let state = |mode: &str| {
        let report = report
            .modes
            .iter()
            .find(|report| report.mode == mode)
            .unwrap();
        report.state.clone()
    };
    assert_eq!(
        state("eng-spa"),
        State::Broken {
            reason: "the mode file names /nowhere/eng-spa.automorf.bin, which does not exist"
                .into()
        }
    );
    assert_eq!(
        state("eng-cat"),
        State::Broken {
            reason: "the program no-such-program is not installed".into()
        }
    );
    assert_eq!(
        state("ro-es"),
        State::Missing {
            packages: vec!["apertium-es-ro".into()]
        }
    );
}
