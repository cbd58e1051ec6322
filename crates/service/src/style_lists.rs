mod error;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dragoman_domain::{
    Clock, CustomInstruction, CustomInstructionId, Feature, Language, RandomSource, StyleList,
    StyleListChange, StyleListId, StyleListInfo, StyleListStore, StyleRule,
};
use dragoman_style::{ConfiguredRules, Style, StyleLanguage};

use crate::{Caller, ChosenStyle, Kept, Permission, SpaceFloor, StyleInstruction};

pub use error::{InstructionPart, StyleListError};

/// The longest name of a style rule list, in characters.
pub const LONGEST_STYLE_LIST_NAME: usize = 1024;

/// The longest name of a custom instruction, in characters.
pub const LONGEST_INSTRUCTION_LABEL: usize = 100;

/// The longest custom instruction, in characters.
pub const LONGEST_INSTRUCTION_PROMPT: usize = 300;

/// The most custom instructions of a style rule list.
pub const MOST_INSTRUCTIONS: u32 = 200;

/// The most style rule lists of an account.
pub const MOST_STYLE_LISTS: u32 = 1000;

/// How many lists are kept ready to be applied.
const MOST_READY: usize = 64;

/// A style rule list to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStyleList {
    /// A name for people.
    pub name: String,
    /// The language of the texts that it is for.
    pub language: Language,
    /// The configured rules.
    pub rules: ConfiguredRules,
    /// What else is wanted.
    pub instructions: Vec<NewInstruction>,
}

/// A custom instruction to make, or to put in the place of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInstruction {
    /// A name for people.
    pub label: String,
    /// What to do.
    pub prompt: String,
    /// The language of the sources that it is meant for; all if absent.
    pub source: Option<Language>,
}

/// Makes, lists, reads, changes and deletes the style rule lists of an account, and gets them ready
/// for translations.
#[derive(Clone)]
pub struct StyleLists {
    store: Arc<dyn StyleListStore>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn RandomSource>,
    space: SpaceFloor,
    /// Used last first.
    ready: Arc<Mutex<VecDeque<Ready>>>,
}

/// The rules of one version of a list. A version never changes, and ids are not used again.
struct Ready {
    id: StyleListId,
    version: u64,
    style: Arc<Style>,
}

impl StyleLists {
    /// Lists kept in this store.
    #[must_use]
    pub fn new(
        store: Arc<dyn StyleListStore>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn RandomSource>,
        space: SpaceFloor,
    ) -> Self {
        Self {
            store,
            clock,
            random,
            space,
            ready: Arc::default(),
        }
    }

    /// Makes a list; it may have neither rules nor instructions.
    ///
    /// # Errors
    /// [`StyleListError`]; then nothing was made.
    pub async fn create(
        &self,
        caller: &Caller,
        new: NewStyleList,
    ) -> Result<StyleList, StyleListError> {
        caller.may(Permission::WriteStyleLists)?;
        self.space.check(Kept::StyleLists, 0)?;
        check_name(&new.name)?;
        if new.language.is_variant() || StyleLanguage::of(new.language).is_none() {
            return Err(StyleListError::NotAStyleLanguage(new.language));
        }
        if new.instructions.len() > MOST_INSTRUCTIONS as usize {
            return Err(StyleListError::TooManyInstructions);
        }
        for (index, instruction) in new.instructions.iter().enumerate() {
            check_instruction(instruction, Some(index))?;
        }
        let now = self.clock.now_to_millisecond();
        let list = StyleList {
            info: StyleListInfo {
                id: StyleListId(self.random.guid()),
                name: new.name,
                language: new.language,
                version: 1,
                created: now,
                updated: now,
            },
            rules: stored(&new.rules),
            instructions: (new.instructions.into_iter())
                .map(|instruction| with_id(self.new_id(), instruction))
                .collect(),
        };
        self.store
            .create_style_list(caller.account.id, &list, MOST_STYLE_LISTS)
            .await?;
        Ok(list)
    }

    /// Up to `most` lists of the account without what is in them, oldest first, without the
    /// `offset` oldest.
    ///
    /// # Errors
    /// [`StyleListError::Forbidden`], [`StyleListError::Store`].
    pub async fn list(
        &self,
        caller: &Caller,
        offset: u64,
        most: u32,
    ) -> Result<Vec<StyleListInfo>, StyleListError> {
        caller.may(Permission::ReadStyleLists)?;
        let account = caller.account.id;
        Ok(self.store.style_lists(account, offset, most).await?)
    }

