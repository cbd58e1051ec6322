//! What keeps the programs that run beside the server to what they need.
//!
//! A program that reads what strangers sent may have faults that strangers know. So it is started by a
//! *launcher*, which gives up what the program does not need ([`Confinement`]) and then becomes the
//! program: nothing of it stays, and what was given up never comes back. The launcher is a program that does
//! nothing but call [`confine`]; the server is one itself, under a name of its own for it.
//!
//! Not every system has every [`Protection`]. [`Protections::probe`] tries each in a process of its own,
//! and a [`Sandbox`] uses those that hold. Without any, a program still has the [`bare_environment`] only.
//!
//! A protection that was found to hold and cannot be had when a program is started keeps the program
//! from starting.

mod confinement;
mod environment;
mod inside;
mod launcher;
mod programs;
mod protections;
mod sandbox;

pub use confinement::Confinement;
pub use environment::bare_environment;
pub use inside::confine;
pub use launcher::Launcher;
pub use programs::find_program;
pub use protections::{Protection, Protections, Standing};
pub use sandbox::Sandbox;
