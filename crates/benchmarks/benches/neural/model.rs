//! A model, installed as an operator installs it, and engines that use it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use dragoman_catalog::ModelFolder;
use dragoman_domain::{
    Language, LanguagePair, Segment, SegmentTranslation, TranslationJob, Translator,
};
use dragoman_marian::{FixedSupply, InstalledModel};
use dragoman_marian::{Marian, MarianConfig};
use dragoman_nmt::{Model, ModelPaths};

use crate::Options;
use crate::server::{self, Durability, Installation};

/// A data folder with one model.
pub(crate) struct Subject {
    pub(crate) installation: Installation,
    pub(crate) pair: LanguagePair,
    pub(crate) paths: ModelPaths,
}

impl Subject {
    /// Has the released program import a folder into a new data folder.
    pub(crate) fn import(source: &Path) -> Result<Self> {
        let installation = Installation::create(&server::program()?, Durability::PowerLoss)?
            // Other engines would test themselves, and what is measured twice would come from the cache.
            .with("DRAGOMAN_ENGINES__APERTIUM__ENABLED", "false")
            .with("DRAGOMAN_ENGINES__NEURAL__CACHE_MEGABYTES", "0");
        let source = source.canonicalize()?;
        let status = installation
            .command(&["models", "import", "--from", "en", "--to", "de"])
            .arg(&source)
            .stdout(std::process::Stdio::null())
            .status()?;
        ensure!(status.success(), "{} is not a model", source.display());
        let folder = ModelFolder::new(installation.folder().join("data/models"));
        let installed = folder.scan()?.models.pop();
        Ok(Self {
            pair: LanguagePair::new(Language::parse("en")?, Language::parse("de")?),
            paths: installed.context("no model was installed")?.files.paths(),
            installation,
        })
    }

    /// The model itself, to ask it what it consists of.
    pub(crate) fn load(&self) -> Result<Model> {
        Ok(Model::load(&self.paths)?)
    }

    /// An engine with this model, which it has not loaded yet. A beam of 0 is what the model comes
    /// with.
    pub(crate) fn engine(&self, threads: usize, beam: usize, options: &Options) -> Result<Engine> {
        let usual = MarianConfig::default();
        let config = MarianConfig {
            threads,
            rows: options.get("rows", usual.rows)?,
            group_tokens: options.get("group", usual.group_tokens)?,
            cache_bytes: 0,
            interactive_queue_tokens: 1 << 24,
            ..usual
        };
        let mut paths = self.paths.clone();
        if beam > 0 {
            paths.decoder_settings = Some(self.beam_settings(beam)?);
        }
        let model = InstalledModel {
            id: "model".to_owned(),
            pair: self.pair,
            paths,
            architecture: String::new(),
            preference: 0,
        };
        Ok(Engine {
            marian: Marian::start(&config, Arc::new(FixedSupply(vec![model])))?,
            pair: self.pair,
        })
    }

    fn beam_settings(&self, beam: usize) -> Result<PathBuf> {
        let path = self.installation.folder().join("decoder.yml");
        fs::write(&path, format!("beam-size: {beam}\nnormalize: 1\n"))?;
        Ok(path)
    }
}

/// An engine, and the pair that it is asked for.
pub(crate) struct Engine {
    pub(crate) marian: Marian,
    pub(crate) pair: LanguagePair,
}

impl Engine {
    /// Translates texts as one job.
    pub(crate) async fn translate(&self, texts: &[&str]) -> Result<Vec<String>> {
        let segments = texts
            .iter()
            .map(|text| Segment::new((*text).to_owned(), Vec::new()));
        let job = TranslationJob::new(self.pair, segments.collect());
        let translations = self.marian.translate(job).await?;
        let text = SegmentTranslation::into_text;
        Ok(translations.into_iter().map(text).collect())
    }
}
