//! The models of the neural engine: listing, fetching, checking and passing them on.

mod parallel_text;
mod shortlist;
mod tables;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use dragoman_catalog::{
    Architecture, Catalogue, EngineCheck, Import, Installed, InstalledModel, ModelFolder, Policy,
    Selection, Unbundle, bundle, code_of_pair,
};
use dragoman_domain::{Clock, LanguagePair};

use super::output::{complain, say};
use crate::arguments::{
    AvailableArguments, ImportArguments, ModelsCommand, PairArguments, PullArguments, refuse,
};
use crate::configuration::Configuration;
use crate::data_folder::{DataFolder, give_all_to_owner};
use crate::model_library;
use crate::progress::{self, Display};
use crate::system::SystemClock;

/// Runs one of the commands about models. None of them needs the server to be stopped.
pub(super) async fn run(command: ModelsCommand, configuration: &Configuration) -> Result<ExitCode> {
    if matches!(command, ModelsCommand::Pull(_) | ModelsCommand::Import(_)) {
        // Made with the right permissions, even if the models are the first thing in it.
        DataFolder::open_or_begin(&configuration.data)?;
    }
    if matches!(
        command,
        ModelsCommand::List { .. }
            | ModelsCommand::Remove { .. }
            | ModelsCommand::Verify { .. }
            | ModelsCommand::Shortlist(_)
            | ModelsCommand::Bundle { .. }
    ) {
        DataFolder::check_is_there(&configuration.data)?;
    }
    let folder = model_library::folder(configuration);
    let result = carry_out(command, &folder, configuration).await;
    give_all_to_owner(folder.path());
    result
}

/// The pairs that were named. A wrong one ends the program as a wrong command line does.
fn pairs_of(arguments: &PairArguments) -> Vec<LanguagePair> {
    arguments.parse().unwrap_or_else(|message| refuse(message))
}

async fn carry_out(
    command: ModelsCommand,
    folder: &ModelFolder,
    configuration: &Configuration,
) -> Result<ExitCode> {
    match command {
        ModelsCommand::Available(arguments) => available(&arguments, folder, configuration).await,
        ModelsCommand::Pull(arguments) => pull(&arguments, folder, configuration).await,
        ModelsCommand::Import(arguments) => import(&arguments, folder),
        ModelsCommand::List { json } => list(folder, json),
        ModelsCommand::Remove { pairs, name } => remove(folder, &pairs_of(&pairs), name.as_deref()),
        ModelsCommand::Verify { pairs } => verify(folder, &pairs_of(&pairs)),
        ModelsCommand::Shortlist(arguments) => shortlist::run(&arguments, folder),
        ModelsCommand::Bundle { output, pairs } => write_bundle(folder, &output, &pairs_of(&pairs)),
    }
}

async fn available(
    arguments: &AvailableArguments,
    folder: &ModelFolder,
    configuration: &Configuration,
) -> Result<ExitCode> {
    let installed = scan(folder)?;
    let installer = model_library::installer(configuration)?;
    let catalogue = installer.catalogue().await?;
    let entries: Vec<_> = catalogue
        .entries
        .iter()
        .filter(|entry| entry.released || arguments.unreleased)
        .filter(|entry| arguments.from.is_none_or(|from| entry.pair.source == from))
        .filter(|entry| arguments.to.is_none_or(|to| entry.pair.target == to))
        .collect();
    if arguments.json {
        return say(tables::available_json(&entries, &installed)?);
    }
    remarks(&catalogue);
    if entries.is_empty() {
        return say(format_args!("{} has no such model.", catalogue.address));
    }
    say(tables::available(&entries, &installed))
}

/// What people should know about the listing, apart from what is in it.
fn remarks(catalogue: &Catalogue) {
    if catalogue.stale {
        progress::tell("This is an old copy of the catalogue.");
    }
    if !catalogue.unknown_codes.is_empty() {
        let codes: Vec<&str> = catalogue.unknown_codes.iter().map(String::as_str).collect();
        progress::tell(format_args!(
            "Left out, because their language codes are not known here: {}.",
            codes.join(", ")
        ));
    }
    if !catalogue.undigested.is_empty() {
        let pairs = catalogue.undigested.keys().copied();
        let pairs: Vec<String> = pairs.map(code_of_pair).collect();
        progress::tell(format_args!(
            "Left out, because the SHA-256 of a file of theirs is stated neither there nor in \
             models.catalogue_fallback: {}.",
            pairs.join(", ")
        ));
    }
}

async fn pull(
    arguments: &PullArguments,
    folder: &ModelFolder,
    configuration: &Configuration,
) -> Result<ExitCode> {
    let pairs = pairs_of(&arguments.pairs);
    if let Some(file) = &arguments.bundle {
        return unbundle(folder, file, &pairs, arguments.replace);
    }
    if pairs.is_empty() {
        refuse("name the language pairs, for example: dragoman models pull en-de de-en");
    }
    let selection = Selection {
        policy: arguments
            .policy
            .map_or(configuration.models.policy, Policy::from),
        architecture: arguments.architecture.map(Architecture::from),
        unreleased: arguments.unreleased,
    };
    let installer = model_library::installer(configuration)?;
    let mut result = ExitCode::SUCCESS;
    for pair in pairs {
        let display = Arc::new(Display::new());
        let pulled = installer
            .pull_pair(pair, &selection, Arc::clone(&display) as _)
            .await;
        display.finish();
        match pulled {
            Ok(model) => {
                say(installed_line(&model))?;
            }
            // The other pairs have nothing to do with that.
            Err(error) => {
                let error = anyhow::Error::new(error);
                complain(&error.context(format!("{} is not installed", code_of_pair(pair))));
                result = ExitCode::FAILURE;
            }
        }
    }
    Ok(result)
}

