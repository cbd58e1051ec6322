use std::fs;
use std::path::Path;

/// What the measurements were made on, as a Markdown list.
pub(crate) fn description(data_folder: &Path) -> String {
    let unknown = || "unknown".to_owned();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let memory = field("/proc/meminfo", "MemTotal").unwrap_or_else(unknown);
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_else(|_| unknown());
    format!(
        "* Processor: {}, {cores} cores\n* Memory: {memory}\n* Kernel: Linux {}\n* Data folder: {}\n",
        field("/proc/cpuinfo", "model name").unwrap_or_else(unknown),
        kernel.trim(),
        file_system(data_folder).unwrap_or_else(unknown),
    )
}

fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The type and the device of the file system that holds a folder.
fn file_system(folder: &Path) -> Option<String> {
    let folder = folder.canonicalize().ok()?;
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    mounts
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            let (device, place, kind) = (words.next()?, words.next()?, words.next()?);
            folder
                .starts_with(place)
                .then(|| (place.len(), format!("{kind} on {device}")))
        })
        // Of two mounts at the same place, the later one hides the other.
        .max_by_key(|(length, _)| *length)
        .map(|(_, description)| description)
}