    /// What [`list`](Self::list) gives, with what is in the lists.
    ///
    /// # Errors
    /// The same.
    pub async fn list_with_content(
        &self,
        caller: &Caller,
        offset: u64,
        most: u32,
    ) -> Result<Vec<StyleList>, StyleListError> {
        caller.may(Permission::ReadStyleLists)?;
        let account = caller.account.id;
        Ok(self
            .store
            .style_lists_with_content(account, offset, most)
            .await?)
    }

    /// The list.
    ///
    /// # Errors
    /// [`StyleListError::NotFound`].
    pub async fn get(&self, caller: &Caller, id: StyleListId) -> Result<StyleList, StyleListError> {
        caller.may(Permission::ReadStyleLists)?;
        self.find(caller, id).await
    }

    /// Gives the list another name.
    ///
    /// # Errors
    /// [`StyleListError::NotFound`], [`StyleListError::InvalidName`].
    pub async fn rename(
        &self,
        caller: &Caller,
        id: StyleListId,
        name: String,
    ) -> Result<StyleList, StyleListError> {
        caller.may(Permission::WriteStyleLists)?;
        check_name(&name)?;
        self.change(caller, id, StyleListChange::Rename(name)).await
    }

    /// Puts these rules in the place of all that the list has. Its instructions stay.
    ///
    /// # Errors
    /// [`StyleListError::NotFound`].
    pub async fn replace_rules(
        &self,
        caller: &Caller,
        id: StyleListId,
        rules: &ConfiguredRules,
    ) -> Result<StyleList, StyleListError> {
        caller.may(Permission::WriteStyleLists)?;
        let change = StyleListChange::ReplaceRules(stored(rules));
        self.change(caller, id, change).await
    }

    /// Deletes a list with what is in it.
    ///
    /// # Errors
    /// [`StyleListError::NotFound`].
    pub async fn delete(&self, caller: &Caller, id: StyleListId) -> Result<(), StyleListError> {
        caller.may(Permission::WriteStyleLists)?;
        if self.store.delete_style_list(caller.account.id, id).await? {
            Ok(())
        } else {
            Err(StyleListError::NotFound(id))
        }
    }

    /// Adds an instruction to the list, after the others. Gives both back.
    ///
    /// # Errors
    /// [`StyleListError`]; then nothing was changed.
    pub async fn add_instruction(
        &self,
        caller: &Caller,
        id: StyleListId,
        new: NewInstruction,
    ) -> Result<(CustomInstruction, StyleList), StyleListError> {
        caller.may(Permission::WriteStyleLists)?;
        self.space.check(Kept::StyleLists, 0)?;
        check_instruction(&new, None)?;
        let instruction = with_id(self.new_id(), new);
        let change = StyleListChange::AddInstruction {
            instruction: instruction.clone(),
            most: MOST_INSTRUCTIONS,
        };
        let list = self.change(caller, id, change).await?;
        Ok((instruction, list))
    }

    /// One instruction of the list.
    ///
    /// # Errors
    /// [`StyleListError::NotFound`], [`StyleListError::NoSuchInstruction`].
    pub async fn instruction(
        &self,
        caller: &Caller,
        list: StyleListId,
        id: CustomInstructionId,
    ) -> Result<CustomInstruction, StyleListError> {
        caller.may(Permission::ReadStyleLists)?;
        let found = self.find(caller, list).await?;
        let mut instructions = found.instructions.into_iter();
        instructions
            .find(|instruction| instruction.id == id)
            .ok_or(StyleListError::NoSuchInstruction { list, id })
    }

    /// Puts an instruction in the place of one of the list.
    ///
    /// # Errors
    /// [`StyleListError`]; then nothing was changed.
    pub async fn replace_instruction(
        &self,
        caller: &Caller,
        list: StyleListId,
        id: CustomInstructionId,
        new: NewInstruction,
    ) -> Result<CustomInstruction, StyleListError> {
        caller.may(Permission::WriteStyleLists)?;
        check_instruction(&new, None)?;
        let instruction = with_id(id, new);
        let change = StyleListChange::ReplaceInstruction(instruction.clone());
        self.change(caller, list, change).await?;
        Ok(instruction)
    }

    /// Removes an instruction from the list.
    ///
    /// # Errors
    /// [`StyleListError::NotFound`], [`StyleListError::NoSuchInstruction`].
    pub async fn delete_instruction(
        &self,
        caller: &Caller,
        list: StyleListId,
        id: CustomInstructionId,
    ) -> Result<(), StyleListError> {
        caller.may(Permission::WriteStyleLists)?;
        let change = StyleListChange::RemoveInstruction(id);
        self.change(caller, list, change).await?;
        Ok(())
    }

