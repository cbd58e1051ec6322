use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{EngineError, KeyId, Language, Speller, Spelling};
use dragoman_sandbox::find_program;
use dragoman_tasks::TaskSet;
use futures_util::{StreamExt, stream};
use tokio::sync::watch;

use super::cache::Verdict;
use super::config::HunspellConfig;
use super::dictionary::{Dictionary, Lookup};
use super::files::{ENTRIES, Entry, Files};
use super::process::{Fault, NAME, PROGRAM_PACKAGE};
use super::queue::{WorkerSetup, work};
use super::report::{DictionaryReport, DictionaryState};
use super::words::Question;
use dragoman_domain::WorkOwner;

/// After how long it is worth asking again when a queue is full. Thousands of words are looked up in
/// that time.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Dictionaries that are checked at the same time.
const CHECKS_AT_ONCE: usize = 4;

/// A word that no language has.
const NO_WORD: &str = "xqzvxq";

/// The dictionaries that are installed. Dropping it kills its processes.
#[derive(Debug)]
pub struct Hunspell {
    places: Vec<Place>,
    by_language: HashMap<Language, usize>,
    closing: watch::Sender<bool>,
    workers: Mutex<TaskSet<()>>,
}

/// A dictionary, or why there is none.
#[derive(Debug)]
struct Place {
    entry: &'static Entry,
    name: &'static str,
    dictionary: Result<Dictionary, DictionaryState>,
}

impl Hunspell {
    /// Finds out which dictionaries are installed. No process is started before somebody asks.
    ///
    /// # Panics
    /// Outside a Tokio runtime.
    #[must_use]
    pub fn start(config: &HunspellConfig) -> Self {
        let (closing, closed) = watch::channel(false);
        let mut workers = TaskSet::new();
        let mut by_language = HashMap::new();
        let mut places = Vec::new();
        for entry in ENTRIES {
            by_language.extend(languages_of(entry).map(|language| (language, places.len())));
            let files = Files::find(entry, &config.dictionary_dirs);
            let name = files.as_ref().map(|files| files.name);
            let dictionary = open(entry, files, config).map(|(dictionary, setups)| {
                for setup in setups {
                    workers.spawn(work(setup, closed.clone()));
                }
                dictionary
            });
            places.push(Place {
                entry,
                name: name
                    .or_else(|| entry.names.first().copied())
                    .unwrap_or_default(),
                dictionary,
            });
        }
        Self {
            places,
            by_language,
            closing,
            workers: Mutex::new(workers),
        }
    }

    /// Asks every installed dictionary for a word that it has and for one that nobody has, a few
    /// dictionaries at a time, and says what came of it.
    pub async fn check(&self) -> Vec<DictionaryReport> {
        let check = |place| async move {
            DictionaryReport {
                state: self.try_out(place).await,
                ..Place::report(place)
            }
        };
        // Made before they are waited for: a stream that makes them as it goes could not be sent to another thread.
        let checks: Vec<_> = self.places.iter().map(check).collect();
        stream::iter(checks)
            .buffered(CHECKS_AT_ONCE)
            .collect()
            .await
    }

    async fn try_out(&self, place: &Place) -> DictionaryState {
        let (Ok(_), Some(language)) = (&place.dictionary, languages_of(place.entry).next()) else {
            return place.state();
        };
        let words = [place.entry.sample.to_owned(), NO_WORD.to_owned()];
        let reason = match self.look_up(language, &words, None).await.as_deref() {
            Ok([Spelling::Known, Spelling::Unknown(_)]) => return place.state(),
            Ok([Spelling::Known, _]) => "it takes everything for a word".to_owned(),
            Ok(_) => format!("it does not know the word {}", place.entry.sample),
            Err(error) => error.to_string(),
        };
        DictionaryState::Broken { reason }
    }

    /// Which dictionaries work and which do not, as far as that is known.
    #[must_use]
    pub fn report(&self) -> Vec<DictionaryReport> {
        self.places.iter().map(Place::report).collect()
    }

    /// Ends all processes, after what they work on, and waits until they are gone. Later questions
    /// fail as unavailable.
    pub async fn shut_down(&self) {
        self.closing.send_replace(true);
        for dictionary in self
            .places
            .iter()
            .filter_map(|place| place.dictionary.as_ref().ok())
        {
            dictionary.close();
        }
        let mut workers =
            std::mem::take(&mut *self.workers.lock().unwrap_or_else(PoisonError::into_inner));
        while workers.join_next().await.is_some() {}
    }

