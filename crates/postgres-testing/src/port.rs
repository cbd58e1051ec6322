//! A port of the loopback, and whether a server is at it.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::net::sockopt::set_socket_reuseaddr;
use rustix::net::{AddressFamily, SocketFlags, SocketType, bind, getsockname, socket_with};

/// How long a server may take for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a server says that does not take connections yet, or not any more.
const CANNOT_CONNECT_NOW: &[u8] = b"C57P03\0";

/// A port that the system gives to no other program while this is there: neither to listen at, nor
/// as its own end of a connection. A server that asks for just this port and allows its address to
/// be used again, as PostgreSQL does, can listen at it.
pub(crate) struct Port {
    number: u16,
    _bound: OwnedFd,
}

impl Port {
    /// A port that the system picks.
    pub(crate) fn reserve() -> Self {
        let flags = SocketFlags::CLOEXEC;
        let socket = socket_with(AddressFamily::INET, SocketType::STREAM, flags, None).unwrap();
        set_socket_reuseaddr(&socket, true).unwrap();
        bind(&socket, &SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap();
        let address: SocketAddr = getsockname(&socket).unwrap().try_into().unwrap();
        Self {
            number: address.port(),
            _bound: socket,
        }
    }

    pub(crate) const fn number(&self) -> u16 {
        self.number
    }

    /// Whether a PostgreSQL is at the port that lets the user log in now.
    pub(crate) fn accepts_connections(&self, user: &str) -> bool {
        self.first_answer(user)
            .is_ok_and(|answer| match answer.first() {
                // It asks for the password.
                Some(b'R') => true,
                // It wants something else, such as encryption.
                Some(b'E') => !answer
                    .windows(CANNOT_CONNECT_NOW.len())
                    .any(|part| part == CANNOT_CONNECT_NOW),
                _ => false,
            })
    }

    /// What a server answers to a user that comes.
    fn first_answer(&self, user: &str) -> io::Result<Vec<u8>> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.number));
        let mut connection = TcpStream::connect_timeout(&address, PATIENCE)?;
        connection.set_read_timeout(Some(PATIENCE))?;
        // The version of the protocol, 3.0, and parameters.
        let mut message = vec![0, 3, 0, 0];
        for part in ["user", user, "database", "postgres", ""] {
            message.extend(part.bytes());
            message.push(0);
        }
        let length = u32::try_from(message.len() + size_of::<u32>()).unwrap();
        connection.write_all(&length.to_be_bytes())?;
        connection.write_all(&message)?;

        let mut kind = [0];
        connection.read_exact(&mut kind)?;
        let mut answer = kind.to_vec();
        // After a failure it closes the connection.
        if answer == b"E" {
            connection.read_to_end(&mut answer)?;
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use rustix::io::Errno;
    use rustix::net::socket;

    use super::*;

    #[test]
    fn a_reserved_port_is_for_who_asks_for_it() {
        let port = Port::reserve();
        assert!(!port.accepts_connections("nobody"));
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.number()));
        let other = socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
        assert_eq!(bind(&other, &address), Err(Errno::ADDRINUSE));
        // This allows the address to be used again.
        drop(TcpListener::bind(address).unwrap());

        drop(port);
        assert_eq!(bind(&other, &address), Ok(()));
    }
}
