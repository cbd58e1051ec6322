//! What the attacker does, one function for each attack. It returns when the attack is over; it fails if the server
//! answered what it must not.

mod bodies;
mod connections;
mod disk;
mod documents;
mod glossaries;
mod models;
mod texts;

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;

use anyhow::{Result, ensure};

use crate::bystander::Account;
use crate::server::{Server, Setup};
use crate::wire;

pub(crate) use documents::word_document;

/// How long and how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// For the gate.
    Short,
    /// For the table.
    Long,
}

impl Scale {
    /// One of two numbers.
    pub(crate) const fn of<T: Copy>(self, short: T, long: T) -> T {
        match self {
            Self::Short => short,
            Self::Long => long,
        }
    }
}

/// The server as the attacker knows it.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) interface: SocketAddr,
    pub(crate) key: String,
    pub(crate) scale: Scale,
}

impl Target {
    pub(crate) fn of(server: &Server, scale: Scale) -> Self {
        Self {
            interface: server.interface,
            key: server.attacker.clone(),
            scale,
        }
    }

    /// A well-behaved client with the attacker's key.
    fn account(&self) -> Result<Account> {
        Account::new(self.interface, &self.key, wire::ATTACKER)
    }
}

type Attacking = Pin<Box<dyn Future<Output = Result<()>> + Send>>;

/// A way to hurt others.
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    /// What is done, for the table.
    pub(crate) what: &'static str,
    pub(crate) setup: Preparation,
    pub(crate) run: fn(Target) -> Attacking,
}

/// What an attack needs to be there before the server.
pub(crate) enum Preparation {
    /// Nothing but options.
    Setup(fn() -> Setup),
    /// A file system with this many MiB for the data.
    SmallDisk(u64),
}

macro_rules! attack {
    ($name:literal, $what:literal, $run:path) => {
        attack!($name, $what, $run, Preparation::Setup(Setup::default))
    };
    ($name:literal, $what:literal, $run:path, $setup:expr) => {
        Attack {
            name: $name,
            what: $what,
            setup: $setup,
            run: |target| Box::pin($run(target)),
        }
    };
}

/// All attacks.
pub(crate) const ATTACKS: &[Attack] = &[
    attack!(
        "silence",
        "1,100 connections that say nothing",
        connections::silence
    ),
    attack!(
        "slow heads",
        "200 requests whose heads come byte by byte",
        connections::slow_heads
    ),
    attack!(
        "slow bodies",
        "150 bodies, small and large, that come byte by byte",
        connections::slow_bodies
    ),
    attack!(
        "slow readers",
        "100 large answers that nobody reads",
        connections::slow_readers
    ),
    attack!(
        "header floods",
        "heads of 1 MB, of 10,000 lines, with addresses of 100 KB",
        connections::header_floods
    ),
    attack!(
        "smuggling",
        "requests that two servers would cut in different places",
        connections::smuggling
    ),
    attack!(
        "descriptors",
        "400 connections to a server that may have 200 file descriptors",
        connections::descriptors,
        Preparation::Setup(connections::few_descriptors)
    ),
    attack!(
        "no key",
        "bodies of 28 MB without a key, and a flood of wrong keys",
        connections::without_key
    ),
    attack!(
        "abandoned",
        "translations and uploads that are broken off",
        connections::abandoned
    ),
    attack!(
        "abandoned documents",
        "large workbooks that are sent whole and not waited for",
        documents::abandoned
    ),
    attack!(
        "models",
        "translations by models for which there is no memory together, broken off at once",
        models::abandoned,
        Preparation::Setup(models::more_than_fit)
    ),
    attack!(
        "objects",
        "JSON of 28 MB with millions of objects in an unknown field",
        bodies::objects
    ),
    attack!(
        "pairs",
        "forms of 28 MB with millions of pairs",
        bodies::pairs
    ),
    attack!(
        "depth",
        "JSON with arrays in arrays, of 128 KiB and of 28 MB",
        bodies::depth
    ),
    attack!(
        "elements",
        "requests with tens of thousands of texts",
        bodies::elements
    ),
    attack!(
        "compression",
        "bodies that say they are compressed",
        bodies::compression
    ),
    attack!(
        "markup",
        "texts of 128 KiB of unclosed tags, comments and entities",
        texts::markup
    ),
    attack!(
        "patterns",
        "texts made to keep regular expressions busy",
        texts::patterns
    ),
    attack!(
        "one key",
        "one key with as much work as it can send",
        texts::one_key
    ),
    attack!(
        "glossaries",
        "forty requests of one character with permuted large glossaries",
        glossaries::permutations
    ),
    attack!(
        "zip bombs",
        "archives of each format that unpack to a gigabyte",
        documents::zip_bombs
    ),
    attack!(
        "XML bombs",
        "entities in entities, and elements in elements, in each format",
        documents::xml_bombs
    ),
    attack!(
        "ITS",
        "XML files of 7 MB with long selectors",
        documents::selectors
    ),
    attack!(
        "many documents",
        "as many large workbooks as a key may send",
        documents::workbooks
    ),
    attack!(
        "full disk",
        "uploads until a small file system has no more free than is to stay so",
        disk::fill,
        Preparation::SmallDisk(96)
    ),
];

/// Fails unless an answer to the attacker says what was wrong with the request, or that there is too much of it.
fn check_refusal(error: &anyhow::Error) -> Result<()> {
    let reason = format!("{error:#}");
    let is_refusal = ["400 ", "413 ", "429 ", "503 "]
        .iter()
        .any(|status| reason.starts_with(status));
    ensure!(is_refusal, "an upload was answered with: {reason}");
    Ok(())
}
