use std::net::SocketAddr;
use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{Mail, MailError, Mailer};
use lettre::Address;
use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
#[allow(deprecated, reason = "see the function that uses it")]
use lettre::transport::smtp::client::AsyncNetworkStream;
use lettre::transport::smtp::client::{AsyncSmtpConnection, AsyncTokioStream, TlsParameters};
use lettre::transport::smtp::commands;
use lettre::transport::smtp::extension::ClientId;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_util::compat::{Compat, FuturesAsyncReadCompatExt};

use crate::answers::{Step, failure, unavailable};
use crate::config::{self, ConfigError, Encryption, SmtpConfig};
use crate::message::{address, message};
use crate::stream::LineStream;

/// How many times as long as another the last answer may take. Servers examine a mail before it,
/// and whoever goes earlier gets the mail delivered again and again (RFC 5321, section 4.5.3.2.6).
const PATIENCE_AT_THE_END: u32 = 6;

/// Sends mail over SMTP, with a connection of its own for each mail.
pub struct SmtpMailer {
    host: String,
    port: u16,
    encryption: Encryption,
    tls: Option<TlsParameters>,
    login: Option<Credentials>,
    from: Address,
    client: ClientId,
    timeout: Duration,
}

impl SmtpMailer {
    /// Reads the files that the configuration names, and connects to nothing.
    ///
    /// # Errors
    /// [`ConfigError`] if the configuration contradicts itself or a file is of no use.
    pub fn new(config: &SmtpConfig) -> Result<Self, ConfigError> {
        if config.timeout.is_zero() {
            return Err(ConfigError::Timeout);
        }
        let host = config::host(config)?;
        Ok(Self {
            port: config.port.unwrap_or(config.encryption.usual_port()),
            encryption: config.encryption,
            tls: config::tls(config, &host)?,
            login: config::login(config, &host)?,
            from: address(&config.from).map_err(|error| ConfigError::From {
                address: config.from.clone(),
                reason: error.to_string(),
            })?,
            client: ClientId::Domain(config.from.domain().to_owned()),
            timeout: config.timeout,
            host,
        })
    }

    /// What a step gives, if the server answers in time.
    async fn in_time<T>(
        &self,
        step: Step<'_>,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, MailError> {
        let limit = match step {
            Step::Content => self.timeout.saturating_mul(PATIENCE_AT_THE_END),
            _ => self.timeout,
        };
        match timeout(limit, work).await {
            Ok(result) => result.map_err(|error| failure(step, &error)),
            Err(_) => Err(too_late(step, limit)),
        }
    }

    /// A connection to the first of the server's addresses that takes one.
    async fn reach(&self) -> Result<(TcpStream, SocketAddr), MailError> {
        let unreachable = |reason: &str| {
            let place = format!("{}, port {}", self.host, self.port);
            unavailable(Step::Connect, &format!("{place}: {reason}"))
        };
        let addresses = timeout(self.timeout, lookup_host((self.host.as_str(), self.port)))
            .await
            .map_err(|_| unreachable("its address was not found in time"))?
            .map_err(|error| unreachable(&error.to_string()))?;
        let mut last = unreachable("it has no address");
        for address in addresses {
            last = match timeout(self.timeout, TcpStream::connect(address)).await {
                Ok(Ok(stream)) => return Ok((stream, address)),
                Ok(Err(error)) => unreachable(&error.to_string()),
                Err(_) => too_late(Step::Connect, self.timeout),
            };
        }
        Err(last)
    }

    /// A connection over which mail can be sent.
    async fn connect(&self) -> Result<AsyncSmtpConnection, MailError> {
        let (stream, peer) = self.reach().await?;
        let stream = LineStream::new(stream, peer);
        let mut connection = match &self.tls {
            Some(tls) if self.encryption == Encryption::Tls => {
                let stream = self.in_time(Step::Connect, encrypted(stream, tls)).await?;
                self.in_time(Step::Greet, self.greet(LineStream::new(stream, peer)))
                    .await?
            }
            _ => self.in_time(Step::Greet, self.greet(stream)).await?,
        };
        if let Some(tls) = &self.tls
            && self.encryption == Encryption::StartTls
        {
            let encrypting = connection.starttls(tls.clone(), &self.client);
            self.in_time(Step::Encrypt, encrypting).await?;
        }
        if let Some(login) = &self.login {
            self.in_time(Step::LogIn, connection.auth(DEFAULT_MECHANISMS, login))
                .await?;
        }
        Ok(connection)
    }

    async fn greet<S>(&self, stream: LineStream<S>) -> Result<AsyncSmtpConnection, Error>
    where
        LineStream<S>: AsyncTokioStream + 'static,
    {
        AsyncSmtpConnection::connect_with_transport(Box::new(stream), &self.client).await
    }

    /// One transaction for all recipients.
    async fn transfer(
        &self,
        connection: &mut AsyncSmtpConnection,
        envelope: &Envelope,
        content: &[u8],
    ) -> Result<(), MailError> {
        let sender = commands::Mail::new(envelope.from().cloned(), Vec::new());
        self.in_time(Step::Sender(&self.from), connection.command(sender))
            .await?;
        for address in envelope.to() {
            let recipient = commands::Rcpt::new(address.clone(), Vec::new());
            self.in_time(Step::Recipient(address), connection.command(recipient))
                .await?;
        }
        self.in_time(Step::Announce, connection.command(commands::Data))
            .await?;
        self.in_time(Step::Content, connection.message(content))
            .await?;
        Ok(())
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let (envelope, content) = message(mail, &self.from)?;
        let mut connection = Box::pin(self.connect()).await?;
        let result = self.transfer(&mut connection, &envelope, &content).await;
        // The mail is sent or not by now, however the conversation ends.
        let _ = timeout(self.timeout, connection.abort()).await;
        result
    }
}

fn too_late(step: Step<'_>, limit: Duration) -> MailError {
    let seconds = limit.as_secs_f64();
    unavailable(
        step,
        &format!("the server did not answer within {seconds} s"),
    )
}

/// The stream with TLS around it.
#[allow(
    deprecated,
    reason = "the library has no other way to encrypt a given stream from the beginning"
)]
async fn encrypted(
    stream: LineStream<TcpStream>,
    tls: &TlsParameters,
) -> Result<Compat<AsyncNetworkStream>, Error> {
    let mut stream = AsyncNetworkStream::use_existing_tokio1(Box::new(stream));
    stream.upgrade_tls(tls.clone()).await?;
    Ok(stream.compat())
}
