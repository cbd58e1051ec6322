use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

use anyhow::{Context, Error, Result};
use dragoman_domain::Plan;
use dragoman_http::{AddressRule, RootDialects};
use listenfd::ListenFd;
use tokio::net::TcpListener;

use crate::commands::output::say;
use crate::compat_options::{LISTEN, RootListener};
use crate::configuration::{AddressRuleOption, Configuration, PlanOptions};

const MAIN: &str = "server.listen";
const FREE: &str = "plans.free_listen";
const MONITORING: &str = "server.monitoring_listen";

/// Where the server listens.
pub(super) struct Listeners {
    /// The interface's listeners, each with the plan that it is for; none if others answer.
    pub(super) interface: Vec<(TcpListener, AddressRule)>,
    /// Those of other services' interfaces.
    pub(super) dialects: Vec<(TcpListener, RootDialects)>,
    pub(super) monitoring: TcpListener,
}

impl Listeners {
    /// Listens as the configuration says, or with what a service manager passes on: sockets for the interface, in the
    /// order in which they are announced, one for monitoring behind them, and then those for other services' interfaces, in
    /// the order of their configured addresses.
    pub(super) async fn bind(configuration: &Configuration) -> Result<Self> {
        let (server, plans) = (&configuration.server, &configuration.plans);
        let mut passed = ListenFd::from_env();
        let mut index = 0;
        let mut next = || {
            index += 1;
            passed
                .take_tcp_listener(index - 1)
                .and_then(|passed| {
                    passed
                        .map(|socket| {
                            socket.set_nonblocking(true)?;
                            TcpListener::from_std(socket)
                        })
                        .transpose()
                })
                .context("a socket that a service manager passed on cannot be used")
        };
        let mut interface = Vec::new();
        if server.role.answers() {
            let main = listener(MAIN, server.listen, next()?).await?;
            server.check_exposure(MAIN, main.local_addr()?)?;
            interface.push((main, rule(plans)));
            if plans.address_rule == AddressRuleOption::Listener
                && let Some(address) = plans.free_listen
            {
                let free = listener(FREE, address, next()?).await?;
                server.check_exposure(FREE, free.local_addr()?)?;
                interface.push((free, AddressRule::Only(Plan::Free)));
            }
        }
        let near = match interface.first() {
            Some((main, _)) => main.local_addr()?,
            None => server.listen,
        };
        let monitoring = match (next()?, server.monitoring_listen) {
            (Some(passed), _) => passed,
            (None, Some(address)) => bind(MONITORING, address).await?,
            (None, None) => bind_near(near).await?,
        };
        let mut dialects = Vec::new();
        if server.role.answers() {
            for RootListener {
                address,
                dialects: spoken,
            } in configuration.compat.root_listeners()?
            {
                let listener = listener(LISTEN, address, next()?).await?;
                server.check_exposure(LISTEN, listener.local_addr()?)?;
                dialects.push((listener, spoken));
            }
        }
        Ok(Self {
            interface,
            dialects,
            monitoring,
        })
    }

    /// Where clients reach the interface; none if others answer.
    pub(super) fn url(&self, scheme: &str) -> Result<Option<String>> {
        let Some((main, _)) = self.interface.first() else {
            return Ok(None);
        };
        Ok(Some(format!("{scheme}://{}", main.local_addr()?)))
    }

    /// Says on standard output and in the log where the server listens, the main address first.
    pub(super) fn announce(&self, scheme: &str, data: &Path) -> Result<()> {
        let monitoring = self.monitoring.local_addr()?;
        for (listener, rule) in &self.interface {
            let plan = match rule {
                AddressRule::Only(plan) => format!(" for the {plan} plan"),
                AddressRule::BothPlans | AddressRule::ByHost { .. } => String::new(),
            };
            let address = listener.local_addr()?;
            say(format_args!(
                "Dragoman listens on {scheme}://{address}{plan}"
            ))?;
            tracing::info!(
                version = env!("CARGO_PKG_VERSION"),
                %address,
                %monitoring,
                data = %data.display(),
                "serving"
            );
        }
        for (listener, dialects) in &self.dialects {
            let address = listener.local_addr()?;
            say(format_args!(
                "Dragoman listens on {scheme}://{address} for {dialects}"
            ))?;
            tracing::info!(%address, %dialects, "serving other services' interfaces");
        }
        if self.interface.is_empty() {
            say("Dragoman translates documents that others take.")?;
            tracing::info!(version = env!("CARGO_PKG_VERSION"), %monitoring, data = %data.display(), "working");
        }
        say(format_args!(
            "Health and metrics are on http://{monitoring}"
        ))?;
        Ok(())
    }
}

/// Which requests the main listener is for.
fn rule(plans: &PlanOptions) -> AddressRule {
    match plans.address_rule {
        AddressRuleOption::Key => AddressRule::BothPlans,
        AddressRuleOption::Host => AddressRule::ByHost {
            free_hosts: plans
                .free_hosts
                .iter()
                .map(|host| host.to_ascii_lowercase())
                .collect(),
        },
        AddressRuleOption::Listener => AddressRule::Only(Plan::Pro),
    }
}

/// The socket that was passed on, or one at this address.
async fn listener(
    option: &str,
    address: SocketAddr,
    passed: Option<TcpListener>,
) -> Result<TcpListener> {
    match passed {
        Some(listener) => Ok(listener),
        None => bind(option, address).await,
    }
}

async fn bind(option: &str, address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address)
        .await
        .map_err(|error| refused(option, address, error))
}

/// Why nobody can listen there, and what to do.
fn refused(option: &str, address: SocketAddr, error: io::Error) -> Error {
    let advice = match error.kind() {
        ErrorKind::AddrInUse => {
            "another program listens there, perhaps another Dragoman. Stop it, or choose another port"
        }
        ErrorKind::PermissionDenied => {
            "ports below 1024 are for the administrator. Choose another port"
        }
        ErrorKind::AddrNotAvailable => "this machine does not have the address. Choose another one",
        _ => return Error::new(error).context(format!("cannot listen on {address} ({option})")),
    };
    let flag = match option {
        MAIN => " or --listen",
        MONITORING => " or --monitoring-listen",
        _ => "",
    };
    Error::msg(format!(
        "cannot listen on {address}: {advice} with {option}{flag}"
    ))
}

/// Listens on the loopback, on the next port or on any free one if that is taken. Monitoring needs no
/// key, so it is opened to others only where that is configured.
async fn bind_near(address: SocketAddr) -> Result<TcpListener> {
    let at = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    match TcpListener::bind(at(address.port().checked_add(1).unwrap_or(0))).await {
        Err(error) if error.kind() == ErrorKind::AddrInUse => bind(MONITORING, at(0)).await,
        result => result.map_err(|error| refused(MONITORING, address, error)),
    }
}
