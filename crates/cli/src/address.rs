//! Addresses to listen on, as people write them.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use serde::{Deserialize, Deserializer, de};

/// An IP address and a port; `localhost` is the loopback.
///
/// # Errors
/// What to write instead.
pub(crate) fn parse(text: &str) -> Result<SocketAddr, String> {
    if let Some(port) = text.strip_prefix("localhost:")
        && let Ok(port) = port.parse()
    {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    text.parse().map_err(|_| {
        "it must be an IP address and a port, such as 127.0.0.1:8080, or 0.0.0.0:8080 for all addresses of this machine"
            .to_owned()
    })
}

/// Where who listens at an address is reached from this machine: at the loopback if that is at all addresses.
pub(crate) fn from_here(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// For an option that has a value.
pub(crate) fn required<'de, D: Deserializer<'de>>(from: D) -> Result<SocketAddr, D::Error> {
    parse(&String::deserialize(from)?).map_err(de::Error::custom)
}

/// For an option that need not have one.
pub(crate) fn optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SocketAddr>, D::Error> {
    required(from).map(Some)
}

/// For options whose names are free.
pub(crate) fn by_name<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, SocketAddr>, D::Error> {
    let named = BTreeMap::<String, String>::deserialize(from)?.into_iter();
    let parsed = named.map(|(name, text)| match parse(&text) {
        Ok(address) => Ok((name, address)),
        Err(error) => Err(de::Error::custom(format_args!("{name}: {error}"))),
    });
    parsed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loopback_has_a_name_and_others_have_none() {
        for (text, expected) in [
            ("localhost:8080", Some("127.0.0.1:8080")),
            ("127.0.0.1:80", Some("127.0.0.1:80")),
            ("[::]:80", Some("[::]:80")),
            ("localhost", None),
            ("translate.example.com:80", None),
            ("8080", None),
        ] {
            let parsed = parse(text).ok().map(|address| address.to_string());
            assert_eq!(parsed.as_deref(), expected, "{text}");
        }
    }
}
