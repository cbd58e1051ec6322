//! The data files in `rules/`.

/// The lines of a data file without empty lines and comments, which begin with `#`.
pub(crate) fn lines(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The lines of a data file, each split at its first tab.
pub(crate) fn pairs(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(file).filter_map(|line| line.split_once('\t'))
}
