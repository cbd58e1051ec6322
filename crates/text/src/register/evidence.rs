//! How much speaks for a register.

use dragoman_language::Register;

/// How often a text does what belongs to a register.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Evidence {
    /// What strangers are addressed by.
    pub formal: usize,
    /// What friends are addressed by.
    pub informal: usize,
    /// What strangers are addressed by, but others are spoken of by as well, such as Spanish `su`.
    pub possibly_formal: usize,
}

impl Evidence {
    /// The register, if all that is certain agrees.
    pub const fn register(self) -> Option<Register> {
        match (self.formal > 0, self.informal > 0) {
            (true, false) => Some(Register::Formal),
            (false, true) => Some(Register::Informal),
            _ => None,
        }
    }

    /// Whether somebody is addressed in another register than this, at least partly. What may be
    /// formal counts if the source is known to address its reader.
    pub const fn contradicts(self, wanted: Register, is_addressed: bool) -> bool {
        match wanted {
            Register::Formal => self.informal > 0,
            Register::Informal => self.formal > 0 || is_addressed && self.possibly_formal > 0,
        }
    }
}