fn import(arguments: &ImportArguments, folder: &ModelFolder) -> Result<ExitCode> {
    let (from, to) = match (arguments.from, arguments.to) {
        (Some(from), Some(to)) => (from, to),
        _ if arguments.source.is_file() => {
            return unbundle(folder, &arguments.source, &[], arguments.replace);
        }
        _ => refuse("a folder needs --from and --to: the languages of the model"),
    };
    if from == to {
        refuse("--from and --to are the same language");
    }
    let model = Import {
        source: &arguments.source,
        pair: LanguagePair::new(from, to),
        name: arguments.name.as_deref(),
        licence: arguments.licence.as_deref(),
        replace: arguments.replace,
    }
    .run(folder, &EngineCheck, SystemClock.now())
    .with_context(|| format!("{} is not imported", arguments.source.display()))?;
    say(installed_line(&model))
}

fn unbundle(
    folder: &ModelFolder,
    file: &Path,
    pairs: &[LanguagePair],
    replace: bool,
) -> Result<ExitCode> {
    let models = Unbundle {
        bundle: file,
        pairs,
        replace,
    }
    .run(folder, &EngineCheck, SystemClock.now())
    .with_context(|| format!("{} is not imported", file.display()))?;
    for model in models {
        say(installed_line(&model))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn installed_line(model: &InstalledModel) -> String {
    format!(
        "{} is installed in {}.",
        model.label(),
        model.folder.display()
    )
}

fn list(folder: &ModelFolder, json: bool) -> Result<ExitCode> {
    let installed = scan(folder)?;
    if json {
        return say(tables::installed_json(&installed)?);
    }
    if installed.models.is_empty() {
        return say("No models are installed. \"dragoman models pull en-de\" brings one.");
    }
    say(tables::installed(&installed))
}

fn remove(folder: &ModelFolder, pairs: &[LanguagePair], name: Option<&str>) -> Result<ExitCode> {
    if pairs.is_empty() {
        refuse("name the language pairs whose models are to be removed");
    }
    let installed = scan(folder)?;
    for pair in pairs {
        let models: Vec<_> = installed
            .of(*pair)
            .filter(|model| name.is_none_or(|name| model.manifest.name == name))
            .collect();
        if models.is_empty() {
            bail!("there is no such model: {}", label(*pair, name));
        }
        for model in models {
            folder.remove(&model.folder)?;
            say(format_args!("{} is removed.", model.label()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn label(pair: LanguagePair, name: Option<&str>) -> String {
    let pair = code_of_pair(pair);
    name.map_or_else(|| pair.clone(), |name| format!("{pair}/{name}"))
}

fn verify(folder: &ModelFolder, pairs: &[LanguagePair]) -> Result<ExitCode> {
    let installed = folder.scan()?;
    let mut result = ExitCode::SUCCESS;
    for broken in &installed.broken {
        let error = anyhow::Error::new(broken.error.clone());
        say(format_args!(
            "broken   {}: {error:#}",
            broken.folder.display()
        ))?;
        result = ExitCode::FAILURE;
    }
    for model in chosen(&installed, pairs)? {
        match model.verify(&EngineCheck) {
            Ok(_) => say(format_args!("ok       {}", model.label()))?,
            Err(error) => {
                result = ExitCode::FAILURE;
                let error = anyhow::Error::new(error);
                say(format_args!("broken   {}: {error:#}", model.label()))?
            }
        };
    }
    Ok(result)
}

fn write_bundle(folder: &ModelFolder, output: &Path, pairs: &[LanguagePair]) -> Result<ExitCode> {
    let installed = scan(folder)?;
    let models = chosen(&installed, pairs)?;
    if models.is_empty() {
        bail!("no models are installed that could be bundled");
    }
    bundle::write(&models, output)?;
    say(format_args!(
        "{} has {} models. Install it elsewhere with: dragoman models pull --bundle FILE",
        output.display(),
        models.len()
    ))
}

/// The models of these pairs, or all.
fn chosen<'a>(installed: &'a Installed, pairs: &[LanguagePair]) -> Result<Vec<&'a InstalledModel>> {
    for pair in pairs {
        if installed.of(*pair).next().is_none() {
            bail!("no model from {pair} is installed");
        }
    }
    Ok(installed
        .models
        .iter()
        .filter(|model| pairs.is_empty() || pairs.contains(&model.pair))
        .collect())
}

/// What is installed. What is broken is told and does not count.
fn scan(folder: &ModelFolder) -> Result<Installed> {
    let installed = folder.scan()?;
    for broken in &installed.broken {
        let error = anyhow::Error::new(broken.error.clone());
        complain(&error.context(format!("{} is broken", broken.folder.display())));
    }
    Ok(installed)
}
