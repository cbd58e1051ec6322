//! Small models, written field by field.

/// A field of a protocol buffer that holds bytes.
pub(crate) fn bytes(number: u8, value: &[u8]) -> Vec<u8> {
    let mut field = vec![number << 3 | 2];
    let mut length = value.len();
    while length >= 0x80 {
        field.push(u8::try_from(length & 0x7f).unwrap() | 0x80);
        length >>= 7;
    }
    field.push(u8::try_from(length).unwrap());
    field.extend(value);
    field
}

/// A field that holds a whole number below 128, or a truth value.
pub(crate) fn number(field: u16, value: u8) -> Vec<u8> {
    let key = field << 3;
    if key < 0x80 {
        return vec![u8::try_from(key).unwrap(), value];
    }
    let low = u8::try_from(key & 0x7f).unwrap() | 0x80;
    vec![low, u8::try_from(key >> 7).unwrap(), value]
}

pub(crate) const NORMAL: u8 = 1;
pub(crate) const UNKNOWN: u8 = 2;
pub(crate) const CONTROL: u8 = 3;
pub(crate) const USER_DEFINED: u8 = 4;
pub(crate) const UNUSED: u8 = 5;
pub(crate) const BYTE: u8 = 6;

/// The field of a model for one piece.
pub(crate) fn piece(text: &[u8], score: f32, kind: u8) -> Vec<u8> {
    let mut message = bytes(1, text);
    message.push(2 << 3 | 5);
    message.extend(score.to_le_bytes());
    message.extend(number(3, kind));
    bytes(1, &message)
}

/// A model of `</s>`, `<unk>` and the given pieces, in which nothing is done about spaces.
pub(crate) fn plain(pieces: &[(&str, f32, u8)]) -> Vec<u8> {
    with_options(pieces, &[], &[])
}

/// The same with more fields for the training and the normalisation.
pub(crate) fn with_options(
    pieces: &[(&str, f32, u8)],
    trainer: &[u8],
    normalizer: &[u8],
) -> Vec<u8> {
    let mut model = piece(b"</s>", 0.0, CONTROL);
    model.extend(piece(b"<unk>", 0.0, UNKNOWN));
    for (text, score, kind) in pieces {
        model.extend(piece(text.as_bytes(), *score, *kind));
    }
    model.extend(bytes(2, trainer));
    let spaces = [number(3, 0), number(4, 0), normalizer.to_vec()].concat();
    model.extend(bytes(3, &spaces));
    model
}
