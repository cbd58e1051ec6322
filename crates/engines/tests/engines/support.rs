use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use dragoman_domain::{
    EngineError, Language, LanguagePair, Segment, SegmentTranslation, TranslationJob, Translator,
};
use dragoman_engines::apertium::{Mode, Pipeline};
use dragoman_engines::{Apertium, ApertiumConfig};
use dragoman_sandbox::{Launcher, Protections, Sandbox};
use rustix::fs::{CWD, FileType, Mode as Permissions, mknodat};
use tempfile::TempDir;

/// Apertium with a choice of the installed modes, tested and ready.
pub(crate) struct Engine {
    pub(crate) apertium: Apertium,
    pub(crate) modes: TempDir,
}

/// Apertium with these modes only, so that a test waits for no others.
pub(crate) async fn engine(modes: &[&str]) -> Engine {
    engine_with(modes, |_| {}).await
}

pub(crate) async fn engine_with(
    modes: &[&str],
    change: impl FnOnce(&mut ApertiumConfig),
) -> Engine {
    let directory = tempfile::tempdir().unwrap();
    // Under a path of its own, so that the engine's processes can be told from another's.
    let data = directory.path().join("data");
    let installed = installed_modes();
    let original = installed.parent().unwrap();
    std::os::unix::fs::symlink(original, &data).unwrap();
    for mode in modes {
        let name = format!("{mode}.mode");
        let pipeline = fs::read_to_string(installed.join(&name)).unwrap();
        let pipeline = pipeline.replace(original.to_str().unwrap(), data.to_str().unwrap());
        fs::write(directory.path().join(&name), pipeline).unwrap();
    }
    start(directory, change).await
}

/// The configuration with what keeps programs to what they need.
pub(crate) fn config() -> ApertiumConfig {
    ApertiumConfig {
        sandbox: Some(sandbox()),
        ..ApertiumConfig::default()
    }
}

/// The file of the launcher.
pub(crate) const LAUNCHER: &str = env!("CARGO_BIN_EXE_confine-engines");

fn sandbox() -> Sandbox {
    sandbox_of(Path::new(LAUNCHER))
}

/// A sandbox that starts programs by a launcher in another file.
pub(crate) fn sandbox_of(launcher: &Path) -> Sandbox {
    static PROTECTIONS: LazyLock<Protections> =
        LazyLock::new(|| Protections::probe(&Launcher::new(LAUNCHER.into(), Vec::new())));
    Sandbox::new(Launcher::new(launcher.to_owned(), Vec::new()), &PROTECTIONS)
}

async fn start(directory: TempDir, change: impl FnOnce(&mut ApertiumConfig)) -> Engine {
    let mut config = ApertiumConfig {
        modes_dir: directory.path().to_owned(),
        ..config()
    };
    change(&mut config);
    let apertium = Apertium::start(config).await;
    apertium.wait_ready().await;
    Engine {
        apertium,
        modes: directory,
    }
}

/// Where the installed mode files are.
pub(crate) fn installed_modes() -> PathBuf {
    let directory = ApertiumConfig::default().modes_dir;
    assert!(
        directory.join("eng-spa.mode").is_file(),
        "these tests need Apertium and its language packages in {}: run `make test`, which \
         installs them",
        directory.display()
    );
    directory
}

/// A pipeline of an installed mode, outside any engine.
pub(crate) async fn pipeline(mode: &str) -> Pipeline {
    let config = config();
    let mode = Mode::load(&installed_modes(), &config.program_dirs, mode, false).unwrap();
    Pipeline::start(&mode, &config.stage_options())
        .await
        .unwrap()
}

pub(crate) fn pair(source: &str, target: &str) -> LanguagePair {
    LanguagePair::new(
        Language::parse(source).unwrap(),
        Language::parse(target).unwrap(),
    )
}

pub(crate) fn plain(text: &str) -> Segment {
    Segment::new(text.to_owned(), Vec::new())
}

/// A segment in which every `{…}` is a placeholder.
pub(crate) fn with_placeholders(text: &str) -> Segment {
    let placeholders = text
        .match_indices('{')
        .filter_map(|(start, _)| Some(start..start + text[start..].find('}')? + 1))
        .collect();
    Segment::new(text.to_owned(), placeholders)
}

/// The translations alone.
pub(crate) fn texts_of(translations: Vec<SegmentTranslation>) -> Vec<String> {
    translations
        .into_iter()
        .map(SegmentTranslation::into_text)
        .collect()
}

impl Engine {
    pub(crate) async fn translate(
        &self,
        direction: (&str, &str),
        segments: Vec<Segment>,
    ) -> Result<Vec<String>, EngineError> {
        let job = TranslationJob::new(pair(direction.0, direction.1), segments);
        let translations = self.apertium.translate(job).await?;
        Ok(texts_of(translations))
    }

