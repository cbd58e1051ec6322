//! The memory that a program takes, borrowed as if this process took it.

use std::fs;

use dragoman_documents::{DocumentError, overseer};

/// The memory of one process, as far as it is borrowed.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// In bytes.
    borrowed: usize,
}

impl Memory {
    /// Borrows what a process has taken since it was looked at last. What it shares with others, as files that it maps, is
    /// not counted; nor what it has given back, since it may take it again.
    ///
    /// # Errors
    /// [`DocumentError::NoMemory`], [`DocumentError::GivenUp`].
    pub(crate) fn borrow_for(&mut self, process: u32) -> Result<(), DocumentError> {
        // One that has ended has none, and not every system says it.
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let taken = own_bytes(&status).unwrap_or(0);
        if let Some(more) = taken.checked_sub(self.borrowed).filter(|more| *more > 0) {
            overseer::borrow(more)?;
            self.borrowed = taken;
        }
        Ok(())
    }
}

/// The bytes that a process has for itself, by what the kernel says of it.
fn own_bytes(status: &str) -> Option<usize> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    let kilobytes: usize = line?.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_says_how_much_a_process_has_for_itself() {
        let status =
            "Name:\tdragoman\nVmRSS:\t    9000 kB\nRssAnon:\t    1234 kB\nRssFile:\t 1 kB\n";
        assert_eq!(own_bytes(status), Some(1234 << 10));
        assert_eq!(own_bytes("Name:\tdragoman\n"), None);
        let own = fs::read_to_string("/proc/self/status").unwrap();
        assert!(own_bytes(&own).unwrap() > 0);
    }
}
