use tokio::task::JoinSet;

use crate::Interrupted;

/// Work in tasks, which is stopped when this is dropped.
#[derive(Debug)]
pub struct TaskSet<T>(JoinSet<T>);

impl<T> Default for TaskSet<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> TaskSet<T> {
    /// No work.
    #[must_use]
    pub fn new() -> Self {
        Self(JoinSet::new())
    }
}

impl<T: 'static> TaskSet<T> {
    /// Does work in a task of its own.
    ///
    /// # Panics
    /// Outside of a runtime.
    pub fn spawn(&mut self, work: impl Future<Output = T> + Send + 'static)
    where
        T: Send,
    {
        self.0.spawn(work);
    }

    /// What comes of the next that ends; `None` if none is left.
    pub async fn join_next(&mut self) -> Option<Result<T, Interrupted>> {
        let result = self.0.join_next().await?;
        Some(result.map_err(Interrupted::from))
    }

    /// What has come of one that has ended, if there is one.
    pub fn try_join_next(&mut self) -> Option<Result<T, Interrupted>> {
        let result = self.0.try_join_next()?;
        Some(result.map_err(Interrupted::from))
    }

    /// Waits until all have ended.
    pub async fn join_all(mut self) {
        while self.join_next().await.is_some() {}
    }

    /// Stops all and waits until they have ended.
    pub async fn shutdown(&mut self) {
        self.0.shutdown().await;
    }
}
