//! The fields of a request, read straight into what they mean: a field that nothing asks for is passed over and
//! never kept, whatever is in it, and what is kept of the others is bounded by their bytes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::iter;

use dragoman_domain::ErrorKind;
use serde::de::value::{MapDeserializer, SeqDeserializer, StringDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, IgnoredAny, IntoDeserializer,
    MapAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::error::ApiError;
use crate::form;

/// How the reason begins for which a value is refused that means something, but nothing here. Existing clients look for these
/// words.
pub(crate) const NOT_SUPPORTED: &str = "not supported: ";

/// The most values of a query and of a form that are kept, each.
pub(crate) const MOST_PAIRS: usize = 1000;

/// The most bytes that are said of what is wrong with a field.
const LONGEST_REASON: usize = 1000;

/// The most fields of an object in which any name is a field.
const MOST_NAMES: usize = 200;

/// What came with a request, as bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SentFields<'a> {
    /// The query.
    pub(crate) query: &'a [u8],
    /// The body; its fields win over those of the query.
    pub(crate) body: Content<'a>,
    /// Whether a field that is null is there.
    pub(crate) nulls: bool,
    /// Whether names such as `list[0].field` in a form stand for lists of objects.
    pub(crate) lists_of_objects: bool,
}

/// A body whose media type is known.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Content<'a> {
    /// Nothing came.
    Nothing,
    /// An object in JSON.
    Json(&'a str),
    /// `application/x-www-form-urlencoded`.
    Form(&'a [u8]),
    /// Names and values that are decoded already.
    Pairs(&'a [(String, String)]),
}

impl SentFields<'_> {
    /// What a request without a query and a body sends.
    pub(crate) const NOTHING: Self = Self {
        query: b"",
        body: Content::Nothing,
        nulls: false,
        lists_of_objects: false,
    };

    /// # Errors
    /// 400 that says what of the body is malformed, or names the field that is missing or wrong.
    pub(crate) fn read<T: DeserializeOwned>(self) -> Result<T, ApiError> {
        serde_path_to_error::deserialize(self).map_err(|error| {
            let path = error.path().to_string();
            match error.into_inner() {
                FieldError::Refused(error) => *error,
                // The reason names the field: "missing field `text`".
                FieldError::Reason(reason) if path == "." => {
                    ApiError::invalid(format!("Bad request: {reason}."))
                }
                FieldError::Reason(reason) if reason.starts_with(NOT_SUPPORTED) => ApiError::new(
                    ErrorKind::Unsupported,
                    format!("Value for '{path}' {reason}."),
                ),
                FieldError::Reason(reason) => {
                    ApiError::invalid(format!("Value for '{path}' is not valid: {reason}."))
                }
            }
        })
    }
}

/// Why fields cannot be read.
#[derive(Debug)]
pub(crate) enum FieldError {
    /// It has nothing to do with a field.
    Refused(Box<ApiError>),
    /// What is wrong with a field, or that it is missing.
    Reason(String),
}

impl fmt::Display for FieldError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(_) => formatter.write_str("the request is malformed"),
            Self::Reason(reason) => formatter.write_str(reason),
        }
    }
}

impl std::error::Error for FieldError {}

impl Error for FieldError {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Self::Reason(brief(reason))
    }
}

/// The beginning of a text, which may repeat all that a client sent.
fn brief(text: impl fmt::Display) -> String {
    struct Beginning(String);

    impl fmt::Write for Beginning {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let room = LONGEST_REASON.saturating_sub(self.0.len());
            if text.len() <= room {
                self.0.push_str(text);
                return Ok(());
            }
            self.0.push_str(&text[..text.floor_char_boundary(room)]);
            self.0.push('…');
            Err(fmt::Error)
        }
    }

    let mut beginning = Beginning(String::new());
    // It ends early where there is no more room.
    let _ = fmt::write(&mut beginning, format_args!("{text}"));
    beginning.0
}

impl From<ApiError> for FieldError {
    fn from(error: ApiError) -> Self {
        Self::Refused(Box::new(error))
    }
}

