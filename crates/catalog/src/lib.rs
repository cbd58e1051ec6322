//! Which models exist, and fetching, checking, installing and bundling them.
