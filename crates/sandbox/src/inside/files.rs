//! Which files can be opened, by Landlock.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
};

use crate::confinement::Confinement;

/// The newest version of Landlock that is asked for; where the kernel has an older one, it does what it can.
const VERSION: ABI = ABI::V7;

/// Where a system keeps programs, libraries and data that everybody may read.
const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/gnu/store",
];

/// What programs read besides, whatever they do.
const COMMON: &[&str] = &[
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/localtime",
];

/// What swallows all that is written to it.
const NOWHERE: &str = "/dev/null";

/// Leaves this process, and those that it starts, only the files that are named, no network, and no signals to
/// processes that are not restricted with it. Says which version of Landlock does it.
pub(super) fn restrict(confinement: &Confinement, program: Option<&Path>) -> Result<ABI, String> {
    let status = rules(confinement, program)
        .and_then(RulesetCreated::restrict_self)
        .map_err(|error| format!("Landlock refuses its rules: {error}"))?;
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => Ok(effective_abi),
        LandlockStatus::NotEnabled => Err("Landlock is turned off in the kernel".to_owned()),
        _ => Err("the kernel does not have Landlock".to_owned()),
    }
}

fn rules(
    confinement: &Confinement,
    program: Option<&Path>,
) -> Result<RulesetCreated, RulesetError> {
    let read: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::ReadDir;
    let run = read | AccessFs::Execute;
    let write = AccessFs::from_all(VERSION) & !BitFlags::from(AccessFs::Execute);
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(VERSION))?
        .handle_access(AccessNet::from_all(VERSION))?
        .scope(Scope::from_all(VERSION))?
        .create()?
        .add_rules(path_beneath_rules(SYSTEM, run))?
        .add_rules(path_beneath_rules(program, run))?
        .add_rules(path_beneath_rules(COMMON, read))?
        .add_rules(path_beneath_rules([NOWHERE], read | AccessFs::WriteFile))?
        .add_rules(path_beneath_rules(&confinement.readable, read))?
        .add_rules(path_beneath_rules(&confinement.writable, write))
}
