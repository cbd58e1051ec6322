use std::fmt;
use std::str::FromStr;

use async_trait::async_trait;
use jiff::Timestamp;

/// Most bytes of an address, which is what fits into an SMTP path (RFC 5321, section 4.5.3.1.3).
const LONGEST_ADDRESS: usize = 254;
/// Most bytes of the part before the `@` (RFC 5321, section 4.5.3.1.1).
const LONGEST_LOCAL_PART: usize = 64;
/// Most bytes of a part of a domain between two dots (RFC 1035, section 2.3.4).
const LONGEST_LABEL: usize = 63;

/// The address of a mailbox, such as `ada@example.com`: a plain `local-part@domain` in ASCII,
/// without a display name, quotes or address literals. It is kept as it was written.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EmailAddress(String);

/// The text is not the address of a mailbox, or of one that mail can be sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MalformedEmailAddress {
    /// There is no `@` with something on both sides.
    #[error("an e-mail address has a name, an @ and a domain, such as ada@example.com")]
    Form,
    /// The address, or the part before the `@`, is too long.
    #[error("an e-mail address has at most 254 bytes, and at most 64 before the @")]
    TooLong,
    /// The part before the `@` has other characters, or a dot at a wrong place.
    #[error(
        "write the part before the @ with ASCII letters, digits, single dots between them and \
         any of !#$%&'*+-/=?^_`{{|}}~, without a display name or angle brackets"
    )]
    LocalPart,
    /// The part behind the `@` is no domain name.
    #[error(
        "write the part behind the @ as a domain name such as example.com, an international one \
         in its ASCII form (xn--…)"
    )]
    Domain,
}

impl EmailAddress {
    /// The address as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part behind the `@`.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.0.rsplit_once('@').map_or("", |(_, domain)| domain)
    }
}

impl FromStr for EmailAddress {
    type Err = MalformedEmailAddress;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (local_part, domain) = text.rsplit_once('@').ok_or(MalformedEmailAddress::Form)?;
        if local_part.is_empty() || domain.is_empty() {
            return Err(MalformedEmailAddress::Form);
        }
        if text.len() > LONGEST_ADDRESS || local_part.len() > LONGEST_LOCAL_PART {
            return Err(MalformedEmailAddress::TooLong);
        }
        if !is_dot_atom(local_part) {
            return Err(MalformedEmailAddress::LocalPart);
        }
        if !domain.split('.').all(is_label) {
            return Err(MalformedEmailAddress::Domain);
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Whether the text is a `dot-atom` (RFC 5322, section 3.2.3), and so needs no quotes.
fn is_dot_atom(text: &str) -> bool {
    text.split('.').all(|atom| {
        !atom.is_empty()
            && atom
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte))
    })
}

/// Whether the text may stand between two dots of a domain name.
fn is_label(text: &str) -> bool {
    (1..=LONGEST_LABEL).contains(&text.len())
        && !text.starts_with('-')
        && !text.ends_with('-')
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// A mail to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Who receives it, at least one; each sees the others' addresses.
    pub to: Vec<EmailAddress>,
    /// The subject, one line in any script.
    pub subject: String,
    /// The body, plain text in any script.
    pub text: String,
    /// What names this mail among all, the same each time that it is tried, so that a repetition is
    /// recognisable: the left part of its `Message-ID`, at most 64 ASCII letters, digits, `-`, `_`
    /// and single dots between them.
    pub id: String,
    /// When it was written.
    pub date: Timestamp,
}

impl Mail {
    /// Whether the id may stand in a `Message-ID`.
    #[must_use]
    pub fn has_valid_id(&self) -> bool {
        self.id.len() <= LONGEST_LOCAL_PART && is_dot_atom(&self.id)
    }
}

