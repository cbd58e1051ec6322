//! An installation of its own for each test, servers in it, and what a client sees of them.

mod api;
mod browser;
mod gate;
mod installation;
mod logs;
mod processes;
mod server;

use std::time::Duration;

pub(crate) use api::Api;
pub(crate) use browser::{Browser, Seen, after};
pub(crate) use gate::Gate;
pub(crate) use installation::{Installation, Key, Outcome};
pub(crate) use logs::plant;
pub(crate) use processes::{children_of, contains};
pub(crate) use server::Server;

/// Between two looks at something that has to come true. What happens in another process tells nobody here: its state
/// can only be asked for again, and without a pause the questions would take the time that it needs.
const PAUSE: Duration = Duration::from_millis(10);

/// So many looks without success mean that it never comes true.
const LOOKS: usize = 12_000;

/// Waits until `condition` gives a value, and fails the test if it never does.
pub(crate) async fn eventually<T>(what: &str, mut condition: impl AsyncFnMut() -> Option<T>) -> T {
    for _ in 0..LOOKS {
        if let Some(value) = condition().await {
            return value;
        }
        tokio::time::sleep(PAUSE).await;
    }
    panic!("it never came true that {what}");
}

/// English sentences, all different.
pub(crate) fn sentences(count: usize) -> Vec<String> {
    const WHO: [&str; 5] = [
        "The farmer",
        "My sister",
        "The old teacher",
        "Our neighbour",
        "The doctor",
    ];
    const WHAT: [&str; 4] = ["bought", "found", "painted", "sold"];
    const WHICH: [&str; 3] = ["houses", "horses", "chairs"];
    (0..count)
        .map(|number| {
            format!(
                "{} {} {} {} near the river.",
                WHO[number % WHO.len()],
                WHAT[number % WHAT.len()],
                number + 2,
                WHICH[number % WHICH.len()],
            )
        })
        .collect()
}

/// The characters of texts, as the contract counts them.
pub(crate) fn characters<T: AsRef<str>>(texts: &[T]) -> u64 {
    let count: usize = texts.iter().map(|text| text.as_ref().chars().count()).sum();
    count as u64
}
