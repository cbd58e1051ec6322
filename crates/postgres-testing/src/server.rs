//! The processes of a server and the signals to them.

use std::collections::HashMap;
use std::fs;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// The first process of a PostgreSQL, whose children do the work.
pub(crate) struct Server {
    pid: Pid,
    process: Process,
}

impl Server {
    /// The server with that first process, which is reaped after this at the earliest.
    pub(crate) fn of(pid: Pid) -> Self {
        Self {
            pid,
            process: Process::of(pid).expect("the process of the server"),
        }
    }

    /// Whether it ends within the time.
    pub(crate) fn ends_within(&self, time: Duration) -> bool {
        self.process.ends_within(time)
    }

    /// Asks it to end all sessions and then itself.
    pub(crate) fn ask_to_end(&self) {
        self.resume();
        self.process.signal(Signal::INT);
    }

    /// Stops all of its processes where they are.
    pub(crate) fn pause(&self) {
        // The first, so that there are no new ones.
        self.process.signal(Signal::STOP);
        self.signal_children(Signal::STOP);
    }

    /// Lets all of its processes go on.
    pub(crate) fn resume(&self) {
        self.signal_children(Signal::CONT);
        self.process.signal(Signal::CONT);
    }

    /// Kills all of its processes; whether all are gone within the time.
    pub(crate) fn kill(&self, time: Duration) -> bool {
        self.process.signal(Signal::STOP);
        let children = self.signal_children(Signal::KILL);
        self.process.signal(Signal::KILL);
        // The memory that a new server on the same data looks at goes with the last.
        children.into_values().all(|child| child.ends_within(time)) && self.ends_within(time)
    }

    /// Sends a signal to all of its children, those too that come meanwhile, and gives them back.
    fn signal_children(&self, signal: Signal) -> HashMap<Pid, Process> {
        let mut reached = HashMap::new();
        loop {
            let before = reached.len();
            for pid in self.children() {
                if !reached.contains_key(&pid)
                    && let Some(child) = Process::of(pid)
                {
                    child.signal(signal);
                    reached.insert(pid, child);
                }
            }
            if reached.len() == before {
                return reached;
            }
        }
    }

    fn children(&self) -> Vec<Pid> {
        let pid = self.pid.as_raw_nonzero();
        // The file is gone with the process.
        let list = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
        let list = list.unwrap_or_default();
        let numbers = list
            .split_whitespace()
            .map(|number| number.parse().unwrap());
        numbers.filter_map(Pid::from_raw).collect()
    }
}

/// A process: no other, also when its number becomes that of another.
struct Process(OwnedFd);

impl Process {
    /// The process that has the number now, if any.
    fn of(pid: Pid) -> Option<Self> {
        pidfd_open(pid, PidfdFlags::empty()).ok().map(Self)
    }

    /// Sends a signal, unless it has ended.
    fn signal(&self, signal: Signal) {
        let _ = pidfd_send_signal(&self.0, signal);
    }

    fn ends_within(&self, time: Duration) -> bool {
        let mut ends = [PollFd::new(&self.0, PollFlags::IN)];
        let time = Timespec::try_from(time).unwrap();
        retry_on_intr(|| poll(&mut ends, Some(&time))).unwrap() > 0
    }
}
