//! The services of a data folder, for commands and for the server.

use std::sync::Arc;

use anyhow::Result;
use dragoman_service::{
    AccountDefaults, Keys, Memories, MemoryLimits, MemoryPorts, ReportUsage, SignIn, SpaceFloor,
};

use crate::configuration::Configuration;
use crate::data_options::MEGABYTE;
use crate::storage::{MemoryStorage, Storage};
use crate::system::{SystemRandom, SystemSpace};

/// The keys of an installation, for a command or for the server.
pub(super) fn keys_of(storage: &Storage, configuration: &Configuration) -> Result<Keys> {
    Ok(Keys::new(
        Arc::clone(&storage.ports.accounts),
        storage.clock(),
        Arc::new(SystemRandom),
        storage.hasher()?,
        AccountDefaults {
            free_character_limit: configuration.accounts.free_character_limit,
            pro_character_limit: configuration.accounts.pro_character_limit,
            features: configuration.accounts.features(),
        },
    ))
}

/// Signing in on the pages, for a command or for the server.
pub(super) fn sign_in_of(
    storage: &Storage,
    keys: Keys,
    configuration: &Configuration,
) -> Result<SignIn> {
    Ok(SignIn::new(
        keys,
        Arc::clone(&storage.ports.sessions),
        storage.clock(),
        Arc::new(SystemRandom),
        storage.hasher()?,
        configuration.web.sessions(),
    ))
}

/// The usage reports of an installation, for a command or for the server.
pub(super) fn reports_of(storage: &Storage) -> ReportUsage {
    ReportUsage::new(
        Arc::clone(&storage.ports.reports),
        Arc::clone(&storage.ports.accounts),
        storage.clock(),
    )
}

/// The translation memories of an installation, for a command or for the server.
pub(super) fn memories_of(
    storage: &Storage,
    memories: &MemoryStorage,
    configuration: &Configuration,
) -> Result<Memories> {
    let options = &configuration.memories;
    let ports = MemoryPorts {
        memories: Arc::clone(&memories.memories),
        jobs: Arc::clone(&memories.jobs),
        clock: storage.clock(),
        random: Arc::new(SystemRandom),
        space: space_of(storage, configuration),
    };
    let limits = MemoryLimits {
        file_bytes: options.max_file_megabytes.saturating_mul(MEGABYTE),
        memories: options.max_per_account,
        storage: options.room(),
        ..MemoryLimits::default()
    };
    Ok(Memories::new(ports, storage.hasher()?, limits))
}

/// What is to stay free of the disk of a data folder.
pub(super) fn space_of(storage: &Storage, configuration: &Configuration) -> SpaceFloor {
    let megabytes = configuration.data.free_space_floor_megabytes;
    let space = SystemSpace(storage.path().to_owned());
    SpaceFloor::new(Arc::new(space), megabytes.saturating_mul(MEGABYTE))
}

/// The accounts and keys of an installation, and what they have used.
pub(super) struct Accounts {
    pub(super) keys: Keys,
    pub(super) sign_in: SignIn,
    pub(super) reports: ReportUsage,
}

/// Opens the accounts of the configured installation, for a command.
pub(super) async fn open_accounts(configuration: &Configuration) -> Result<Accounts> {
    accounts_of(&Storage::open(&configuration.data).await?, configuration)
}

/// The accounts of an installation.
pub(super) fn accounts_of(storage: &Storage, configuration: &Configuration) -> Result<Accounts> {
    let keys = keys_of(storage, configuration)?;
    Ok(Accounts {
        reports: reports_of(storage),
        sign_in: sign_in_of(storage, keys.clone(), configuration)?,
        keys,
    })
}
