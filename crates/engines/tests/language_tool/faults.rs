//! Servers that are down, slow, busy or different.

use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{EngineError, ErrorKind, Proofreader, ProofreadingJob};
use dragoman_engines::language_tool::LanguageToolConfigError;
use dragoman_engines::{LanguageTool, LanguageToolConfig};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::support::{config, job, read, tool};
use crate::tool_server::{Reply, ToolServer, unknown};

const WRONG: &str = "We recieve it.";
const RIGHT: &str = "We receive it.";

async fn server() -> ToolServer {
    ToolServer::with(&[unknown("recieve", &["receive"])]).await
}

#[tokio::test]
async fn a_server_that_is_gone_is_not_asked_again_for_a_while() {
    let mut server = server().await;
    let tool = tool(&server).await;
    assert_eq!(tool.troubles(), [""; 0]);
    let languages = tool.languages();
    server.stop().await;
    for _ in 0..2 {
        let error = read(&tool, "en-US", WRONG).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unavailable);
        assert!(!error.to_string().contains("recieve"), "{error}");
    }
    let troubles = tool.troubles();
    assert!(
        troubles[0].contains("LanguageTool cannot be used"),
        "{troubles:?}"
    );
    let reason = tool.check().await.unwrap_err();
    assert!(reason.contains("cannot be reached"), "{reason}");
    assert_eq!(tool.languages(), languages, "it may be back any time");
}

/// A proofreader that waits for no answer, of a server that has none for texts.
async fn impatient(server: &ToolServer) -> LanguageTool {
    let silence = Arc::new(Semaphore::new(0));
    for _ in 0..8 {
        server.once(Reply::Held(Arc::clone(&silence)));
    }
    let tool = LanguageTool::new(&LanguageToolConfig {
        timeout: Duration::from_millis(50),
        ..config(server)
    })
    .unwrap();
    tool.check().await.unwrap();
    tool
}

#[tokio::test]
async fn a_server_that_is_slow_twice_is_left_alone() {
    let server = server().await;
    let tool = impatient(&server).await;
    for troubles in [0, 1] {
        let error = read(&tool, "en-US", WRONG).await.unwrap_err();
        assert!(error.to_string().contains("too long"), "{error}");
        assert_eq!(tool.troubles().len(), troubles);
    }
    assert!(read(&tool, "en-US", WRONG).await.is_err());
    assert!(
        server.questions().len() <= 2,
        "it is left alone for a while"
    );
    assert_eq!(
        tool.troubles(),
        ["LanguageTool cannot be used: it takes too long to answer"]
    );
}

#[tokio::test]
async fn texts_that_take_too_long_take_the_server_away_from_nobody() {
    let server = server().await;
    let tool = impatient(&server).await;
    let (one, other) = tokio::join!(read(&tool, "en-US", WRONG), read(&tool, "en-US", WRONG));
    assert!(one.is_err() && other.is_err());
    assert_eq!(tool.troubles(), [""; 0], "they were asked about together");
    tool.check().await.unwrap();
    assert!(read(&tool, "en-US", WRONG).await.is_err());
    assert_eq!(tool.troubles(), [""; 0], "it has answered meanwhile");
}

#[tokio::test]
async fn who_reads_after_a_slow_server_has_time_left() {
    let server = server().await;
    let tool = LanguageTool::new(&LanguageToolConfig {
        concurrency: 1,
        ..config(&server)
    })
    .unwrap();
    tool.check().await.unwrap();
    let silence = Arc::new(Semaphore::new(0));
    for _ in 0..2 {
        server.once(Reply::Held(Arc::clone(&silence)));
    }
    let whole = Duration::from_secs(600);
    let deadline = Instant::now() + whole;
    let hurried = || ProofreadingJob {
        deadline: Some(deadline.into_std()),
        ..job("en-US", WRONG, &[])
    };
    // As soon as the server has the question, only timers are left to wait for: the paused clock jumps to each of them.
    let pause_when_asked = async {
        server.until_asked(1).await;
        tokio::time::pause();
    };
    // The second text waits for its turn, the first one for the answer.
    let (first, second, ()) = tokio::join!(
        tool.proofread(hurried()),
        tool.proofread(hurried()),
        pause_when_asked
    );
    assert!(first.is_err() && second.is_err());
    let left = deadline.saturating_duration_since(Instant::now());
    assert!(left >= whole / 4, "only {left:?} are left");
    assert_eq!(tool.troubles(), [""; 0]);
}