impl FieldError {
    /// An error of a value that stands somewhere in a body.
    fn in_json(error: &serde_json::Error, body: &str, value: &str) -> Self {
        let reason = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let reason = reason.strip_suffix(&place).unwrap_or(&reason);
        if error.classify() == Category::Data {
            return Self::custom(reason);
        }
        let start = (value.as_ptr() as usize).saturating_sub(body.as_ptr() as usize);
        let before = body.as_bytes().get(..start).unwrap_or_default();
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let column = if error.line() == 1 {
            before.len() - line_start + error.column()
        } else {
            error.column()
        };
        let line = memchr::memchr_iter(b'\n', before).count() + error.line();
        not_json(format_args!("{reason} at line {line} column {column}")).into()
    }
}

fn not_json(reason: impl fmt::Display) -> ApiError {
    ApiError::invalid(format!("The body is not valid JSON: {reason}."))
}

/// Which names are fields.
#[derive(Debug, Clone, Copy)]
enum Names {
    These(&'static [&'static str]),
    Any,
}

impl Names {
    fn has(self, name: &str) -> bool {
        match self {
            Self::These(names) => names.contains(&name),
            Self::Any => true,
        }
    }
}

/// The fields by name.
type Fields<'a> = BTreeMap<Cow<'a, str>, Field<'a>>;

/// What came for a field.
#[derive(Debug)]
enum Field<'a> {
    Json {
        body: &'a str,
        value: &'a RawValue,
    },
    /// One text, or a list of texts if there are more.
    Texts(Vec<Cow<'a, str>>),
    /// Fields of the objects of a list.
    Objects(Vec<FieldOfObject<'a>>),
}

/// A field of an object in a list.
#[derive(Debug)]
struct FieldOfObject<'a> {
    /// Its place among the objects. The numbers give the order only, so gaps are no reason to make empty objects.
    index: u32,
    name: Cow<'a, str>,
    value: Cow<'a, str>,
}

impl Field<'_> {
    fn is_null(&self) -> bool {
        matches!(self, Self::Json { value, .. } if value.get() == "null")
    }
}

impl<'a> SentFields<'a> {
    fn fields(&self, names: Names) -> Result<Fields<'a>, ApiError> {
        let mut fields = self.of_form(self.query, names)?;
        fields.extend(match self.body {
            Content::Nothing => Fields::new(),
            Content::Json(text) => of_json(text, names)?,
            Content::Form(form) => self.of_form(form, names)?,
            Content::Pairs(pairs) => {
                let mut fields = FormFields::new(names, false);
                for (name, value) in pairs {
                    fields.add(Cow::Borrowed(name), || Ok(Cow::Borrowed(value)))?;
                }
                fields.fields
            }
        });
        if !self.nulls {
            fields.retain(|_, field| !field.is_null());
        }
        Ok(fields)
    }

    fn of_form(&self, encoded: &'a [u8], names: Names) -> Result<Fields<'a>, ApiError> {
        let mut fields = FormFields::new(names, self.lists_of_objects);
        for pair in form::pairs(encoded) {
            let pair = pair?;
            fields.add(pair.name.clone(), || pair.value())?;
        }
        Ok(fields.fields)
    }
}

/// The fields of a form as they come.
struct FormFields<'a> {
    names: Names,
    lists_of_objects: bool,
    kept: usize,
    fields: Fields<'a>,
}

impl<'a> FormFields<'a> {
    const fn new(names: Names, lists_of_objects: bool) -> Self {
        Self {
            names,
            lists_of_objects,
            kept: 0,
            fields: Fields::new(),
        }
    }

    /// # Errors
    /// 400 if the value is none, if there are too many, or if a list is sent in two ways.
    fn add(
        &mut self,
        name: Cow<'a, str>,
        value: impl FnOnce() -> Result<Cow<'a, str>, ApiError>,
    ) -> Result<(), ApiError> {
        let (list, place) = match parse_name(&name) {
            Some((list, index, field)) if self.lists_of_objects => (list, Some((index, field))),
            _ => (&*name, None),
        };
        if !self.names.has(list) {
            return Ok(());
        }
        self.kept += 1;
        if self.kept > MOST_PAIRS {
            return Err(too_many_pairs());
        }
        let value = value()?;
        if let Some((index, field)) = place {
            let of_object = FieldOfObject {
                index,
                name: Cow::Owned(field.to_owned()),
                value,
            };
            let objects = (self.fields.entry(Cow::Owned(list.to_owned())))
                .or_insert_with(|| Field::Objects(Vec::new()));
            if let Field::Objects(objects) = objects {
                objects.push(of_object);
                return Ok(());
            }
        } else {
            let texts = self.fields.entry(name.clone());
            if let Field::Texts(texts) = texts.or_insert_with(|| Field::Texts(Vec::new())) {
                texts.push(value);
                return Ok(());
            }
        }
        Err(ApiError::invalid(format!(
            "'{list}' and '{list}[...]' were both sent. Send one of them."
        )))
    }
}

