//! A shortlist for a model that is installed.

use crate::check::ModelCheck;
use crate::codes::code_of_pair;
use crate::error::InstallError;
use crate::folder::{InstalledModel, ModelFolder};
use crate::lock::try_lock;
use crate::manifest::{Description, Role};
use crate::stage::{Replace, Stage, ensure_room};
use crate::unpack::Expected;

/// A shortlist that is to be installed with a model.
#[derive(Debug, Clone)]
pub struct NewShortlist<'a> {
    /// The model as it was when the shortlist was made for it.
    pub model: &'a InstalledModel,
    /// The file.
    pub bytes: &'a [u8],
    /// Whether to replace the shortlist that the model has.
    pub replace: bool,
}

impl NewShortlist<'_> {
    /// Fails if the model has a shortlist that may not be replaced, as [`run`](Self::run) would.
    ///
    /// # Errors
    /// [`InstallError::HasShortlist`].
    pub fn check_place(model: &InstalledModel, replace: bool) -> Result<(), InstallError> {
        let mut files = model.manifest.files.iter();
        if !replace && files.any(|file| file.role == Role::Shortlist) {
            return Err(InstallError::HasShortlist {
                model: model.label(),
            });
        }
        Ok(())
    }

    /// Lets the engine read the model with the shortlist, and replaces the installed model by that at once. Its other files
    /// stay as they are.
    ///
    /// # Errors
    /// [`InstallError`]; then the model is as it was.
    pub fn run(
        &self,
        folder: &ModelFolder,
        check: &dyn ModelCheck,
    ) -> Result<InstalledModel, InstallError> {
        let Self {
            model,
            bytes,
            replace,
        } = self;
        let partial = folder.make_partial()?;
        // The lock that a download of the same model has.
        let label = format!("{}-{}", code_of_pair(model.pair), model.manifest.name);
        let _lock = try_lock(&partial.join(format!("{label}.lock")))?
            .ok_or(InstallError::Busy { model: label })?;
        Self::check_place(model, *replace)?;
        if !model.is_unchanged() {
            return Err(InstallError::Changed {
                model: model.label(),
            });
        }
        ensure_room(folder, bytes.len() as u64)?;
        let mut stage = Stage::new(folder)?;
        for file in &model.manifest.files {
            if file.role != Role::Shortlist {
                stage.keep(file, &model.folder.join(&file.name))?;
            }
        }
        let expected = Expected {
            limit: Role::Shortlist.largest_size(),
            ..Expected::default()
        };
        stage.add(Role::Shortlist, &name(model), *bytes, &expected)?;
        stage.finish(describe(model), check, Replace::Only(model))
    }
}

/// A public name for the shortlist that no other file of the model has.
fn name(model: &InstalledModel) -> String {
    let short = code_of_pair(model.pair).replace('-', "");
    let mut name = format!("lex.{short}.s2t.bin");
    let is_taken = |name: &str| {
        let mut files = model.manifest.files.iter();
        files.any(|file| file.role != Role::Shortlist && file.name == name)
    };
    while is_taken(&name) {
        name = format!("lex.{name}");
    }
    name
}

/// What the manifest says of the model but its files.
fn describe(model: &InstalledModel) -> Description {
    let manifest = model.manifest.clone();
    Description {
        pair: model.pair,
        name: manifest.name,
        format: manifest.format,
        architecture: manifest.architecture,
        parameters: manifest.parameters,
        provenance: manifest.provenance,
        licence: manifest.licence,
        metrics: manifest.metrics,
    }
}