#[tokio::test]
async fn a_hurry_says_nothing_about_the_server() {
    let server = server().await;
    let tool = tool(&server).await;
    let hurried = ProofreadingJob {
        deadline: Some(std::time::Instant::now()),
        ..job("en-US", WRONG, &[])
    };
    assert!(tool.proofread(hurried).await.is_err());
    assert_eq!(tool.troubles(), [""; 0]);
    assert_eq!(read(&tool, "en-US", WRONG).await.unwrap(), RIGHT);
}

#[tokio::test]
async fn a_busy_server_is_left_alone_for_as_long_as_it_wants() {
    for status in [429, 503] {
        let server = server().await;
        let tool = tool(&server).await;
        server.once(Reply::Refusal(status, Some(3600)));
        for _ in 0..2 {
            match read(&tool, "en-US", WRONG).await.unwrap_err() {
                EngineError::Overloaded { retry_after, .. } => {
                    assert!(retry_after > Duration::from_secs(3000), "{retry_after:?}");
                }
                other => panic!("{other}"),
            }
        }
        assert_eq!(server.questions().len(), 1);
    }
}

#[tokio::test]
async fn a_busy_server_is_asked_again_as_soon_as_it_wants() {
    for status in [429, 503] {
        let server = server().await;
        let tool = tool(&server).await;
        server.once(Reply::Refusal(status, Some(0)));
        assert!(read(&tool, "en-US", WRONG).await.is_err());
        assert_eq!(read(&tool, "en-US", WRONG).await.unwrap(), RIGHT);
    }
}

#[tokio::test]
async fn asking_for_the_languages_ends_no_pause_that_the_server_wants() {
    let server = server().await;
    let tool = tool(&server).await;
    let languages = tool.languages();
    server.once(Reply::Refusal(429, Some(3600)));
    assert!(read(&tool, "en-US", WRONG).await.is_err());
    let reason = tool.check().await.unwrap_err();
    assert!(reason.contains("too much to do"), "{reason}");
    assert_eq!(tool.languages(), languages);
    let error = read(&tool, "en-US", WRONG).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Overloaded);
    assert_eq!(server.questions().len(), 1);
}

#[tokio::test]
async fn a_text_of_which_there_is_too_much_to_say_takes_the_server_away_from_nobody() {
    let server = server().await;
    let tool = tool(&server).await;
    let huge = format!("{{\"matches\":[],\"more\":\"{}\"}}", "x".repeat(5 << 20));
    server.once(Reply::Body(huge));
    let error = read(&tool, "en-US", WRONG).await.unwrap_err().to_string();
    assert!(error.contains("its answer is too long"), "{error}");
    assert_eq!(tool.troubles(), [""; 0]);
    assert_eq!(read(&tool, "en-US", WRONG).await.unwrap(), RIGHT);
}

#[tokio::test]
async fn a_text_that_the_server_does_not_read_takes_it_away_from_nobody() {
    let server = server().await;
    let tool = tool(&server).await;
    for status in [400, 413, 500] {
        server.once(Reply::Refusal(status, None));
        let error = read(&tool, "en-US", WRONG).await.unwrap_err().to_string();
        assert!(error.contains(&status.to_string()), "{error}");
        assert!(!error.contains("secret"), "{error}");
        assert_eq!(read(&tool, "en-US", WRONG).await.unwrap(), RIGHT);
        assert_eq!(tool.troubles(), [""; 0]);
    }
}

