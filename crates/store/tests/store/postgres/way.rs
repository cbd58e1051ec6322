//! A way to a database on which a question, or the answer to it, gets lost.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// What gets lost, and the connection with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lost {
    /// The database never learns of the question.
    Question,
    /// The database does what it is asked.
    Answer,
}

/// What is to be lost next: of the first statement with these words.
type Plan = Arc<Mutex<Option<(&'static str, Lost)>>>;

/// A port that leads to a database.
pub(super) struct Way {
    port: u16,
    plan: Plan,
    is_closed: Arc<AtomicBool>,
}

impl Way {
    /// A way to the server at a port of this machine.
    pub(super) fn to(server: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let way = Self {
            port: listener.local_addr().unwrap().port(),
            plan: Plan::default(),
            is_closed: Arc::default(),
        };
        let (plan, is_closed) = (Arc::clone(&way.plan), Arc::clone(&way.is_closed));
        thread::spawn(move || {
            for client in listener.incoming() {
                if is_closed.load(Ordering::SeqCst) {
                    return;
                }
                let server = TcpStream::connect(("127.0.0.1", server)).unwrap();
                lead(&client.unwrap(), &server, &plan);
            }
        });
        way
    }

    pub(super) const fn port(&self) -> u16 {
        self.port
    }

    /// Has something get lost, once.
    pub(super) fn lose(&self, lost: Lost, words: &'static str) {
        *self.plan.lock().unwrap() = Some((words, lost));
    }

    /// Whether what was to be lost is.
    pub(super) fn has_lost(&self) -> bool {
        self.plan.lock().unwrap().is_none()
    }
}

impl Drop for Way {
    fn drop(&mut self) {
        self.is_closed.store(true, Ordering::SeqCst);
        // Has it look.
        drop(TcpStream::connect(("127.0.0.1", self.port)));
    }
}

/// Passes on what either side says, until one is silent.
fn lead(client: &TcpStream, server: &TcpStream, plan: &Plan) {
    let loses_answer = Arc::new(AtomicBool::new(false));
    let questions = Questions {
        plan: Arc::clone(plan),
        loses_answer: Arc::clone(&loses_answer),
        has_words: false,
    };
    let clone = |stream: &TcpStream| stream.try_clone().unwrap();
    let (from, to) = (clone(client), clone(server));
    thread::spawn(move || questions.pass_on(&from, &to));
    let (from, to) = (clone(server), clone(client));
    thread::spawn(move || {
        pass_on(&from, &to, |_| !loses_answer.load(Ordering::SeqCst));
    });
}

/// Passes on what one side says, until something is not to be, and then says no more to either.
fn pass_on(mut from: &TcpStream, mut to: &TcpStream, mut is_passed_on: impl FnMut(&[u8]) -> bool) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(length) = from.read(&mut buffer)
        && length > 0
        && is_passed_on(&buffer[..length])
        && to.write_all(&buffer[..length]).is_ok()
    {}
    for stream in [from, to] {
        // The other direction may have been first.
        let _ = stream.shutdown(Shutdown::Both);
    }
}

/// What a client asks on a connection.
struct Questions {
    plan: Plan,
    loses_answer: Arc<AtomicBool>,
    /// Whether the statement with the words has been prepared, and is carried out next.
    has_words: bool,
}

impl Questions {
    fn pass_on(mut self, from: &TcpStream, to: &TcpStream) {
        pass_on(from, to, |message| self.is_passed_on(message));
    }

    fn is_passed_on(&mut self, message: &[u8]) -> bool {
        let mut plan = self.plan.lock().unwrap();
        let Some((words, lost)) = *plan else {
            return true;
        };
        let mut parts = message.windows(words.len());
        self.has_words |= parts.any(|part| part == words.as_bytes());
        // A simple query is carried out at once, and a prepared statement when it gets its values.
        if !(self.has_words && matches!(message[0], b'Q' | b'B')) {
            return true;
        }
        *plan = None;
        self.loses_answer
            .store(lost == Lost::Answer, Ordering::SeqCst);
        lost == Lost::Answer
    }
}
