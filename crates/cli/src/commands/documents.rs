//! Translating documents into files beside them.

mod display;
mod paths;

use std::fs::{self, File};
use std::io::BufReader;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use dragoman_documents::{Filters, Options};
use dragoman_domain::{GlossaryPair, Priority};
use dragoman_service::{
    DocumentRequest, DocumentTranslationError, DocumentTranslator, EntriesFormat, Resources,
};
use dragoman_tasks::{TaskSet, spawn_blocking};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::output::{printable, say};
use super::translate::explained;
use crate::arguments::{FormalityArgument, TranslateDocumentArguments};
use crate::configuration::Configuration;
use crate::engine::{Engines, SelfTest};
use crate::filters::filters;
use crate::progress::tell;
use crate::signals::Signals;
use display::Display;
use paths::Task;

/// How many documents are translated at the same time at most: while one is read or written, the engine works
/// on others.
const MOST_AT_A_TIME: usize = 3;

/// What all documents have in common.
struct Work {
    filters: Filters,
    engines: Engines,
    translator: DocumentTranslator,
    request: DocumentRequest,
    resources: Resources,
    replaces: bool,
    is_bilingual: bool,
    display: Display,
    /// Ends when nobody wants the translations any more.
    stop: CancellationToken,
}

/// Translates each document. Whatever fails is told at the end, and does not keep the others from being
/// translated.
pub(super) async fn run(
    arguments: TranslateDocumentArguments,
    configuration: &Configuration,
) -> Result<ExitCode> {
    let resources = resources(&arguments)?;
    let number = arguments.files.len();
    let filters = filters(configuration)?;
    let (tasks, mut failed) = paths::tasks(&arguments, &filters)?;
    if !tasks.is_empty() {
        let mut signals = Signals::new()?;
        let engines = Engines::start(configuration, SelfTest::Never).await?;
        if !engines.serves(arguments.from, arguments.to) {
            engines.consult_catalogue().await;
        }
        let work = Arc::new(Work {
            filters,
            translator: DocumentTranslator::new(engines.translator()),
            engines,
            request: DocumentRequest {
                source: arguments.from,
                target: arguments.to,
                formality: arguments.formality.map(FormalityArgument::wish),
                priority: Priority::Bulk,
            },
            resources,
            replaces: arguments.force,
            is_bilingual: arguments.bilingual,
            display: Display::new(),
            stop: CancellationToken::new(),
        });
        failed.extend(translate_all(&work, tasks, &mut signals).await);
        if work.stop.is_cancelled() {
            // Engines that are stuck are not waited for; their processes end with this one.
            bail!("interrupted; documents that were not finished are not there");
        }
        work.engines.shut_down().await;
    }
    if failed.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    failed.sort_by_key(|(index, _)| *index);
    if number > 1 {
        let translated = number.saturating_sub(failed.len());
        tell(format_args!(
            "{translated} of {number} documents are translated. These are not:"
        ));
    }
    for (index, error) in failed {
        let name = arguments.files.get(index);
        let name = name.map_or_else(
            || "a document".to_owned(),
            |path| path.display().to_string(),
        );
        tell(printable(&format!("{name}: {error:#}")));
    }
    Ok(ExitCode::FAILURE)
}

/// The terms to use.
fn resources(arguments: &TranslateDocumentArguments) -> Result<Resources> {
    let (Some(path), Some(source)) = (&arguments.glossary, arguments.from) else {
        return Ok(Resources::default());
    };
    let name = || path.display().to_string();
    let table = fs::read_to_string(path)
        .with_context(|| format!("{} cannot be read as UTF-8 text", name()))?;
    let is_csv = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let format = if is_csv {
        EntriesFormat::Csv
    } else {
        EntriesFormat::Tsv
    };
    let pair = GlossaryPair::new(source, arguments.to)?;
    Resources::with_terms(&table, format, pair)
        .with_context(|| format!("{} is not a glossary", name()))
}

/// Translates documents, some at a time, until all are done or a signal comes. Gives those that failed.
async fn translate_all(
    work: &Arc<Work>,
    tasks: Vec<Task>,
    signals: &mut Signals,
) -> Vec<(usize, anyhow::Error)> {
    let turns = Arc::new(Semaphore::new(MOST_AT_A_TIME));
    let mut working = TaskSet::new();
    for task in tasks {
        let (work, turns) = (Arc::clone(work), Arc::clone(&turns));
        working.spawn(async move {
            let _turn = turns.acquire_owned().await;
            (task.index, translate(&work, &task).await)
        });
    }
    let mut failed = Vec::new();
    loop {
        tokio::select! {
            done = working.join_next() => match done {
                Some(Ok((index, Err(error)))) => failed.push((index, error)),
                Some(Ok((_, Ok(())))) => {}
                // Panics have been told where they happened.
                Some(Err(_)) => failed.push((usize::MAX, anyhow!("a fault of this program"))),
                None => return failed,
            },
            // What is being written is finished first, so that no half of it is left.
            () = signals.next() => work.stop.cancel(),
        }
    }
}

/// Translates a document.
async fn translate(work: &Work, task: &Task) -> Result<()> {
    if work.stop.is_cancelled() {
        bail!("interrupted");
    }
    let bar = work.display.begin(&task.input);
    let options = Options {
        source: work.request.source,
        output: task.output_format,
        bilingual: work.is_bilingual,
        ..Options::to(work.request.target)
    };
    let file = File::open(&task.input).context("it cannot be opened")?;
    let permissions = file
        .metadata()
        .context("it cannot be opened")?
        .permissions();
    let (format, filters) = (task.format, work.filters.clone());
    let open = move || filters.open(format, Box::new(BufReader::new(file)), options);
    let mut document = spawn_blocking(open).await??;
    let progress = |progress| bar.set(progress);
    let translating = work.translator.translate(
        None,
        &work.request,
        document.units(),
        &work.resources,
        &progress,
    );
    let translated = work
        .stop
        .run_until_cancelled(translating)
        .await
        .ok_or_else(|| anyhow!("interrupted"))?
        .map_err(|error| why(error, &work.engines))?;
    let (output, replaces) = (task.output.clone(), work.replaces);
    let write = move || {
        let translations = &translated.translations;
        paths::write(
            &mut *document,
            translations,
            &permissions,
            &output,
            replaces,
        )?;
        Ok::<_, anyhow::Error>(translated.warnings(&*document))
    };
    let warnings = spawn_blocking(write).await??;
    bar.finish();
    work.display.show(|| {
        for warning in warnings {
            tell(printable(&format!("{}: {warning}", task.input.display())));
        }
        say(printable(&task.output.display().to_string()))
    })?;
    Ok(())
}

/// Why a document was not translated, and what to do about it.
fn why(error: DocumentTranslationError, engines: &Engines) -> anyhow::Error {
    match error {
        DocumentTranslationError::UnknownSourceLanguage => {
            anyhow!("its language could not be recognised; give it with --from")
        }
        DocumentTranslationError::Texts(error) => explained(error, engines),
        error => error.into(),
    }
}