#[tokio::test]
async fn an_answer_about_another_text_is_not_believed_and_the_server_still_is() {
    let server = server().await;
    let tool = tool(&server).await;
    let text = "We 😀 recieve it.";
    for (offset, length) in [
        (4, 2),
        (3, 1),
        (0, 4000),
        (4000, 1),
        (usize::MAX, usize::MAX),
    ] {
        server.once(Reply::Match(offset, length));
        let error = read(&tool, "en-US", text).await.unwrap_err();
        assert!(error.to_string().contains("places"), "{error}");
        assert_eq!(read(&tool, "en-US", WRONG).await.unwrap(), RIGHT);
    }
}

#[tokio::test]
async fn what_is_no_answer_of_languagetool_is_a_fault_of_the_server() {
    let elsewhere = server().await;
    for reply in [
        Reply::Body("<html>Hello</html>".to_owned()),
        Reply::Body("{\"matches\":[{\"offset\":-1,\"length\":1,\"rule\":{}}]}".to_owned()),
        Reply::Body("{}".to_owned()),
        Reply::Refusal(404, None),
        Reply::Refusal(403, None),
        Reply::Redirect(format!("{}/v2/check", elsewhere.url())),
    ] {
        let server = server().await;
        let tool = tool(&server).await;
        server.once(reply);
        assert!(read(&tool, "en-US", WRONG).await.is_err());
        let troubles = tool.troubles();
        assert_eq!(troubles.len(), 1, "{troubles:?}");
        assert!(!troubles[0].contains("secret"), "{troubles:?}");
        assert!(read(&tool, "en-US", WRONG).await.is_err());
        assert_eq!(server.questions().len(), 1, "it is left alone for a while");
    }
    assert!(elsewhere.questions().is_empty(), "no redirect is followed");
}

#[tokio::test]
async fn so_many_texts_are_read_at_a_time_and_so_many_wait() {
    let server = server().await;
    let tool = LanguageTool::new(&LanguageToolConfig {
        concurrency: 1,
        queue: 2,
        ..config(&server)
    })
    .unwrap();
    tool.check().await.unwrap();
    let tool = Arc::new(tool);
    let gate = Arc::new(Semaphore::new(0));
    server.once(Reply::Held(Arc::clone(&gate)));
    let reading = || {
        let tool = Arc::clone(&tool);
        tokio::spawn(async move { read(&tool, "en-US", WRONG).await })
    };
    let first = reading();
    server.until_asked(1).await;
    // Alone a key may wait with half of what the queue holds.
    let mut others = vec![reading(), reading()];
    let refused = loop {
        tokio::task::yield_now().await;
        if let Some(at) = others.iter().position(tokio::task::JoinHandle::is_finished) {
            break others.remove(at);
        }
    };
    let error = refused.await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Overloaded);
    gate.add_permits(1);
    assert_eq!(first.await.unwrap().unwrap(), RIGHT);
    assert_eq!(others.remove(0).await.unwrap().unwrap(), RIGHT);
}

#[test]
fn what_can_never_work_is_refused() {
    let refused = |config: LanguageToolConfig| LanguageTool::new(&config).unwrap_err();
    for url in [
        "localhost:8081",
        "ftp://host",
        "http://user:secret@host",
        "http://host/?a=b",
    ] {
        let error = refused(LanguageToolConfig::new(url));
        assert!(
            matches!(error, LanguageToolConfigError::Address { .. }),
            "{url}"
        );
        assert!(!error.to_string().contains("secret"), "{error}");
    }
    let error = refused(LanguageToolConfig {
        concurrency: 0,
        ..LanguageToolConfig::new("http://127.0.0.1:1")
    });
    assert_eq!(error, LanguageToolConfigError::Zero("concurrency"));
}
