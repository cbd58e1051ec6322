use std::collections::BTreeSet;

use axum::http::HeaderMap;
use axum::http::header::HOST;
use dragoman_domain::Plan;

/// Which plan's keys are accepted at an address. The free and the pro plan have base addresses of
/// their own; on one server they may be the same. The classic plan counts as the pro plan here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressRule {
    /// Keys of both plans; the key alone tells the plan.
    BothPlans,
    /// Keys of one plan: for a listener of its own.
    Only(Plan),
    /// Keys of the free plan at these host names (lower case, without port), keys of the pro plan
    /// at every other.
    ByHost {
        /// The host names of the free plan's base address.
        free_hosts: BTreeSet<String>,
    },
}

impl AddressRule {
    /// The plan whose keys are accepted for a request with these headers; `None` for both.
    pub(crate) fn plan(&self, headers: &HeaderMap) -> Option<Plan> {
        match self {
            Self::BothPlans => None,
            Self::Only(plan) => Some(*plan),
            Self::ByHost { free_hosts } => {
                let is_free =
                    host_name(headers).is_some_and(|host| free_hosts.contains(host.as_str()));
                Some(if is_free { Plan::Free } else { Plan::Pro })
            }
        }
    }
}

/// The host name of the request without its port, in lower case.
fn host_name(headers: &HeaderMap) -> Option<String> {
    let host = headers.get(HOST)?.to_str().ok()?;
    let name = match host.rsplit_once(':') {
        // The colons of an IPv6 address in brackets are none before a port.
        Some((name, port)) if !port.ends_with(']') => name,
        _ => host,
    };
    Some(name.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(host: &str, expected: Plan) {
        let rule = AddressRule::ByHost {
            free_hosts: ["free.example".to_owned(), "[::1]".to_owned()].into(),
        };
        let headers = HeaderMap::from_iter([(HOST, host.parse().unwrap())]);
        assert_eq!(rule.plan(&headers), Some(expected), "{host}");
    }

    #[test]
    fn the_host_name_tells_the_plan_whatever_its_case_and_port() {
        check("free.example", Plan::Free);
        check("Free.Example:8080", Plan::Free);
        check("[::1]", Plan::Free);
        check("[::1]:80", Plan::Free);
        check("pro.example", Plan::Pro);
        check("not-free.example", Plan::Pro);
    }
}
