//! Where programs are.

use std::path::PathBuf;

/// The file of a program in the first of some folders that has it; one that is given with a path is taken as it is.
#[must_use]
pub fn find_program(name: &str, directories: &[PathBuf]) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| path.is_file());
    }
    directories
        .iter()
        .map(|directory| directory.join(name))
        .find(|path| path.is_file())
}
