//! Forms whose parts may be files (RFC 7578), read as they arrive: of a file only what has come last
//! is in memory, and all else together is bounded.

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use dragoman_domain::ErrorKind;
use memchr::memmem::{self, Finder};

use crate::LARGEST_BODY;
use crate::arrival::Arrival;
use crate::error::ApiError;
use crate::header_parameters::HeaderParameters;

const MEDIA_TYPE: &str = "multipart/form-data";

/// What separates the lines of a form.
const LINE_END: &[u8] = b"\r\n";

/// The longest boundary in bytes; RFC 2046 allows 70.
const LONGEST_BOUNDARY: usize = 200;

/// A form on its way. Its parts are read one after the other.
pub struct Multipart<'b> {
    arrival: Arrival<'b>,
    /// What has arrived and is not read yet.
    buffer: Vec<u8>,
    /// What stands before each part and behind the last: a line end, two hyphens and the boundary.
    delimiter: Finder<'static>,
    stage: Stage,
    /// How many bytes may still come besides those of files.
    room: usize,
    /// All that has arrived, if somebody else is to read it again.
    arrived: Option<Vec<u8>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// In a part's content, or in what is before the first.
    Content,
    /// Behind a delimiter.
    Delimited,
    /// Behind the last delimiter.
    End,
}

/// What a part says of itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The field's name.
    pub name: String,
    /// The name of the file, as the client gave it.
    pub file_name: Option<String>,
}

impl<'b> Multipart<'b> {
    /// Begins to read the form in a body.
    ///
    /// # Errors
    /// 415 if the headers announce something else; 400 if they do not tell the boundary.
    pub fn begin(headers: &HeaderMap, body: &'b mut Body) -> Result<Self, ApiError> {
        let content_type = content_type(headers);
        if content_type.word != MEDIA_TYPE {
            return Err(ApiError::unsupported_media_type(
                "Send the body with the Content-Type multipart/form-data.",
            ));
        }
        let boundary = content_type.get("boundary").unwrap_or_default();
        if boundary.is_empty() || boundary.len() > LONGEST_BOUNDARY {
            return Err(malformed("its Content-Type has no usable boundary"));
        }
        let delimiter = [LINE_END, b"--", boundary].concat();
        Ok(Self {
            arrival: Arrival::begin(body),
            // Nothing need be before the first delimiter, not even a line end.
            buffer: LINE_END.to_vec(),
            delimiter: Finder::new(&delimiter).into_owned(),
            stage: Stage::Content,
            room: LARGEST_BODY,
            arrived: None,
        })
    }

    /// Keeps what arrives, for [`into_arrived`](Self::into_arrived). Only for who reads no files.
    pub(crate) fn remembered(self) -> Self {
        Self {
            arrived: Some(Vec::new()),
            ..self
        }
    }

    /// What has arrived since it is remembered. What comes behind it is in the body still.
    pub(crate) fn into_arrived(self) -> Vec<u8> {
        self.arrived.unwrap_or_default()
    }

    /// The next part; nothing behind the last. What is left of the one before is passed over.
    ///
    /// # Errors
    /// 400 if the form is malformed, breaks off or comes too slowly, and 413 if all but files is too
    /// large.
    pub async fn next_part(&mut self) -> Result<Option<Part>, ApiError> {
        while let Some(bytes) = self.content().await? {
            self.take_room(bytes.len())?;
        }
        if self.stage == Stage::End {
            return Ok(None);
        }
        while self.buffer.len() < 2 {
            self.fill().await?;
        }
        if self.buffer.starts_with(b"--") {
            self.stage = Stage::End;
            return Ok(None);
        }
        let end = [LINE_END, LINE_END].concat();
        // The end may have come in part, but what is before that is not looked at again.
        let mut seen = 0;
        let length = loop {
            let unseen = self.buffer.get(seen..).unwrap_or_default();
            match memmem::find(unseen, &end) {
                Some(start) => break seen.saturating_add(start).saturating_add(end.len()),
                None if self.buffer.len() > self.room => return Err(too_large()),
                None => {
                    seen = self
                        .buffer
                        .len()
                        .saturating_sub(end.len().saturating_sub(1));
                    self.fill().await?;
                }
            }
        };
        self.take_room(length)?;
        let head: Vec<u8> = self.buffer.drain(..length).collect();
        self.stage = Stage::Content;
        part(&head).map(Some)
    }

