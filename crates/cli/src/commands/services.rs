//! The services of a data folder, for commands and for the server.

use std::sync::Arc;

use anyhow::Result;
use dragoman_service::{
    AccountDefaults, Keys, Memories, MemoryLimits, MemoryPorts, ReportUsage, SignIn, SpaceFloor,
};
use dragoman_store::{SqliteMemories, SqliteStore};

use crate::configuration::{Configuration, MEGABYTE};
use crate::data_folder::DataFolder;
use crate::system::{SystemClock, SystemRandom, SystemSpace};

/// The keys of a data folder, for a command or for the server.
pub(super) fn keys_of(
    folder: &DataFolder,
    store: SqliteStore,
    configuration: &Configuration,
) -> Result<Keys> {
    let hasher = folder.hasher(&SystemRandom)?;
    Ok(Keys::new(
        Arc::new(store),
        Arc::new(SystemClock),
        Arc::new(SystemRandom),
        hasher,
        AccountDefaults {
            free_character_limit: configuration.accounts.free_character_limit,
            pro_character_limit: configuration.accounts.pro_character_limit,
            features: configuration.accounts.features(),
        },
    ))
}

/// Signing in on the pages, for a command or for the server.
pub(super) fn sign_in_of(
    folder: &DataFolder,
    keys: Keys,
    store: &SqliteStore,
    configuration: &Configuration,
) -> Result<SignIn> {
    Ok(SignIn::new(
        keys,
        Arc::new(store.clone()),
        Arc::new(SystemClock),
        Arc::new(SystemRandom),
        folder.hasher(&SystemRandom)?,
        configuration.web.sessions(),
    ))
}

/// The usage reports of a data folder, for a command or for the server.
pub(super) fn reports_of(store: &SqliteStore) -> ReportUsage {
    ReportUsage::new(
        Arc::new(store.clone()),
        Arc::new(store.clone()),
        Arc::new(SystemClock),
    )
}

/// The translation memories of a data folder, for a command or for the server.
pub(super) fn memories_of(
    folder: &DataFolder,
    store: &SqliteMemories,
    configuration: &Configuration,
) -> Result<Memories> {
    let options = &configuration.memories;
    let ports = MemoryPorts {
        memories: Arc::new(store.clone()),
        jobs: Arc::new(folder.sealed_jobs(store, Arc::new(SystemRandom))?),
        clock: Arc::new(SystemClock),
        random: Arc::new(SystemRandom),
        space: space_of(folder, configuration),
    };
    let limits = MemoryLimits {
        file_bytes: options.max_file_megabytes.saturating_mul(MEGABYTE),
        memories: options.max_per_account,
        storage: options.room(),
        ..MemoryLimits::default()
    };
    Ok(Memories::new(ports, folder.hasher(&SystemRandom)?, limits))
}

/// What is to stay free of the disk of a data folder.
pub(super) fn space_of(folder: &DataFolder, configuration: &Configuration) -> SpaceFloor {
    let megabytes = configuration.data.free_space_floor_megabytes;
    let space = SystemSpace(folder.path().to_owned());
    SpaceFloor::new(Arc::new(space), megabytes.saturating_mul(MEGABYTE))
}

/// The accounts and keys of a data folder, and what they have used.
pub(super) struct Accounts {
    pub(super) keys: Keys,
    pub(super) sign_in: SignIn,
    pub(super) reports: ReportUsage,
}

/// Opens the accounts of the configured data folder, for a command.
pub(super) async fn open_accounts(configuration: &Configuration) -> Result<Accounts> {
    accounts_of(&DataFolder::open(&configuration.data)?, configuration).await
}

/// Opens the accounts of a data folder.
pub(super) async fn accounts_of(
    folder: &DataFolder,
    configuration: &Configuration,
) -> Result<Accounts> {
    let store = folder.store().await?;
    let keys = keys_of(folder, store.clone(), configuration)?;
    Ok(Accounts {
        reports: reports_of(&store),
        sign_in: sign_in_of(folder, keys.clone(), &store, configuration)?,
        keys,
    })
}
