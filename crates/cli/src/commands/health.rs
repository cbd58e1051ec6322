//! What works of an installation, what is missing, and what is broken: for the command and for the pages.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::Result;
use async_trait::async_trait;
use dragoman_detection::Detector;
use dragoman_domain::{
    Detection, Finding, FreeSpace, HealthChecker, LanguageDetector, LanguagePair,
};
use dragoman_engines::apertium::{Apertium, PairReport, State};
use dragoman_engines::hunspell::{DictionaryReport, DictionaryState};
use dragoman_engines::language_model::Answers;
use dragoman_marian::ModelState;
use dragoman_sandbox::Sandbox;
use dragoman_tasks::spawn_blocking;
use dragoman_typesetting::Fonts;

use super::services::accounts_of;
use crate::configuration::{Configuration, SandboxOption};
use crate::data_options::MEGABYTE;
use crate::engine::Engines;
use crate::filters::{self, office, recogniser};
use crate::storage::Storage;
use crate::system::SystemSpace;
use crate::{mail, sandbox};

/// Checks the installation of a running server.
pub(super) struct Health {
    pub(super) configuration: Configuration,
    pub(super) engines: Arc<Engines>,
}

#[async_trait]
impl HealthChecker for Health {
    async fn check(&self) -> Result<Vec<Finding>, String> {
        findings(&self.configuration, &self.engines)
            .await
            .map_err(|error| format!("{error:#}"))
    }
}

/// Checks the data folder, the detector, every language pair, every dictionary and all programs beside the server.
pub(super) async fn findings(
    configuration: &Configuration,
    engines: &Engines,
) -> Result<Vec<Finding>> {
    let mut findings = vec![data_folder(configuration).await];
    findings.extend(free_space(configuration));
    findings.push(spawn_blocking(detector).await?);
    findings.extend(sandbox_findings(configuration.engines.sandbox));
    findings.extend(neural_findings(engines).await);
    match engines.apertium() {
        Some(apertium) => {
            apertium.wait_ready().await;
            findings.extend(apertium_findings(apertium));
        }
        None => findings.push(Finding::Missing(
            "Apertium is turned off. Set engines.apertium.enabled = true to use it.".to_owned(),
        )),
    }
    findings.extend(language_model_finding(engines).await);
    findings.extend(language_tool_finding(engines).await);
    findings.extend(dictionary_findings(engines.dictionaries().check().await));
    let sandbox = filters::sandbox(configuration)?;
    findings.push(office_finding(configuration, &sandbox).await?);
    let options = configuration.clone();
    findings.push(spawn_blocking(move || recogniser_finding(&options, &sandbox)).await?);
    findings.push(spawn_blocking(fonts_finding).await?);
    findings.push(mail_finding(configuration));
    Ok(findings)
}

async fn data_folder(configuration: &Configuration) -> Finding {
    let place = configuration.data.folder.display();
    let is_shared = configuration.data.database.is_some();
    match active_keys(configuration).await {
        Ok(Some(active)) if is_shared => Finding::Good(format!(
            "The shared database and object storage can be used. There are {active} active keys."
        )),
        Ok(Some(active)) => Finding::Good(format!(
            "The data folder {place} can be used. It has {active} active keys."
        )),
        Ok(None) => Finding::Missing(format!(
            "There is no data in the folder {place} yet. The first start of \"dragoman serve\" makes it, with the first keys."
        )),
        Err(error) if is_shared => Finding::Broken(format!(
            "The shared database or object storage cannot be used: {error:#}."
        )),
        Err(error) => Finding::Broken(format!(
            "The data folder {place} cannot be used: {error:#}."
        )),
    }
}

/// How many keys the data folder has that are active; none if there is no data yet.
async fn active_keys(configuration: &Configuration) -> Result<Option<usize>> {
    let Some(storage) = Storage::open_if_begun(&configuration.data).await? else {
        return Ok(None);
    };
    if let Some(shared) = storage.shared() {
        shared.check_objects().await?;
    }
    let keys = accounts_of(&storage, configuration)?.keys;
    let keys = keys.list(None).await;
    storage.close().await;
    let keys = keys?;
    Ok(Some(
        keys.iter().filter(|key| key.deactivated.is_none()).count(),
    ))
}

/// Whether the disk has more free than is to stay so. Nothing where there is no data folder, which is said already.
fn free_space(configuration: &Configuration) -> Option<Finding> {
    let floor = configuration.data.free_space_floor_megabytes;
    let space = SystemSpace(configuration.data.folder.clone());
    let free = space.free_bytes().ok()? / MEGABYTE;
    Some(if free < floor {
        Finding::Broken(format!(
            "The disk of the data folder has {free} MB free of the {floor} MB that are to stay so, and the server takes no \
             files. Make room, or set data.free_space_floor_megabytes."
        ))
    } else {
        Finding::Good(format!(
            "The disk of the data folder has {free} MB free; {floor} MB are to stay so."
        ))
    })
}