    pub(crate) async fn one(&self, direction: (&str, &str), segment: Segment) -> String {
        let mut translations = self.translate(direction, vec![segment]).await.unwrap();
        assert_eq!(translations.len(), 1);
        translations.remove(0)
    }

    pub(crate) async fn text(&self, direction: (&str, &str), text: &str) -> String {
        self.one(direction, plain(text)).await
    }

    /// The processes of this engine's stages, a list for each running pipeline, first to last.
    pub(crate) fn pipelines(&self) -> Vec<Vec<i32>> {
        pipelines_of(std::process::id(), self.modes.path())
    }
}

/// The children of `parent`, by process group, of those groups in which a process names something
/// under `directory`.
pub(crate) fn pipelines_of(parent: u32, directory: &Path) -> Vec<Vec<i32>> {
    let directory = directory.to_str().unwrap();
    let mut groups: BTreeMap<i32, (bool, Vec<i32>)> = BTreeMap::new();
    for entry in fs::read_dir("/proc").unwrap().filter_map(Result::ok) {
        let Some(process) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        let Some((_, parent_id, group)) = state_parent_and_group(process) else {
            continue;
        };
        if parent_id != i32::try_from(parent).unwrap() {
            continue;
        }
        let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let (named, stages) = groups.entry(group).or_default();
        *named |= String::from_utf8_lossy(&command).contains(directory);
        stages.push(process);
    }
    groups
        .into_values()
        .filter_map(|(named, mut stages)| {
            stages.sort_unstable();
            named.then_some(stages)
        })
        .collect()
}

fn state_parent_and_group(process: i32) -> Option<(char, i32, i32)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat[stat.rfind(')')? + 2..].split(' ');
    let state = fields.next()?.chars().next()?;
    Some((
        state,
        fields.next()?.parse().ok()?,
        fields.next()?.parse().ok()?,
    ))
}

/// Whether a process is there, be it only to be reaped.
pub(crate) fn exists(process: i32) -> bool {
    state_parent_and_group(process).is_some()
}

/// Whether a process still runs.
pub(crate) fn runs(process: i32) -> bool {
    state_parent_and_group(process).is_some_and(|(state, ..)| state != 'Z')
}

pub(crate) fn kill(process: i32) {
    let process = rustix::process::Pid::from_raw(process).unwrap();
    // It may have ended by itself meanwhile.
    let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
}

/// A stage that plays a part, see `stage.sh`, in the place of the mode `eng-spa`.
pub(crate) async fn playing(part: &str, change: impl FnOnce(&mut ApertiumConfig)) -> Engine {
    let directory = tempfile::tempdir().unwrap();
    write_mode(directory.path(), part);
    start_writing(directory, change).await
}

/// The same, as the analyser of a mode: words could be followed from there.
pub(crate) async fn playing_analyser(
    part: &str,
    change: impl FnOnce(&mut ApertiumConfig),
) -> Engine {
    let directory = tempfile::tempdir().unwrap();
    write_mode(directory.path(), part);
    let path = directory.path().join("eng-spa.mode");
    let stage = fs::read_to_string(&path).unwrap();
    fs::write(path, format!("{stage} eng-spa.automorf.bin")).unwrap();
    start_writing(directory, change).await
}

/// With stages that write down what they do.
async fn start_writing(directory: TempDir, change: impl FnOnce(&mut ApertiumConfig)) -> Engine {
    let folder = directory.path().to_owned();
    let change = |config: &mut ApertiumConfig| {
        may_write(config, &folder);
        change(config);
    };
    start(directory, change).await
}

/// Lets stages write into a folder.
pub(crate) fn may_write(config: &mut ApertiumConfig, folder: &Path) {
    config.confinement.writable.push(folder.to_owned());
    config.confinement.file_bytes = 1 << 30;
}

pub(crate) fn write_mode(directory: &Path, part: &str) {
    let stage = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/stage.sh");
    let mode = format!("'{}' {part} '{}'", stage.display(), directory.display());
    fs::write(directory.join("eng-spa.mode"), mode).unwrap();
    make_pipe(&directory.join("gate"));
}

/// Makes a named pipe.
pub(crate) fn make_pipe(path: &Path) {
    mknodat(
        CWD,
        path,
        FileType::Fifo,
        Permissions::RUSR | Permissions::WUSR,
        0,
    )
    .unwrap();
}

/// Lets other tasks run until `condition` holds.
pub(crate) async fn until(mut condition: impl FnMut() -> bool) {
    while !condition() {
        tokio::task::yield_now().await;
    }
}
