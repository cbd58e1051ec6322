use std::fs::File;
use std::io::Read;
use std::path::Path;

use dragoman_catalog::{ModelCheck, ModelFiles, ModelSummary};

/// The first bytes of a model in Marian's binary format: version 1, little endian.
const MARIAN: [u8; 8] = 1_u64.to_le_bytes();
/// The first bytes of a lexical shortlist.
const SHORTLIST: [u8; 8] = 0xF11A_48D5_0134_17F5_u64.to_le_bytes();
/// The first bytes of a ZIP archive, which a NumPy archive is.
const ZIP: [u8; 4] = *b"PK\x03\x04";

/// Looks whether the files are of the right kinds.
pub(super) struct EngineCheck;

impl ModelCheck for EngineCheck {
    fn check(&self, files: &ModelFiles) -> Result<ModelSummary, String> {
        match files {
            ModelFiles::Intgemm {
                model, shortlist, ..
            } => {
                begins_with(model, &MARIAN, "a model in Marian's binary format")?;
                begins_with(shortlist, &SHORTLIST, "a lexical shortlist")?;
            }
            ModelFiles::Npz { model, .. } => begins_with(model, &ZIP, "a NumPy archive")?,
        }
        Ok(ModelSummary::default())
    }
}

fn begins_with(path: &Path, start: &[u8], kind: &str) -> Result<(), String> {
    let mut found = Vec::new();
    File::open(path)
        .and_then(|file| file.take(start.len() as u64).read_to_end(&mut found))
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    if found == start {
        Ok(())
    } else {
        Err(format!("{} is not {kind}", path.display()))
    }
}