    /// The list, ready for a translation. The caller's scopes are those of the translation, so they
    /// are not asked here; the plan is.
    ///
    /// # Errors
    /// [`StyleListError::NotFound`], [`StyleListError::NotForTarget`],
    /// [`StyleListError::Forbidden`].
    pub async fn chosen(
        &self,
        caller: &Caller,
        id: StyleListId,
        target: Language,
    ) -> Result<ChosenStyle, StyleListError> {
        caller.require_feature(Feature::StyleRules)?;
        let list = self.find(caller, id).await?;
        let language = list.info.language;
        let rules_for = StyleLanguage::of(language).filter(|_| target.base() == language);
        let Some(rules_for) = rules_for else {
            return Err(StyleListError::NotForTarget {
                id,
                language,
                target,
            });
        };
        Ok(ChosenStyle {
            rules: self.ready(&list, rules_for).await?,
            instructions: (list.instructions.into_iter())
                .map(|instruction| StyleInstruction {
                    prompt: instruction.prompt,
                    source: instruction.source,
                })
                .collect(),
        })
    }

    async fn find(&self, caller: &Caller, id: StyleListId) -> Result<StyleList, StyleListError> {
        let found = self.store.style_list(caller.account.id, id).await?;
        found.ok_or(StyleListError::NotFound(id))
    }

    async fn change(
        &self,
        caller: &Caller,
        id: StyleListId,
        change: StyleListChange,
    ) -> Result<StyleList, StyleListError> {
        let now = self.clock.now_to_millisecond();
        self.store
            .change_style_list(caller.account.id, id, change, now)
            .await
            .map_err(|error| StyleListError::of_change(id, error))
    }

    fn new_id(&self) -> CustomInstructionId {
        CustomInstructionId(self.random.guid())
    }

    /// The rules of a list, kept ready or made so now.
    async fn ready(
        &self,
        list: &StyleList,
        language: StyleLanguage,
    ) -> Result<Arc<Style>, StyleListError> {
        let (id, version) = (list.info.id, list.info.version);
        if let Some(style) = self.take_ready(id, version) {
            return Ok(style);
        }
        let rules = configured(&list.rules)?;
        // Patterns that are compiled for the first time may take their time.
        let style = dragoman_tasks::spawn_blocking(move || Arc::new(Style::new(&rules, language)))
            .await
            .map_err(|_| StyleListError::Failed)?;
        let mut ready = self.lock();
        ready.retain(|one| one.id != id);
        ready.push_front(Ready {
            id,
            version,
            style: Arc::clone(&style),
        });
        ready.truncate(MOST_READY);
        Ok(style)
    }

    fn take_ready(&self, id: StyleListId, version: u64) -> Option<Arc<Style>> {
        let mut ready = self.lock();
        let is_wanted = |one: &Ready| one.id == id && one.version == version;
        let place = ready.iter().position(is_wanted)?;
        let found = ready.remove(place)?;
        let style = Arc::clone(&found.style);
        ready.push_front(found);
        Some(style)
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Ready>> {
        // Nothing that can panic happens while it is half changed.
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// # Errors
/// The length in characters of a text that is blank or has more than `longest`.
fn check_length(text: &str, longest: usize) -> Result<(), usize> {
    let length = text.chars().count();
    if text.trim().is_empty() || length > longest {
        return Err(length);
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), StyleListError> {
    check_length(name, LONGEST_STYLE_LIST_NAME)
        .map_err(|length| StyleListError::InvalidName { length })
}

fn check_instruction(
    instruction: &NewInstruction,
    index: Option<usize>,
) -> Result<(), StyleListError> {
    for (part, text) in [
        (InstructionPart::Label, &instruction.label),
        (InstructionPart::Prompt, &instruction.prompt),
    ] {
        check_length(text, part.longest()).map_err(|length| {
            StyleListError::InvalidInstruction {
                index,
                part,
                length,
            }
        })?;
    }
    Ok(())
}

fn with_id(id: CustomInstructionId, new: NewInstruction) -> CustomInstruction {
    CustomInstruction {
        id,
        label: new.label,
        prompt: new.prompt,
        source: new.source,
    }
}

/// Rules as they are kept.
fn stored(rules: &ConfiguredRules) -> Vec<StyleRule> {
    rules
        .iter()
        .map(|choice| StyleRule {
            category: choice.category.to_owned(),
            rule: choice.rule.to_owned(),
            option: choice.option.to_owned(),
        })
        .collect()
}

/// Rules that were kept.
fn configured(stored: &[StyleRule]) -> Result<ConfiguredRules, StyleListError> {
    let mut rules = ConfiguredRules::default();
    for rule in stored {
        rules.set(&rule.category, &rule.rule, &rule.option)?;
    }
    Ok(rules)
}