    /// The next bytes of the part that was read last; nothing at its end.
    ///
    /// # Errors
    /// 400 if the form breaks off or comes too slowly.
    pub async fn content(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        if self.stage != Stage::Content {
            return Ok(None);
        }
        loop {
            let (length, ends) = match self.delimiter.find(&self.buffer) {
                Some(start) => (start, true),
                // The delimiter may have come in part.
                None => {
                    let held = self.delimiter.needle().len().saturating_sub(1);
                    (self.buffer.len().saturating_sub(held), false)
                }
            };
            if length > 0 {
                return Ok(Some(self.buffer.drain(..length).collect()));
            }
            if ends {
                self.buffer.drain(..self.delimiter.needle().len());
                self.stage = Stage::Delimited;
                return Ok(None);
            }
            self.fill().await?;
        }
    }

    /// The whole content of the part that was read last, as text.
    ///
    /// # Errors
    /// As [`next_part`](Self::next_part), and 400 that names the field if it is not UTF-8.
    pub async fn text(&mut self, part: &Part) -> Result<String, ApiError> {
        let mut text = Vec::new();
        while let Some(bytes) = self.content().await? {
            self.take_room(bytes.len())?;
            text.extend_from_slice(&bytes);
        }
        String::from_utf8(text).map_err(|_| {
            ApiError::invalid(format!("Value for '{}' is not valid UTF-8.", part.name))
        })
    }

    /// Reads what is behind the last part, so that the connection can be used again.
    ///
    /// # Errors
    /// As [`next_part`](Self::next_part).
    pub async fn finish(mut self) -> Result<(), ApiError> {
        while let Some(bytes) = self.arrival.next().await? {
            self.take_room(bytes.len())?;
        }
        Ok(())
    }

    async fn fill(&mut self) -> Result<(), ApiError> {
        let bytes = self.arrival.next().await?;
        let bytes = bytes.ok_or_else(|| malformed("it ends before its last boundary"))?;
        if let Some(arrived) = &mut self.arrived {
            arrived.extend_from_slice(&bytes);
        }
        self.buffer.extend_from_slice(&bytes);
        Ok(())
    }

    fn take_room(&mut self, bytes: usize) -> Result<(), ApiError> {
        self.room = self.room.checked_sub(bytes).ok_or_else(too_large)?;
        Ok(())
    }
}

/// Whether a body announces itself as such a form.
pub(crate) fn is_form_with_files(headers: &HeaderMap) -> bool {
    content_type(headers).word == MEDIA_TYPE
}

fn content_type(headers: &HeaderMap) -> HeaderParameters {
    let value = headers.get(CONTENT_TYPE).map(|value| value.as_bytes());
    HeaderParameters::parse(value.unwrap_or_default())
}

/// What the head of a part says, which is all from the delimiter to the first empty line.
fn part(head: &[u8]) -> Result<Part, ApiError> {
    let mut lines = head.split(|&byte| byte == b'\n');
    let rest_of_delimiter = lines.next().unwrap_or_default();
    if !rest_of_delimiter.trim_ascii().is_empty() {
        return Err(malformed("a boundary has something behind it in its line"));
    }
    let mut part = Part::default();
    for line in lines {
        let Some(colon) = line.iter().position(|&byte| byte == b':') else {
            continue;
        };
        let (name, value) = line.split_at(colon);
        let value = HeaderParameters::parse(value.get(1..).unwrap_or_default());
        match name.trim_ascii().to_ascii_lowercase().as_slice() {
            b"content-disposition" => part = disposition(&value)?,
            b"content-transfer-encoding"
                if ["base64", "quoted-printable"].contains(&value.word.as_str()) =>
            {
                return Err(malformed(
                    "a part has a Content-Transfer-Encoding; send it as it is",
                ));
            }
            _ => {}
        }
    }
    Ok(part)
}

