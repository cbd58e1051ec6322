//! Giving up privileges.

use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs};

/// Gives up all capabilities, for good: nothing that is run from now on has more than this process.
pub(super) fn give_up() -> Result<(), String> {
    set_no_new_privs(true).map_err(|error| format!("privileges can be gained: {error}"))?;
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none)
        .map_err(|error| format!("capabilities cannot be given up: {error}"))
}
