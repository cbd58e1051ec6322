//! The thread that starts processes.

use std::sync::{OnceLock, mpsc};
use std::thread;

use tokio::runtime::Handle;
use tokio::sync::oneshot;

type Task = Box<dyn FnOnce() + Send>;

/// Runs `task` on a thread that lives as long as this process.
///
/// The parent-death signal comes when the *thread* that started a child ends, and threads of the
/// runtime come and go.
pub(crate) async fn on_spawning_thread<T: Send + 'static>(
    task: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    static TASKS: OnceLock<Option<mpsc::Sender<Task>>> = OnceLock::new();
    let tasks = TASKS.get_or_init(|| {
        let (sender, receiver) = mpsc::channel::<Task>();
        thread::Builder::new()
            .name("spawn".into())
            .spawn(move || {
                for task in receiver {
                    // The runtime panics when it is asked to watch a child while it shuts down.
                    // Nobody kills that child any more, but its sandbox does.
                    let _ = dragoman_tasks::catch(task);
                }
            })
            .ok()
            .map(|_| sender)
    });
    let (reply, answer) = oneshot::channel();
    let runtime = Handle::current();
    let task: Task = Box::new(move || {
        // The children's pipes and exits are watched by the runtime that asked.
        let _guard = runtime.enter();
        let _ = reply.send(task());
    });
    tasks.as_ref()?.send(task).ok()?;
    answer.await.ok()
}
