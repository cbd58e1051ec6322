//! Writers of the formats that this module reads, for tests.
