//! What is said of a panic: where it happened, and on which thread. Its message may quote a customer's text.

use std::panic::{self, PanicHookInfo};
use std::thread;

use crate::commands;

/// Reports every panic of the process in this way from now on.
pub(crate) fn report_places() {
    panic::set_hook(Box::new(report));
}

fn report(info: &PanicHookInfo<'_>) {
    let place = info
        .location()
        .map_or_else(String::new, ToString::to_string);
    if tracing::dispatcher::has_been_set() {
        let thread = thread::current();
        let thread = thread.name().unwrap_or("unnamed");
        tracing::error!(place, thread, "a panic");
    } else {
        commands::complain(&anyhow::anyhow!("a fault of this program at {place}"));
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_panic_is_reported_by_its_place_and_thread_and_not_by_its_words() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_writer(move || writer.clone())
            .finish();
        let text = "Fliederwäsche";
        // The hook is that of the whole process. Those of other tests that fail meanwhile go to it, too.
        let before = panic::take_hook();
        report_places();
        let cut = || tracing::subscriber::with_default(subscriber, || text[..9].len());
        let result = thread::scope(|scope| {
            let named = thread::Builder::new().name("cutter".to_owned());
            named.spawn_scoped(scope, cut).unwrap().join()
        });
        panic::set_hook(before);
        assert!(result.is_err(), "the text is cut in a character");
        let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        assert!(
            log.contains("a panic") && log.contains("panics.rs:"),
            "{log}"
        );
        assert!(log.contains("cutter"), "{log}");
        assert!(!log.contains("Flieder"), "{log}");
    }
}
