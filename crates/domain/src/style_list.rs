use async_trait::async_trait;
use dragoman_language::Language;
use jiff::Timestamp;

use crate::guid::guid;
use crate::{AccountId, StoreError};

guid!(
    /// Identifies a style rule list.
    StyleListId
);
guid!(
    /// Identifies a custom instruction of a style rule list.
    CustomInstructionId
);

/// A style rule list without what is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyleListInfo {
    /// Identifies the list.
    pub id: StyleListId,
    /// A name for people; need not be unique.
    pub name: String,
    /// The language of the texts that it is for, never a variant.
    pub language: Language,
    /// 1 at first, and one more with every change.
    pub version: u64,
    /// When the list was made, to the millisecond.
    pub created: Timestamp,
    /// When it last changed, to the millisecond: no two versions have the same time.
    pub updated: Timestamp,
}

/// How texts in a language are to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyleList {
    /// What is told of the list without what is in it.
    pub info: StyleListInfo,
    /// The configured rules by category and name, each rule once.
    pub rules: Vec<StyleRule>,
    /// What else is wanted, in the order in which it was added.
    pub instructions: Vec<CustomInstruction>,
}

/// A rule of the catalogue of style rules with the option that it is set to. Which there are is
/// not known here.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct StyleRule {
    /// The category of the rule.
    pub category: String,
    /// The rule; its name is unique in its category.
    pub rule: String,
    /// What it is set to.
    pub option: String,
}

/// What the owner of a style rule list wants of the wording, in plain words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomInstruction {
    /// Identifies the instruction.
    pub id: CustomInstructionId,
    /// A name for people; need not be unique.
    pub label: String,
    /// What to do.
    pub prompt: String,
    /// The language of the sources that it is meant for; all if absent.
    pub source: Option<Language>,
}

/// What to change in a style rule list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StyleListChange {
    /// Gives it another name.
    Rename(String),
    /// Puts these rules, each at most once, in the place of all that it has.
    ReplaceRules(Vec<StyleRule>),
    /// Adds an instruction after the others.
    AddInstruction {
        /// The instruction.
        instruction: CustomInstruction,
        /// The most instructions that the list may have with it.
        most: u32,
    },
    /// Puts an instruction in the place of the one with the same id.
    ReplaceInstruction(CustomInstruction),
    /// Removes an instruction.
    RemoveInstruction(CustomInstructionId),
}

/// Why a style rule list was not created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreateStyleListError {
    /// The account has as many lists as it may have.
    #[error("the account has as many style rule lists as it may have")]
    TooMany,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a style rule list was not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeStyleListError {
    /// The account has no such list.
    #[error("there is no such style rule list")]
    NotFound,
    /// The list has no such instruction.
    #[error("the style rule list has no custom instruction {0}")]
    NoSuchInstruction(CustomInstructionId),
    /// The list has as many instructions as it may have.
    #[error("the style rule list has as many custom instructions as it may have")]
    TooManyInstructions,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeps style rule lists. Every method sees the lists of one account only; those of others are as
/// if they did not exist.
#[async_trait]
pub trait StyleListStore: Send + Sync {
    /// Keeps a new list, unless the account has `most` lists already.
    async fn create_style_list(
        &self,
        account: AccountId,
        list: &StyleList,
        most: u32,
    ) -> Result<(), CreateStyleListError>;

    /// Up to `most` lists, oldest first, without the `offset` oldest.
    async fn style_lists(
        &self,
        account: AccountId,
        offset: u64,
        most: u32,
    ) -> Result<Vec<StyleListInfo>, StoreError>;

    /// The lists that [`style_lists`](Self::style_lists) gives, with what is in them.
    async fn style_lists_with_content(
        &self,
        account: AccountId,
        offset: u64,
        most: u32,
    ) -> Result<Vec<StyleList>, StoreError>;

    /// The list, if there is one.
    async fn style_list(
        &self,
        account: AccountId,
        id: StyleListId,
    ) -> Result<Option<StyleList>, StoreError>;

    /// Changes a list and gives it back. Changes at the same time follow each other, each with its
    /// own version. The time of the change is `now`, or right after that of the version before if
    /// it is not later.
    async fn change_style_list(
        &self,
        account: AccountId,
        id: StyleListId,
        change: StyleListChange,
        now: Timestamp,
    ) -> Result<StyleList, ChangeStyleListError>;

    /// Deletes a list with what is in it. Returns whether there was one.
    async fn delete_style_list(
        &self,
        account: AccountId,
        id: StyleListId,
    ) -> Result<bool, StoreError>;
}
