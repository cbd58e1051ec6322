/// What a dictionary says of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spelling {
    /// The word is spelled like that.
    Known,
    /// There is no such word; similar ones that there are, in the dictionary's order.
    Unknown(Vec<String>),
}