/// What keeps programs to what they need, and what is missing for it.
fn sandbox_findings(option: SandboxOption) -> Vec<Finding> {
    if option == SandboxOption::Off {
        return vec![Finding::Missing(
            "Nothing keeps the programs of Apertium, Hunspell, LibreOffice and Tesseract to what they need. Set engines.sandbox = \
             \"available\" to have it done."
                .to_owned(),
        )];
    }
    let protections = sandbox::protections();
    let held = sandbox::held(&protections).map(|held| {
        Finding::Good(format!(
            "The programs of Apertium, Hunspell, LibreOffice and Tesseract are kept from {held}."
        ))
    });
    let lacking = sandbox::lacking(&protections).map(|lacking| {
        Finding::Missing(format!(
            "For the programs of Apertium, Hunspell, LibreOffice and Tesseract, {lacking}."
        ))
    });
    held.into_iter().chain(lacking).collect()
}

/// Whether documents of old Word can be converted.
async fn office_finding(configuration: &Configuration, sandbox: &Sandbox) -> Result<Finding> {
    let Some(office) = office(configuration, sandbox) else {
        return Ok(Finding::Missing(
            "apt-get install libreoffice-writer-nogui  brings LibreOffice, which converts documents of old Word (doc)."
                .to_owned(),
        ));
    };
    Ok(match spawn_blocking(move || office.check()).await? {
        Ok(()) => Finding::Good("LibreOffice converts documents of old Word (doc).".to_owned()),
        Err(reason) => Finding::Broken(format!(
            "Documents of old Word (doc) cannot be converted: {reason}. Reinstall the package libreoffice-writer-nogui."
        )),
    })
}

/// Whether text in pictures can be recognised, and in which languages.
fn recogniser_finding(configuration: &Configuration, sandbox: &Sandbox) -> Finding {
    match recogniser(configuration, sandbox) {
        None => Finding::Missing(
            "apt-get install tesseract-ocr  brings Tesseract, which recognises text in pictures (jpeg, png); the \
             packages tesseract-ocr-deu and so on bring its languages."
                .to_owned(),
        ),
        Some(Ok(tesseract)) => {
            let languages = tesseract.languages().into_iter();
            let languages = languages.filter(|language| !language.is_variant());
            Finding::Good(format!(
                "Tesseract recognises text in pictures in {}.",
                join(&languages.map(|language| language.tag().to_owned()).collect())
            ))
        }
        Some(Err(reason)) => Finding::Broken(format!(
            "Text in pictures cannot be recognised: {reason}. Reinstall the package tesseract-ocr."
        )),
    }
}

/// Of which writing systems no font has the letters, for translations into PDF and pictures.
fn fonts_finding() -> Finding {
    let missing = Fonts::of_system().missing_scripts();
    if missing.is_empty() {
        return Finding::Good("There are fonts for translations into PDF and pictures.".to_owned());
    }
    Finding::Missing(format!(
        "apt-get install fonts-noto-core fonts-noto-cjk  brings letters for translations into PDF and pictures; no font has {}.",
        missing.join(", ")
    ))
}

/// Whether mail can be sent as configured; the server is not asked.
fn mail_finding(configuration: &Configuration) -> Finding {
    let host = configuration.mail.host.as_deref().unwrap_or_default();
    match mail::mailer(&configuration.mail) {
        Ok(Some(_)) => Finding::Good(format!(
            "Mail through {host} is configured. It was not tried; \"dragoman mail-test ADDRESS\" does."
        )),
        Ok(None) => Finding::Missing(
            "No mail is sent when a key comes near its limit. Set mail.host to have it sent."
                .to_owned(),
        ),
        Err(error) => Finding::Broken(format!("No mail can be sent: {error:#}.")),
    }
}

fn detector() -> Finding {
    let text = "The quick check of the language detector.";
    match Detector::new().detect(text) {
        Detection::Detected(language) if language.tag() == "en" => {
            Finding::Good("The language detector works.".to_owned())
        }
        other => Finding::Broken(format!(
            "The language detector takes an English sentence for {other:?}."
        )),
    }
}

async fn neural_findings(engines: &Engines) -> Vec<Finding> {
    let Some(neural) = engines.neural() else {
        return vec![Finding::Missing(
            "The neural engine is turned off. Set engines.neural.enabled = true to use it."
                .to_owned(),
        )];
    };
    neural.check_models().await;
    let mut findings = Vec::new();
    let mut working = BTreeSet::new();
    for model in neural.report().models {
        match model.state {
            ModelState::Broken { reason } => findings.push(Finding::Broken(format!(
                "The model {} does not work: {reason}.",
                model.id
            ))),
            ModelState::Loaded { .. } | ModelState::NotLoaded => {
                working.insert(model.pair);
            }
        }
    }
    for (folder, reason) in engines.broken_models() {
        findings.push(Finding::Broken(format!("{folder} is no model: {reason}.")));
    }
    if working.is_empty() {
        findings.push(Finding::Missing(
            "dragoman models pull en-de  brings a neural model, here from English into German. \
             \"dragoman models available\" lists them."
                .to_owned(),
        ));
    } else {
        findings.push(Finding::Good(format!(
            "Neural models translate {} language pairs directly:{}",
            working.len(),
            listed(&working)
        )));
    }
    findings
}

