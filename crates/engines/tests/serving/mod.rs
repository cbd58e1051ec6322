//! A server over real HTTP that answers as a test says, and remembers what it was asked.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard};

use axum::Router;
use axum::response::Response;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A server that runs until it is stopped or dropped.
pub(crate) struct Serving {
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Serving {
    pub(crate) async fn start(router: Router) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { address, serving }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Stops it: from now on nobody listens at its address.
    pub(crate) async fn stop(&mut self) {
        self.serving.abort();
        let _ = (&mut self.serving).await;
    }
}

/// The questions that a server got, and the replies that are planned for the next.
pub(crate) struct Exchange<Question, Reply> {
    questions: watch::Sender<Vec<Question>>,
    planned: Mutex<VecDeque<Reply>>,
}

impl<Question: Clone, Reply> Exchange<Question, Reply> {
    pub(crate) fn new() -> Self {
        Self {
            questions: watch::Sender::new(Vec::new()),
            planned: Mutex::default(),
        }
    }

    /// Gives this reply to the next question for which nothing else is planned.
    pub(crate) fn plan(&self, reply: Reply) {
        lock(&self.planned).push_back(reply);
    }

    pub(crate) fn next_planned(&self) -> Option<Reply> {
        lock(&self.planned).pop_front()
    }

    pub(crate) fn record(&self, question: &Question) {
        self.questions
            .send_modify(|questions| questions.push(question.clone()));
    }

    /// The questions so far.
    pub(crate) fn questions(&self) -> Vec<Question> {
        self.questions.borrow().clone()
    }

    /// Waits until there were so many questions.
    pub(crate) async fn until_asked(&self, count: usize) {
        let mut questions = self.questions.subscribe();
        let enough = |questions: &Vec<Question>| questions.len() >= count;
        questions.wait_for(enough).await.unwrap();
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap()
}

/// The response with the header `Retry-After`, if there are seconds for it.
pub(crate) fn retry_after(mut response: Response, seconds: Option<u64>) -> Response {
    if let Some(seconds) = seconds {
        response.headers_mut().insert("retry-after", seconds.into());
    }
    response
}
