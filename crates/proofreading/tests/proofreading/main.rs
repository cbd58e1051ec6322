//! Texts through the port: each language with its rules and test dictionaries, and English with harper and its real
//! dictionary.

mod any_text;
mod callers;
mod de;
mod east_asian;
mod english;
mod es;
mod fr;
mod it;
mod pt;
mod romance;