pub(crate) fn too_many_pairs() -> ApiError {
    ApiError::invalid(format!(
        "More than {MOST_PAIRS} values were sent. Send fewer with each request."
    ))
}

/// The list, the index and the field in a name such as `list[0].field`.
fn parse_name(name: &str) -> Option<(&str, u32, &str)> {
    let (list, rest) = name.split_once('[')?;
    let (index, field) = rest.split_once("].")?;
    Some((list, index.parse().ok()?, field))
}

/// The fields of an object. Of two with the same name the last counts.
fn of_json(text: &str, names: Names) -> Result<Fields<'_>, ApiError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let fields = ObjectSeed { text, names }.deserialize(&mut json);
    let fields = match fields.and_then(|fields| json.end().map(|()| fields)) {
        Ok(Some(fields)) => fields,
        Ok(None) => {
            return Err(ApiError::invalid(format!(
                "The body has more than {MOST_NAMES} different fields."
            )));
        }
        Err(error) if error.classify() == Category::Data => {
            serde_json::from_str::<IgnoredAny>(text).map_err(not_json)?;
            return Err(ApiError::invalid("The body must be a JSON object."));
        }
        Err(error) => return Err(not_json(error)),
    };
    for field in fields.values() {
        // A number beyond all that are represented is none of JSON, whatever the field is for.
        if let Field::Json { body, value } = field
            && value
                .get()
                .starts_with(|first: char| first == '-' || first.is_ascii_digit())
            && let Err(error) = serde_json::from_str::<Value>(value.get())
            && let FieldError::Refused(error) = FieldError::in_json(&error, body, value.get())
        {
            return Err(*error);
        }
    }
    Ok(fields)
}

/// Reads an object; there are no fields if it has too many.
struct ObjectSeed<'a> {
    text: &'a str,
    names: Names,
}

impl<'a> DeserializeSeed<'a> for ObjectSeed<'a> {
    type Value = Option<Fields<'a>>;

    fn deserialize<D: Deserializer<'a>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for ObjectSeed<'a> {
    type Value = Option<Fields<'a>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut fields = Fields::new();
        let mut is_too_large = false;
        while let Some(name) = object.next_key_seed(NameSeed(self.names))? {
            let Some(name) = name else {
                object.next_value::<IgnoredAny>()?;
                continue;
            };
            let value = object.next_value::<&RawValue>()?;
            if fields.len() == MOST_NAMES && !fields.contains_key(&name) {
                // The rest is read all the same: what is no JSON is answered as such.
                is_too_large = true;
                continue;
            }
            let body = self.text;
            fields.insert(name, Field::Json { body, value });
        }
        Ok((!is_too_large).then_some(fields))
    }
}

/// Reads a name; `None` if it is that of no field.
struct NameSeed(Names);

impl<'a> DeserializeSeed<'a> for NameSeed {
    type Value = Option<Cow<'a, str>>;

    fn deserialize<D: Deserializer<'a>>(self, name: D) -> Result<Self::Value, D::Error> {
        name.deserialize_str(self)
    }
}

impl<'a> Visitor<'a> for NameSeed {
    type Value = Option<Cow<'a, str>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_borrowed_str<E: Error>(self, name: &'a str) -> Result<Self::Value, E> {
        Ok(self.0.has(name).then_some(Cow::Borrowed(name)))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.has(name).then(|| Cow::Owned(name.to_owned())))
    }
}