/// Why a mail was not sent, or perhaps not sent. The reasons are for the log: they may name
/// addresses and quote the server, but never hold a password, and nothing of the mail's text that
/// the server does not quote.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// A recipient was refused; trying again will not help.
    #[error("the mail was refused: {reason}")]
    Refused {
        /// What was wrong with it, in the server's words where it has any.
        reason: String,
    },
    /// The server was not reached, or could not or would not take any mail now; trying again may
    /// help, perhaps after an operator has mended something. If the connection broke at the very
    /// end, the mail may have been delivered nevertheless.
    #[error("the mail could not be sent: {reason}")]
    Unavailable {
        /// What went wrong.
        reason: String,
    },
}

impl MailError {
    /// Whether trying again cannot help.
    #[must_use]
    pub const fn is_permanent(&self) -> bool {
        matches!(self, Self::Refused { .. })
    }
}

/// Sends mail.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands the mail over for all its recipients, or for none of them.
    ///
    /// # Errors
    /// [`MailError::Refused`] if it will never be taken, even if only one of the recipients is
    /// the cause; [`MailError::Unavailable`] if it may be taken another time.
    async fn send(&self, mail: &Mail) -> Result<(), MailError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_address_is_kept_as_it_was_written() {
        for text in [
            "ada@example.com",
            "Ada.Lovelace+limits@Mail.Example.COM",
            "root@localhost",
            "o'hara@xn--bcher-kva.example",
            "1@2.example",
        ] {
            let address: EmailAddress = text.parse().unwrap();
            assert_eq!(address.to_string(), text);
            assert!(text.ends_with(address.domain()));
        }
    }

    #[test]
    fn what_is_no_plain_address_is_refused_with_what_is_wrong() {
        use MalformedEmailAddress::{Domain, Form, LocalPart, TooLong};
        let long_local_part = format!("{}@example.com", "a".repeat(65));
        let long_domain = format!("ada@{}example.com", "label.".repeat(41));
        let long_label = format!("ada@{}.com", "a".repeat(64));
        for (text, error) in [
            ("", Form),
            ("ada", Form),
            ("@example.com", Form),
            ("ada@", Form),
            (long_local_part.as_str(), TooLong),
            (long_domain.as_str(), TooLong),
            ("ada..l@example.com", LocalPart),
            (".ada@example.com", LocalPart),
            ("ada l@example.com", LocalPart),
            ("Ada <ada@example.com", LocalPart),
            ("a@b@example.com", LocalPart),
            ("\"ada\"@example.com", LocalPart),
            ("äda@example.com", LocalPart),
            ("ada\r\nRCPT TO:<eve@example.com", LocalPart),
            ("ada@example.com\r\n", Domain),
            ("ada@example.com>", Domain),
            ("ada@example..com", Domain),
            ("ada@example.com.", Domain),
            ("ada@-example.com", Domain),
            ("ada@exämple.com", Domain),
            ("ada@[127.0.0.1]", Domain),
            (long_label.as_str(), Domain),
        ] {
            assert_eq!(text.parse::<EmailAddress>(), Err(error), "{text:?}");
        }
    }

    #[test]
    fn an_address_of_254_bytes_is_the_longest() {
        let domain = "a1b.".repeat(47);
        let longest = format!("{}@{domain}b", "a".repeat(64));
        assert_eq!(longest.len(), 254);
        assert!(longest.parse::<EmailAddress>().is_ok());
        assert!(format!("{longest}b").parse::<EmailAddress>().is_err());
    }

    #[test]
    fn an_id_cannot_add_a_header() {
        let mail = |id: &str| Mail {
            to: Vec::new(),
            subject: String::new(),
            text: String::new(),
            id: id.to_owned(),
            date: Timestamp::UNIX_EPOCH,
        };
        assert!(mail("limit-80.a74d88fb-ed2a-4943-a664-a4512398b994").has_valid_id());
        for id in ["", "a b", "a\r\nBcc: eve", "a>", "a@b", "ä"] {
            assert!(!mail(id).has_valid_id(), "{id:?}");
        }
    }
}
