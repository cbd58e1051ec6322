/// A key that the program has made.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    pub(crate) id: String,
    pub(crate) secret: String,
}
