//! Processor time to the nanosecond, of what does little: the usual counts are in hundredths of a second, and miss who
//! works between two of them.

use std::fs;
use std::time::Duration;

use anyhow::Result;
use dragoman_benchmarks::process::children;

/// Time that the processors have spent on a process and on those that it started and that still run.
pub(super) fn processor_time(process: u32) -> Result<Duration> {
    let mut sum = Duration::ZERO;
    for thread in fs::read_dir(format!("/proc/{process}/task"))? {
        // A thread that has ended meanwhile has no file any more.
        let Ok(text) = fs::read_to_string(thread?.path().join("schedstat")) else {
            continue;
        };
        let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
        sum += Duration::from_nanos(nanoseconds.unwrap_or_default());
    }
    for child in children(process)? {
        sum += processor_time(child).unwrap_or_default();
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    #[test]
    fn work_takes_processor_time() {
        let before = processor_time(std::process::id()).unwrap();
        black_box((0..100_000_u64).map(black_box).sum::<u64>());
        assert!(processor_time(std::process::id()).unwrap() > before);
    }
}
