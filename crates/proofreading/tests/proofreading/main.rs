//! Texts through the port: by the rules of each language with dictionaries made for the test, and English with harper
//! and its real dictionary.

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
