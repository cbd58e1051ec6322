//! What the engine holds, and how it gives it back.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use dragoman_domain::EngineError;
use dragoman_engines::ApertiumConfig;
use dragoman_engines::apertium::{Mode, Pipeline};

use crate::support::{
    Engine, LAUNCHER, config, engine, engine_with, exists, kill, make_pipe, may_write, pipeline,
    pipelines_of, plain, runs, sandbox_of, until, write_mode,
};

const MODES: &[&str] = &["eng-spa", "spa-eng"];

async fn both_ways(engine: &Engine) -> (String, String) {
    tokio::join!(
        engine.text(("en", "es"), "The red house is old."),
        engine.text(("es", "en"), "La casa roja es vieja."),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tiny_memory_budget_leaves_one_pipeline_at_a_time() {
    let roomy = engine(MODES).await;
    let expected = both_ways(&roomy).await;
    assert_eq!(roomy.pipelines().len(), 2);
    drop(roomy);
    let engine = engine_with(MODES, |config| config.memory_budget_bytes = 1).await;
    for _ in 0..3 {
        assert_eq!(both_ways(&engine).await, expected);
        assert_eq!(engine.pipelines().len(), 1);
    }
}

/// On one thread, so that a worker which only tries again lets nobody else work.
#[tokio::test]
async fn a_worker_without_memory_leaves_the_work_to_the_others() {
    let engine = engine_with(MODES, |config| {
        config.memory_budget_bytes = 1;
        config.max_pipelines_per_mode = 3;
    })
    .await;
    let segments = |text: &str| (0..40).map(|_| plain(text)).collect();
    let (there, back) = tokio::join!(
        engine.translate(("en", "es"), segments("The red house is old.")),
        engine.translate(("es", "en"), segments("La casa roja es vieja.")),
    );
    assert_eq!((there.unwrap().len(), back.unwrap().len()), (40, 40));
}

#[tokio::test]
async fn pipelines_without_work_go() {
    let engine = engine_with(MODES, |config| {
        config.idle_timeout = Duration::from_millis(1);
    })
    .await;
    assert_eq!(
        engine.pipelines().len(),
        0,
        "the tests left pipelines behind"
    );
    let expected = both_ways(&engine).await;
    until(|| engine.pipelines().is_empty() && engine.apertium.memory_bytes() == 0).await;
    assert_eq!(both_ways(&engine).await, expected);
}

#[tokio::test]
async fn a_pipeline_is_replaced_after_its_share_of_requests() {
    let engine = engine_with(&["eng-spa"], |config| {
        config.requests_per_pipeline = 2;
        config.max_pipelines_per_mode = 1;
    })
    .await;
    let mut seen = Vec::new();
    for _ in 0..4 {
        engine.text(("en", "es"), "The red house is old.").await;
        seen.extend(engine.pipelines());
    }
    seen.dedup();
    assert_eq!(seen.len(), 2);
}

#[tokio::test]
async fn a_shut_down_leaves_no_process_and_answers_nobody() {
    let engine = engine(&["eng-spa"]).await;
    engine.text(("en", "es"), "The red house is old.").await;
    assert_eq!(engine.pipelines().len(), 1);
    engine.apertium.shut_down().await;
    assert_eq!(engine.pipelines().len(), 0);
    let refused = engine
        .translate(("en", "es"), vec![plain("The house")])
        .await;
    assert!(
        matches!(refused, Err(EngineError::Unavailable { .. })),
        "{refused:?}"
    );
}

#[tokio::test]
async fn dropping_the_engine_kills_and_reaps_its_processes() {
    let engine = engine(&["eng-spa"]).await;
    engine.text(("en", "es"), "The red house is old.").await;
    let stages = engine.pipelines().concat();
    assert!(!stages.is_empty());
    drop(engine);
    until(|| !stages.iter().any(|stage| exists(*stage))).await;
}

#[tokio::test]
async fn a_pipeline_can_be_driven_alone() {
    let mut pipeline = pipeline("eng-spa").await;
    assert_eq!(
        pipeline.request("The red house.").await.as_deref(),
        Ok("La casa roja.")
    );
    assert_eq!(pipeline.served(), 1);
    assert!(pipeline.private_memory() > 1 << 20);
    let stages = pipeline.process_ids();
    pipeline.stop().await;
    for stage in stages {
        assert!(!exists(i32::try_from(stage).unwrap()));
    }
}

/// Only for the tests below, which kill it.
#[tokio::test]
#[ignore = "does not end by itself"]
async fn starts_a_stage_that_hangs() {
    let directory = PathBuf::from(std::env::var("DRAGOMAN_TEST_MODES").unwrap());
    let mut config = ApertiumConfig {
        modes_dir: directory.clone(),
        ..config()
    };
    may_write(&mut config, &directory);
    if let Some(launcher) = std::env::var_os("DRAGOMAN_TEST_LAUNCHER") {
        config.sandbox = Some(sandbox_of(Path::new(&launcher)));
    }
    let mode = Mode::load(&config.modes_dir, &config.program_dirs, "eng-spa", false).unwrap();
    let mut pipeline = Pipeline::start(&mode, &config.stage_options())
        .await
        .unwrap();
    let _ = pipeline.request("at the gate").await;
}

/// The test above in a process of its own, with this launcher or the usual one.
fn process_with_a_stage(modes: &Path, launcher: Option<&Path>) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args([
            "--ignored",
            "--exact",
            "resources::starts_a_stage_that_hangs",
        ])
        .env("DRAGOMAN_TEST_MODES", modes)
        .envs(launcher.map(|launcher| ("DRAGOMAN_TEST_LAUNCHER", launcher)))
        .stdout(Stdio::null());
    command.spawn().unwrap()
}

/// What the programs of a test have written down so far.
fn log_of(modes: &Path) -> String {
    fs::read_to_string(modes.join("log")).unwrap_or_default()
}

#[test]
fn stages_die_with_the_process_that_started_them() {
    let directory = tempfile::tempdir().unwrap();
    write_mode(directory.path(), "waits");
    let mut parent = process_with_a_stage(directory.path(), None);
    while !log_of(directory.path()).contains("waiting") {
        std::thread::yield_now();
    }
    let stages = pipelines_of(parent.id(), directory.path()).concat();
    assert_eq!(stages.len(), 1);
    parent.kill().unwrap();
    parent.wait().unwrap();
    while runs(stages[0]) {
        std::thread::yield_now();
    }
}

#[test]
fn a_stage_does_not_begin_once_the_process_that_started_it_is_dead() {
    let late = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/late/launcher");
    let directory = tempfile::tempdir().unwrap();
    write_mode(directory.path(), "waits-at-start");
    make_pipe(&directory.path().join("begin"));
    std::os::unix::fs::symlink(LAUNCHER, directory.path().join("launcher")).unwrap();
    let mut parent = process_with_a_stage(directory.path(), Some(&late));
    let stage: i32 = loop {
        if let Some((id, _)) = log_of(directory.path())
            .strip_prefix("held ")
            .and_then(|rest| rest.split_once(' '))
        {
            break id.parse().unwrap();
        }
        std::thread::yield_now();
    };
    parent.kill().unwrap();
    parent.wait().unwrap();
    fs::write(directory.path().join("begin"), "\n").unwrap();
    while runs(stage) {
        if log_of(directory.path()).contains("waiting") {
            kill(stage);
            panic!("the stage has begun");
        }
        std::thread::yield_now();
    }
}

/// As if the server had been started with a password in its environment.
#[tokio::test]
async fn stages_have_nothing_of_the_environment_of_the_server() {
    for sandbox in [config().sandbox, None] {
        let engine = engine_with(&["eng-spa"], |config| config.sandbox = sandbox).await;
        engine.text(("en", "es"), "The red house is old.").await;
        let stages = engine.pipelines().concat();
        assert!(!stages.is_empty());
        for stage in stages {
            let environment = fs::read_to_string(format!("/proc/{stage}/environ")).unwrap();
            assert_eq!(
                environment.split_terminator('\0').collect::<Vec<_>>(),
                ["LC_ALL=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin"]
            );
        }
    }
}

#[tokio::test]
async fn a_stage_that_needs_more_than_it_may_have_ends_and_its_mode_is_withdrawn() {
    let engine = engine_with(&["eng-spa"], |config| {
        config.confinement.memory_bytes = 8 << 20;
    })
    .await;
    let refused = engine
        .translate(("en", "es"), vec![plain("The house")])
        .await;
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(engine.pipelines(), Vec::<Vec<i32>>::new());
}