fn disposition(value: &HeaderParameters) -> Result<Part, ApiError> {
    let text = |name: &str| {
        let bytes = value.get(name).map(<[u8]>::to_vec);
        bytes
            .map(String::from_utf8)
            .transpose()
            .map_err(|_| malformed("a name in it is not valid UTF-8"))
    };
    Ok(Part {
        name: text("name")?.unwrap_or_default(),
        file_name: match value.extended("filename") {
            Some(name) => Some(name),
            None => text("filename")?,
        },
    })
}

fn malformed(reason: &str) -> ApiError {
    ApiError::invalid(format!("The multipart body is not valid: {reason}."))
}

fn too_large() -> ApiError {
    ApiError::new(
        ErrorKind::TooLarge,
        format!("The fields beside the file are larger than {LARGEST_BODY} bytes together."),
    )
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::Bytes;
    use axum::http::HeaderValue;
    use axum::response::IntoResponse;
    use futures_util::{FutureExt, stream};

    use super::*;

    /// The parts of a body that arrives in pieces of this many bytes, or the message of the error.
    fn read(content_type: &str, body: &[u8], piece: usize) -> Result<Vec<(Part, Vec<u8>)>, String> {
        let pieces: Vec<_> = body
            .chunks(piece)
            .map(|piece| Ok::<_, Infallible>(Bytes::copy_from_slice(piece)))
            .collect();
        let mut body = Body::from_stream(stream::iter(pieces));
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_str(content_type).unwrap());
        let read = async {
            let mut form = Multipart::begin(&headers, &mut body)?;
            let mut parts = Vec::new();
            while let Some(part) = form.next_part().await? {
                let mut content = Vec::new();
                while let Some(bytes) = form.content().await? {
                    assert!(!bytes.is_empty());
                    content.extend(bytes);
                }
                parts.push((part, content));
            }
            Ok(parts)
        };
        let read: Result<_, ApiError> = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap()
            .block_on(read);
        read.map_err(|error| {
            let body = error.into_response().into_body();
            let bytes = axum::body::to_bytes(body, 10_000).now_or_never();
            let bytes = bytes.unwrap().unwrap();
            let body: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            body["message"].as_str().unwrap().to_owned()
        })
    }

    fn named(name: &str, file_name: Option<&str>, content: &[u8]) -> (Part, Vec<u8>) {
        let part = Part {
            name: name.to_owned(),
            file_name: file_name.map(str::to_owned),
        };
        (part, content.to_vec())
    }

    /// Whatever the pieces in which it arrives, the parts are these.
    fn check(content_type: &str, body: &[u8], expected: &[(Part, Vec<u8>)]) {
        for piece in [1, 2, 3, 7, 64, body.len()] {
            let parts = read(content_type, body, piece).unwrap();
            assert_eq!(parts, expected, "{piece}");
        }
    }

    #[test]
    fn parts_are_the_same_in_whatever_pieces_they_arrive() {
        let body =
            b"--a-b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.txt\"\r\n\
            Content-Type: text/plain\r\nContent-Transfer-Encoding: binary\r\n\r\n\
            1\r\n--a-\r\n\r\n--a\n--a-b\r--a-b\r\n--a-b \t\r\n\
            content-disposition:form-data; name=target_lang\r\n\r\nDE\r\n--a-b\r\n\
            Content-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n--a-b\r\n\r\n\
            of nothing\r\n--a-b--\r\nepilogue";
        check(
            "multipart/form-data; boundary=a-b",
            body,
            &[
                named("file", Some("x.txt"), b"1\r\n--a-\r\n\r\n--a\n--a-b\r--a-b"),
                named("target_lang", None, b"DE"),
                named("empty", None, b""),
                named("", None, b"of nothing"),
            ],
        );
    }

    #[test]
    fn a_quoted_boundary_and_text_before_the_first_part_are_understood() {
        let body = b"preamble\r\n--(a b)\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n\
            1\r\n--(a b)--";
        check(
            "Multipart/Form-Data; charset=utf-8; boundary=\"(a b)\"",
            body,
            &[named("x", None, b"1")],
        );
        check("multipart/form-data; boundary=b", b"--b--\r\n", &[]);
    }

    #[test]
    fn names_of_files_may_be_in_any_form_that_clients_use() {
        for (header, expected) in [
            ("filename=\"r\u{e9}sum\u{e9}.txt\"", "r\u{e9}sum\u{e9}.txt"),
            (
                "filename=\"=?utf-8?B?w6kudHh0?=\"; filename*=utf-8''%C3%A9.txt",
                "\u{e9}.txt",
            ),
            ("filename=a.txt", "a.txt"),
        ] {
            let body = format!(
                "--b\r\nContent-Disposition: form-data; name=file; {header}\r\n\r\n\r\n--b--"
            );
            check(
                "multipart/form-data; boundary=b",
                body.as_bytes(),
                &[named("file", Some(expected), b"")],
            );
        }
    }

    #[test]
    fn what_is_no_form_is_refused_with_the_reason() {
        let form = "multipart/form-data; boundary=b";
        let broken_off = "The multipart body is not valid: it ends before its last boundary.";
        let no_boundary =
            "The multipart body is not valid: its Content-Type has no usable boundary.";
        let long = format!("multipart/form-data; boundary={}", "b".repeat(201));
        for (content_type, body, message) in [
            (form, "", broken_off),
            (form, "--b", broken_off),
            (form, "--b\r\nContent-Disposition: form-data", broken_off),
            (form, "--b\r\n\r\ncontent\r\n--b", broken_off),
            (form, "--c--", broken_off),
            (
                form,
                "--bc\r\n\r\n\r\n--b--",
                "The multipart body is not valid: a boundary has something behind it in its line.",
            ),
            (
                form,
                "--b\r\nContent-Transfer-Encoding: base64\r\n\r\nQQ==\r\n--b--",
                "The multipart body is not valid: a part has a Content-Transfer-Encoding; send it as \
                 it is.",
            ),
            ("multipart/form-data", "--b--", no_boundary),
            ("multipart/form-data; boundary=", "--b--", no_boundary),
            (long.as_str(), "--b--", no_boundary),
            (
                "multipart/mixed; boundary=b",
                "--b--",
                "Send the body with the Content-Type multipart/form-data.",
            ),
        ] {
            for piece in [1, 1_000] {
                let error = read(content_type, body.as_bytes(), piece).unwrap_err();
                assert_eq!(error, message, "{content_type} {body:?}");
            }
        }
    }

    #[test]
    fn a_long_head_is_looked_at_once_however_small_its_pieces_are() {
        // To begin from the start with each byte would be some gigabytes.
        let filler = "x".repeat(LARGEST_BODY - 100);
        let body = format!(
            "--b\r\nX: {filler}\r\nContent-Disposition: form-data; name=x\r\n\r\n1\r\n--b--"
        );
        let parts = read("multipart/form-data; boundary=b", body.as_bytes(), 1);
        assert_eq!(parts, Ok(vec![named("x", None, b"1")]));
    }

    #[test]
    fn what_is_no_file_cannot_fill_the_memory() {
        let filler = "x".repeat(LARGEST_BODY);
        for body in [
            // Before the first part, in a head that does not end, and in many heads.
            filler.clone() + "\r\n--b--",
            format!("--b\r\nX: {filler}"),
            "--b\r\n\r\n\r\n".repeat(LARGEST_BODY / 4 + 1) + "--b--",
        ] {
            let parts = read("multipart/form-data; boundary=b", body.as_bytes(), 10_000);
            assert_eq!(
                parts.map(|parts| parts.len()).unwrap_err(),
                "The fields beside the file are larger than 131072 bytes together."
            );
        }
    }
}
