//! Limits that the kernel keeps for each process.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::confinement::Confinement;

/// Sets the limits of this process and of those that it starts, none of which can raise them again.
pub(super) fn set(confinement: &Confinement) -> Result<(), String> {
    let processor = confinement.processor_time.map(|time| time.as_secs());
    let limits = [
        (Resource::Nofile, Some(confinement.open_files)),
        (Resource::Fsize, Some(confinement.file_bytes)),
        // What it had in memory would be in the file.
        (Resource::Core, Some(0)),
        (Resource::Cpu, processor),
        // Last, because what comes behind it has to do with less.
        (Resource::As, Some(confinement.memory_bytes)),
    ];
    for (resource, most) in limits {
        if let Some(most) = most {
            lower(resource, most)
                .map_err(|error| format!("a limit cannot be set ({resource:?}): {error}"))?;
        }
    }
    Ok(())
}

/// Sets a limit, or leaves the one that there is if that is lower: it may not be raised.
fn lower(resource: Resource, most: u64) -> rustix::io::Result<()> {
    let most = getrlimit(resource)
        .maximum
        .map_or(most, |present| present.min(most));
    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    setrlimit(resource, limit)
}
