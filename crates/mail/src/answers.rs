use std::error::Error as _;
use std::fmt;

use dragoman_domain::MailError;
use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::response::Code;

/// Most characters of a server's answer that are kept.
const LONGEST_ANSWER: usize = 300;

/// Answers to say that one has to log in, or to log in differently (RFC 4954, sections 4 and 6).
const ABOUT_THE_LOGIN: [u16; 4] = [530, 534, 535, 538];

/// What was being done when something went wrong.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step<'a> {
    /// The connection was made, and with it TLS from the beginning.
    Connect,
    /// The server greeted, and was greeted.
    Greet,
    /// The connection was encrypted after STARTTLS.
    Encrypt,
    /// The user logged in.
    LogIn,
    /// The sender was named.
    Sender(&'a Address),
    /// A recipient was named.
    Recipient(&'a Address),
    /// The content was announced.
    Announce,
    /// The content was sent.
    Content,
}

impl Step<'_> {
    /// Whether what the server refuses here is a recipient, who will not be there another time
    /// either. Anything else an operator can mend: the sender's address, the login, the address from
    /// which mail comes.
    const fn is_about_a_recipient(self) -> bool {
        matches!(self, Self::Recipient(_))
    }

    /// Whether the server's words may repeat a password.
    const fn is_secret(self) -> bool {
        matches!(self, Self::LogIn)
    }
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connect => formatter.write_str("while connecting"),
            Self::Greet => formatter.write_str("while greeting the server"),
            Self::Encrypt => formatter.write_str("while encrypting with STARTTLS"),
            Self::LogIn => formatter.write_str("while logging in"),
            Self::Sender(address) => write!(formatter, "naming the sender {address}"),
            Self::Recipient(address) => write!(formatter, "naming the recipient {address}"),
            Self::Announce => formatter.write_str("announcing the content"),
            Self::Content => formatter.write_str("sending the content"),
        }
    }
}

/// What a failure means for the mail.
pub(crate) fn failure(step: Step<'_>, error: &Error) -> MailError {
    // The library quotes what it cannot read, which may repeat a secret.
    if error.is_response() {
        return unavailable(
            step,
            "the server ended the connection, or its answer cannot be read",
        );
    }
    let Some(code) = error.status() else {
        return unavailable(step, &innermost(error));
    };
    let answer = if step.is_secret() {
        format!("the server answered {code}")
    } else {
        let words = error.source().map(ToString::to_string).unwrap_or_default();
        format!("the server answered {code} {}", readable(&words))
    };
    let is_about_the_client = is_about_the_login(code) || is_about_policy(&answer);
    if error.is_permanent() && step.is_about_a_recipient() && !is_about_the_client {
        MailError::Refused {
            reason: format!("{step}: {answer}"),
        }
    } else {
        unavailable(step, &answer)
    }
}

/// The failure of something that may go better another time.
pub(crate) fn unavailable(step: Step<'_>, reason: &str) -> MailError {
    MailError::Unavailable {
        reason: format!("{step}: {reason}"),
    }
}

fn is_about_the_login(code: Code) -> bool {
    ABOUT_THE_LOGIN.contains(&u16::from(code))
}

/// Whether the server's words have an enhanced status code of security or policy, such as one that
/// forbids relaying (RFC 3463, section 3.8).
fn is_about_policy(answer: &str) -> bool {
    let mut words = answer.split_whitespace();
    words.any(|word| word.starts_with("5.7."))
}

/// The cause of all causes, which says most.
fn innermost(error: &Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    readable(&cause.to_string())
}

/// What somebody else wrote, on one line and not too long.
fn readable(text: &str) -> String {
    let line = text.replace(char::is_control, " ");
    line.trim().chars().take(LONGEST_ANSWER).collect()
}
