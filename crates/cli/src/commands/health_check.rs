use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::output::{printable, say};
use crate::address;
use crate::server_options::ServerOptions;

/// How long the server may take to accept the connection, and to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// More than any answer about health is long.
const LONGEST_ANSWER: u64 = 1 << 20;

/// Says what the server on this machine answers for `/health/ready`, and fails unless it takes requests. It needs neither
/// the data folder nor a key.
pub(super) fn run(server: &ServerOptions) -> Result<ExitCode> {
    let address = of_health(server)?;
    let answer = ask(address).with_context(|| format!("no server answers at http://{address}"))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    say(printable(body.trim()))?;
    let status = head.split_whitespace().nth(1);
    Ok(match status {
        Some("200") => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Where the server's health is asked for from this machine.
fn of_health(server: &ServerOptions) -> Result<SocketAddr> {
    let address = match server.monitoring_listen {
        Some(address) => address,
        // Where the server listens by itself if that is free.
        None => {
            let port = server.listen.port();
            SocketAddr::from((Ipv4Addr::LOCALHOST, port.checked_add(1).unwrap_or(0)))
        }
    };
    if address.port() == 0 || (server.monitoring_listen.is_none() && server.listen.port() == 0) {
        bail!("the system picks the port of health; name one with server.monitoring_listen");
    }
    Ok(address::from_here(address))
}

/// The answer to one request, which is about this machine and so needs no encryption and no proxy.
fn ask(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let request =
        format!("GET /health/ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.take(LONGEST_ANSWER).read_to_string(&mut answer)?;
    Ok(answer)
}
