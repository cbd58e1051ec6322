use std::time::SystemTime;

use dragoman_domain::{EmailAddress, Mail, MailError};
use lettre::address::Envelope;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, SinglePart};
use lettre::{Address, Message};

/// The library's form of an address.
pub(crate) fn address(address: &EmailAddress) -> Result<Address, lettre::address::AddressError> {
    address.as_str().parse()
}

/// The mail as it goes over the wire, in ASCII, and its envelope.
///
/// # Errors
/// [`MailError::Refused`] if there is nobody to receive it, or its id or an address cannot be
/// written.
pub(crate) fn message(mail: &Mail, from: &Address) -> Result<(Envelope, Vec<u8>), MailError> {
    if !mail.has_valid_id() {
        return Err(refused("its id cannot stand in a Message-ID"));
    }
    let mut builder = Message::builder()
        .from(Mailbox::new(None, from.clone()))
        .subject(one_line(&mail.subject))
        .message_id(Some(format!("<{}@{}>", mail.id, from.domain())))
        // The library cannot write earlier dates.
        .date(SystemTime::from(mail.date).max(SystemTime::UNIX_EPOCH))
        // So that no answering machine answers (RFC 3834).
        .raw_header(HeaderValue::new(
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".to_owned(),
        ));
    let mut recipients = Vec::with_capacity(mail.to.len());
    for recipient in &mail.to {
        let recipient =
            address(recipient).map_err(|error| refused(&format!("{recipient}: {error}")))?;
        builder = builder.to(Mailbox::new(None, recipient.clone()));
        recipients.push(recipient);
    }
    let envelope = Envelope::new(Some(from.clone()), recipients)
        .map_err(|_| refused("it has no recipients"))?;
    let message = builder
        .singlepart(SinglePart::plain(mail.text.clone()))
        .map_err(|error| refused(&error.to_string()))?;
    Ok((envelope, message.formatted()))
}

fn refused(reason: &str) -> MailError {
    MailError::Refused {
        reason: reason.to_owned(),
    }
}

/// The text without line breaks and other control characters.
fn one_line(text: &str) -> String {
    let words = text.split(|character: char| character.is_control() || character == ' ');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