/// Nothing where no language model is configured: few want one.
async fn language_model_finding(engines: &Engines) -> Option<Finding> {
    let model = engines.language_model()?;
    let name = model.model();
    Some(match model.check().await {
        Answers::Usable => Finding::Good(format!("The language model {name} answers.")),
        Answers::OtherModels(models) => Finding::Missing(format!(
            "The server of the language model does not list {name}. Set \
             engines.language_model.model to one that it has: {}.",
            models.join(", ")
        )),
        Answers::Not(reason) => Finding::Broken(format!(
            "The language model {name} does not answer: {reason}. Check the options in \
             [engines.language_model]."
        )),
    })
}

/// Nothing where LanguageTool is not configured: few want it.
async fn language_tool_finding(engines: &Engines) -> Option<Finding> {
    let tool = engines.language_tool()?;
    Some(match tool.check().await {
        Ok(languages) if languages.is_empty() => Finding::Missing(
            "LanguageTool answers, but has none of the languages that texts are improved in. Add modules for them to \
             its server."
                .to_owned(),
        ),
        Ok(languages) => {
            let languages = languages.iter().map(|language| language.tag().to_owned());
            Finding::Good(format!(
                "LanguageTool answers and reads {}.",
                join(&languages.collect())
            ))
        }
        Err(reason) => Finding::Broken(format!(
            "LanguageTool is not used: {reason}. Check the options in [improvement.language_tool]."
        )),
    })
}

fn apertium_findings(apertium: &Apertium) -> Vec<Finding> {
    let report = apertium.report();
    let mut findings = Vec::new();
    let mut working = BTreeSet::new();
    let mut missing: BTreeMap<String, BTreeSet<LanguagePair>> = BTreeMap::new();
    for PairReport { pair, state, .. } in report.pairs {
        match state {
            State::Working | State::Untested => {
                working.insert(pair);
            }
            State::Missing { packages } => {
                missing.entry(packages.join(" ")).or_default().insert(pair);
            }
            // Told once for the mode below, not for each pair that needs it.
            State::Broken { .. } => {}
        }
    }
    if !working.is_empty() {
        findings.push(Finding::Good(format!(
            "Apertium translates {} language pairs:{}",
            working.len(),
            listed(&working)
        )));
    }
    for (packages, pairs) in missing {
        findings.push(Finding::Missing(format!(
            "apt-get install {packages}  brings {}.",
            by_source(&pairs).join("; ")
        )));
    }
    for mode in report.modes {
        if let State::Broken { reason } = mode.state {
            findings.push(Finding::Broken(format!(
                "The Apertium mode {} does not work: {reason}. Reinstall the package {}.",
                mode.mode, mode.package
            )));
        }
    }
    findings
}

fn dictionary_findings(reports: Vec<DictionaryReport>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut working = BTreeSet::new();
    let mut missing: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for report in reports {
        let languages = report
            .languages
            .iter()
            .map(|language| language.tag().to_owned());
        match report.state {
            DictionaryState::Working | DictionaryState::Untested => working.extend(languages),
            DictionaryState::Missing { packages } => {
                let packages = packages.join(" ");
                missing.entry(packages).or_default().extend(languages);
            }
            DictionaryState::Broken { reason } => findings.push(Finding::Broken(format!(
                "The dictionary {} does not work: {reason}. Reinstall the packages hunspell and {}, or \
                 mend its files.",
                report.name, report.package
            ))),
        }
    }
    if !working.is_empty() {
        let languages = join(&working);
        findings.push(Finding::Good(format!(
            "There are dictionaries for {languages}."
        )));
    }
    for (packages, languages) in missing {
        findings.push(Finding::Missing(format!(
            "apt-get install {packages}  brings the dictionary for {}.",
            join(&languages)
        )));
    }
    findings
}

/// The pairs from each language, such as "en to de, fr".
fn by_source(pairs: &BTreeSet<LanguagePair>) -> Vec<String> {
    let mut targets: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for pair in pairs {
        let target = pair.target.tag().to_owned();
        targets.entry(pair.source.tag()).or_default().insert(target);
    }
    let targets = targets.iter();
    targets
        .map(|(source, targets)| format!("{source} to {}", join(targets)))
        .collect()
}

/// Pairs after a colon: the rest of the line, or a line for each language that they are from.
fn listed(pairs: &BTreeSet<LanguagePair>) -> String {
    match by_source(pairs).as_slice() {
        [line] => format!(" {line}."),
        lines => lines
            .iter()
            .map(|line| format!("\n         {line}"))
            .collect(),
    }
}

fn join(names: &BTreeSet<String>) -> String {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.join(", ")
}
