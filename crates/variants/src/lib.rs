//! From one written variant of a language to another: spelling and script.
//!
//! For targets whose variant no engine writes itself.
