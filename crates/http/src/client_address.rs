//! Who is at the other end: the address of a connection, or what a trusted proxy says of it.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;
use ipnet::IpNet;

/// Where proxies write whom they ask for, the last one at the end.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The bits of an IPv6 address that say whose it is: whoever has one has all with the same beginning.
const IPV6_NETWORK: u32 = 64;

/// The proxies whose word about their clients' addresses is believed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    /// From addresses such as `10.0.0.7` and networks such as `10.0.0.0/8`.
    ///
    /// # Errors
    /// The first text that is neither.
    pub fn parse(texts: &[String]) -> Result<Self, String> {
        texts
            .iter()
            .map(|text| {
                let address = text.parse::<IpAddr>().map(IpNet::from);
                address
                    .or_else(|_| text.parse::<IpNet>())
                    .map_err(|_| text.clone())
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the address is one of these proxies'.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Who asks: the peer itself, or if it is trusted the last address in its `X-Forwarded-For` that is no
    /// trusted proxy's. What clients write there themselves stands before that and is never reached.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer;
        let values: Vec<&str> = headers
            .get_all(FORWARDED_FOR)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .collect();
        let mut told = values.iter().rev().flat_map(|value| value.rsplit(','));
        while self.contains(client) {
            match told.next().and_then(parse) {
                Some(address) => client = address,
                None => break,
            }
        }
        client
    }
}

/// An address as proxies write it, with or without a port.
fn parse(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let address = text
        .parse::<IpAddr>()
        .or_else(|_| text.parse::<SocketAddr>().map(|socket| socket.ip()));
    address.ok().map(|address| address.to_canonical())
}

/// The address of the client of a request, for logs and for whatever is limited by it.
#[derive(Debug, Clone, Copy)]
pub struct ClientAddress(pub IpAddr);

/// Marks a request that comes over a connection of a trusted proxy itself, whatever its headers say of anybody.
#[derive(Debug, Clone, Copy)]
pub struct FromTrustedProxy;

/// What an address counts as where clients are counted: itself, or of IPv6 its network of 64 bits.
fn counted_as(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let network = address.to_bits() >> (128 - IPV6_NETWORK) << (128 - IPV6_NETWORK);
            IpAddr::V6(Ipv6Addr::from_bits(network))
        }
    }
}

/// Something of which each client address may have so much at a time. It remembers only those that
/// have some.
pub(crate) struct Shares {
    most: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

impl Shares {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            taken: Mutex::default(),
        })
    }

    /// One for this address, until it is dropped; nothing if the address has all that it may have.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Share> {
        let address = counted_as(address);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let number = taken.entry(address).or_default();
        if *number >= self.most {
            return None;
        }
        *number += 1;
        Some(Share {
            of: Arc::clone(self),
            address,
        })
    }
}

/// One of what an address may have.
pub(crate) struct Share {
    of: Arc<Shares>,
    address: IpAddr,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.of.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = taken.get_mut(&self.address) {
            *number = number.saturating_sub(1);
            if *number == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

/// Failures by address, of a bounded number of addresses: what is counted is kept by the same rule as shares.
pub(crate) struct ByAddress<T> {
    most: usize,
    entries: HashMap<IpAddr, T>,
}

impl<T: Default> ByAddress<T> {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            entries: HashMap::new(),
        }
    }

    /// What is kept for this address. If there is no room for another, those for which `is_old` holds are
    /// forgotten, and if there are none, the one that comes first by `age`.
    pub(crate) fn of<K: Ord>(
        &mut self,
        address: IpAddr,
        is_old: impl Fn(&T) -> bool,
        age: impl Fn(&T) -> K,
    ) -> &mut T {
        let address = counted_as(address);
        if self.entries.len() >= self.most && !self.entries.contains_key(&address) {
            self.entries.retain(|_, entry| !is_old(entry));
            if self.entries.len() >= self.most {
                let oldest = self.entries.iter().min_by_key(|(_, entry)| age(entry));
                if let Some(oldest) = oldest.map(|(address, _)| *address) {
                    self.entries.remove(&oldest);
                }
            }
        }
        self.entries.entry(address).or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn check(peer: &str, forwarded: &[&'static str], expected: &str) {
        let networks = ["10.0.0.0/8".to_owned(), "fd00::1".to_owned()];
        let proxies = TrustedProxies::parse(&networks).unwrap();
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        assert_eq!(
            proxies.client(ip(peer), &headers),
            ip(expected),
            "{forwarded:?}"
        );
    }

    #[test]
    fn only_trusted_proxies_are_believed_and_only_as_far_as_they_saw() {
        check("192.0.2.1", &["198.51.100.1"], "192.0.2.1");
        check("10.0.0.1", &["198.51.100.1"], "198.51.100.1");
        check("10.0.0.1", &["1.1.1.1, 198.51.100.1"], "198.51.100.1");
        check("10.0.0.1", &["198.51.100.1, 10.9.9.9"], "198.51.100.1");
        check("10.0.0.1", &["1.1.1.1", "198.51.100.1"], "198.51.100.1");
        check("10.0.0.1", &["198.51.100.1:4711"], "198.51.100.1");
        check("fd00::1", &["[2001:db8::1]:80"], "2001:db8::1");
        check("10.0.0.1", &["::ffff:198.51.100.1"], "198.51.100.1");
        check("10.0.0.1", &["198.51.100.1, unknown"], "10.0.0.1");
        check("10.0.0.1", &["10.1.1.1, 10.2.2.2"], "10.1.1.1");
        check("10.0.0.1", &[], "10.0.0.1");
    }

    #[test]
    fn what_is_neither_address_nor_network_is_named() {
        let texts = ["10.0.0.1".to_owned(), "proxy.example".to_owned()];
        assert_eq!(
            TrustedProxies::parse(&texts),
            Err("proxy.example".to_owned())
        );
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one_and_what_is_given_back_is_forgotten() {
        let shares = Shares::new(2);
        let first = shares.take(ip("2001:db8::1")).unwrap();
        let second = shares.take(ip("2001:db8::ffff:2")).unwrap();
        assert!(shares.take(ip("2001:db8::3")).is_none());
        assert!(shares.take(ip("2001:db8:0:1::1")).is_some());
        drop(first);
        assert!(shares.take(ip("2001:db8::3")).is_some());
        drop(second);
        assert!(shares.taken.lock().unwrap().is_empty());
    }
}