impl<'a> SentFields<'a> {
    fn visit<'de, V: Visitor<'de>>(self, names: Names, visitor: V) -> Result<V::Value, FieldError>
    where
        'a: 'de,
    {
        visitor.visit_map(MapDeserializer::new(self.fields(names)?.into_iter()))
    }
}

impl<'de> Deserializer<'de> for SentFields<'de> {
    type Error = FieldError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        self.visit(Names::Any, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        self.visit(Names::These(fields), visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, FieldError> for Field<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

fn is_list_or_object(value: &RawValue) -> bool {
    value.get().starts_with(['[', '{'])
}

/// Reads a value of JSON with a method of [`Deserializer`]. What is no list and no object is read as a value of its own
/// first, whose errors are plainer.
macro_rules! read_json {
    ($body:expr, $value:expr, $method:ident($($argument:expr),*)) => {{
        let text = $value.get();
        let read = if is_list_or_object($value) {
            serde_json::Deserializer::from_str(text).$method($($argument),*)
        } else {
            serde_json::from_str::<Value>(text).and_then(|value| value.$method($($argument),*))
        };
        read.map_err(|error| FieldError::in_json(&error, $body, text))
    }};
}

/// The text, if the value is one.
fn text_in_json(body: &str, value: &RawValue) -> Result<Option<String>, FieldError> {
    let text = value.get();
    if !text.starts_with('"') {
        return Ok(None);
    }
    serde_json::from_str(text)
        .map(Some)
        .map_err(|error| FieldError::in_json(&error, body, text))
}

impl<'de> Deserializer<'de> for Field<'de> {
    type Error = FieldError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self {
            Self::Json { body, value } => match text_in_json(body, value)? {
                Some(text) => visitor.visit_string(text),
                None => read_json!(body, value, deserialize_any(visitor)),
            },
            Self::Texts(mut texts) if texts.len() == 1 => {
                visitor.visit_string(texts.pop().unwrap_or_default().into_owned())
            }
            Self::Texts(texts) => {
                let texts = texts.into_iter().map(Cow::into_owned);
                visitor.visit_seq(SeqDeserializer::new(texts))
            }
            Self::Objects(fields) => visitor.visit_seq(SeqDeserializer::new(objects(fields))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        if self.is_null() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        let of_word = |word: String, visitor: V| {
            let word = StringDeserializer::<FieldError>::new(word);
            word.deserialize_enum(name, variants, visitor)
        };
        match self {
            Self::Json { body, value } if !is_list_or_object(value) => {
                match text_in_json(body, value)? {
                    Some(word) => of_word(word, visitor),
                    None => read_json!(body, value, deserialize_enum(name, variants, visitor)),
                }
            }
            Self::Texts(mut texts) if texts.len() == 1 => {
                of_word(texts.pop().unwrap_or_default().into_owned(), visitor)
            }
            // The words that are said of any list.
            Self::Json { .. } | Self::Texts(_) | Self::Objects(_) => (Value::Array(Vec::new()))
                .deserialize_enum(name, variants, visitor)
                .map_err(FieldError::custom),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The objects of a list, each made when it is asked for.
fn objects<'a>(mut fields: Vec<FieldOfObject<'a>>) -> impl Iterator<Item = Object<'a>> {
    fields.sort_by_key(|field| field.index);
    let mut fields = fields.into_iter().peekable();
    iter::from_fn(move || {
        let index = fields.peek()?.index;
        let mut object = Object(Fields::new());
        while let Some(field) = fields.next_if(|field| field.index == index) {
            let texts = (object.0.entry(field.name)).or_insert_with(|| Field::Texts(Vec::new()));
            if let Field::Texts(texts) = texts {
                texts.push(field.value);
            }
        }
        Some(object)
    })
}

/// An object of a list.
struct Object<'a>(Fields<'a>);

impl<'de> IntoDeserializer<'de, FieldError> for Object<'de> {
    type Deserializer = MapDeserializer<
        'de,
        std::collections::btree_map::IntoIter<Cow<'de, str>, Field<'de>>,
        FieldError,
    >;

    fn into_deserializer(self) -> Self::Deserializer {
        MapDeserializer::new(self.0.into_iter())
    }
}

#[cfg(test)]
mod tests;