    /// What the dictionary of a language says of words, in order.
    async fn ask(
        &self,
        language: Language,
        words: &[String],
        caller: WorkOwner,
        lookup: Lookup,
    ) -> Result<Vec<Spelling>, EngineError> {
        let unavailable = |reason| EngineError::Unavailable { reason };
        let place = self.by_language.get(&language);
        let place = place.and_then(|place| self.places.get(*place));
        let place =
            place.ok_or_else(|| unavailable(format!("no dictionary is known for {language}")))?;
        let dictionary = place.dictionary.as_ref();
        let dictionary = dictionary
            .map_err(|state| unavailable(state.refusal(place.name).unwrap_or_default()))?;
        let questions: Vec<Question> = words
            .iter()
            .map(|word| Question::of(word, dictionary.charset()))
            .collect();
        let wanted: BTreeSet<String> = questions
            .iter()
            .filter_map(|question| match question {
                Question::Ask(query) => Some(query.text.clone()),
                Question::Answered(_) => None,
            })
            .collect();
        let verdicts = dictionary.verdicts(caller, wanted, lookup).await;
        let verdicts = verdicts.map_err(|fault| match fault {
            Fault::Full => EngineError::Overloaded {
                reason: fault.to_string(),
                retry_after: RETRY_AFTER,
            },
            fault => unavailable(format!("the dictionary {}: {fault}", place.name)),
        })?;
        let spelling = |question| match question {
            Question::Answered(spelling) => spelling,
            Question::Ask(query) => match verdicts.get(&query.text) {
                Some(Verdict::Known) => Spelling::Known,
                Some(Verdict::Similar(words)) => Spelling::Unknown(query.dressed(words)),
                Some(Verdict::Unknown) | None => Spelling::Unknown(Vec::new()),
            },
        };
        Ok(questions.into_iter().map(spelling).collect())
    }
}

#[async_trait]
impl Speller for Hunspell {
    fn languages(&self) -> Vec<Language> {
        let works = |place: &&Place| {
            matches!(
                place.state(),
                DictionaryState::Working | DictionaryState::Untested
            )
        };
        let working = self.places.iter().filter(works);
        working
            .flat_map(|place| languages_of(place.entry))
            .collect()
    }

    async fn look_up(
        &self,
        language: Language,
        words: &[String],
        caller: Option<KeyId>,
    ) -> Result<Vec<Spelling>, EngineError> {
        self.ask(language, words, caller, Lookup::Suggestions).await
    }

    async fn are_known(
        &self,
        language: Language,
        words: &[String],
        caller: Option<KeyId>,
    ) -> Result<Vec<bool>, EngineError> {
        let spellings = self.ask(language, words, caller, Lookup::Existence).await?;
        let is_known = |spelling: &Spelling| *spelling == Spelling::Known;
        Ok(spellings.iter().map(is_known).collect())
    }
}

impl Place {
    fn report(&self) -> DictionaryReport {
        DictionaryReport {
            languages: languages_of(self.entry).collect(),
            name: self.name,
            package: self.entry.package,
            state: self.state(),
        }
    }

    fn state(&self) -> DictionaryState {
        match &self.dictionary {
            Ok(dictionary) => dictionary.state(),
            Err(state) => state.clone(),
        }
    }
}

fn languages_of(entry: &Entry) -> impl Iterator<Item = Language> {
    entry
        .tags
        .iter()
        .filter_map(|tag| Language::parse(tag).ok())
}

/// A dictionary with the posts of its workers, if it and the program are there.
fn open(
    entry: &Entry,
    files: Option<Files>,
    config: &HunspellConfig,
) -> Result<(Dictionary, [WorkerSetup; 2]), DictionaryState> {
    let program = find_program(NAME, &config.program_dirs);
    let (Some(files), Some(program)) = (&files, &program) else {
        let mut packages = Vec::new();
        packages.extend(program.is_none().then_some(PROGRAM_PACKAGE));
        packages.extend(files.is_none().then_some(entry.package));
        return Err(DictionaryState::Missing { packages });
    };
    let charset = files
        .charset()
        .map_err(|reason| DictionaryState::Broken { reason })?;
    Ok(Dictionary::new(
        files.clone(),
        charset,
        program.clone(),
        config,
    ))
}
