//! The hosts that clients may address, compared as the SDK compares them. A host in any unusual form is not
//! among them here, so that the SDK decides about it.

use http::{HeaderValue, uri::Authority};

/// The hosts that a client may address.
pub(super) struct AllowedHosts(Vec<AllowedHost>);

struct AllowedHost {
    name: String,
    /// The port; `None` allows each.
    port: Option<u16>,
}

impl AllowedHosts {
    /// Returns the hosts of a server without a setting.
    pub(super) fn loopback() -> Self {
        Self::parse(["localhost", "127.0.0.1", "::1"].into_iter())
    }

    pub(super) fn new(hosts: &[String]) -> Self {
        Self::parse(hosts.iter().map(String::as_str))
    }

    fn parse<'a>(hosts: impl Iterator<Item = &'a str>) -> Self {
        Self(hosts.filter_map(AllowedHost::parse).collect())
    }

    /// Returns whether a `Host` header plainly has one of the hosts.
    pub(super) fn contain(&self, header: &HeaderValue) -> bool {
        let Some((name, port)) = header.to_str().ok().and_then(plain_host) else {
            return false;
        };
        self.0.iter().any(|host| {
            host.name.eq_ignore_ascii_case(name) && (host.port.is_none() || host.port == port)
        })
    }
}

impl AllowedHost {
    fn parse(host: &str) -> Option<Self> {
        let host = host.trim();
        if host.is_empty() {
            return None;
        }
        let (name, port) = match Authority::try_from(host) {
            Ok(authority) => (authority.host().to_owned(), authority.port_u16()),
            // An address of IPv6 without brackets.
            Err(_) => (host.to_owned(), None),
        };
        let name = name.trim_matches('[').trim_matches(']').to_owned();
        Some(Self { name, port })
    }
}

/// Returns the name and the port of a host if every parser reads it in the same way.
fn plain_host(host: &str) -> Option<(&str, Option<u16>)> {
    let (name, rest) = match host.strip_prefix('[') {
        Some(address) => address.split_once(']')?,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_address = host.starts_with('[');
    let is_plain = |byte: u8| match byte {
        b':' => is_address,
        b'.' | b'-' => true,
        _ => byte.is_ascii_alphanumeric(),
    };
    if name.is_empty() || !name.bytes().all(is_plain) {
        return None;
    }
    if rest.is_empty() {
        return Some((name, None));
    }
    let port = rest.strip_prefix(':')?;
    let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
    let port = port.parse().ok().filter(|_| is_number)?;
    Some((name, Some(port)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contain(hosts: &[&str], host: &'static str) -> bool {
        let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
        AllowedHosts::new(&hosts).contain(&HeaderValue::from_static(host))
    }

    #[test]
    fn hosts_are_compared_without_case_and_with_the_port_that_is_set() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8000",
            "[::1]",
            "[::1]:9",
        ] {
            let host = HeaderValue::from_static(host);
            assert!(AllowedHosts::loopback().contain(&host), "{host:?}");
        }
        for host in ["example.com", "::1", "localhost.", "127.0.0.10", "[::2]:9"] {
            let host = HeaderValue::from_static(host);
            assert!(!AllowedHosts::loopback().contain(&host), "{host:?}");
        }
        assert!(contain(
            &["Tools.Example.com:8443"],
            "tools.example.com:8443"
        ));
        assert!(!contain(&["tools.example.com:8443"], "tools.example.com"));
        assert!(!contain(
            &["tools.example.com:8443"],
            "tools.example.com:80"
        ));
        assert!(contain(&[" tools.example.com "], "tools.example.com:80"));
        assert!(!contain(&["", " "], "tools.example.com"));
        assert!(!contain(&[], "localhost"));
    }

    #[test]
    fn a_host_in_an_unusual_form_is_left_to_the_sdk() {
        for host in [
            "",
            ":80",
            "localhost:",
            "localhost:080000",
            "localhost:99999",
            "localhost:8o",
            "a@localhost",
            "[::1",
            "[::1]80",
            "[]",
            "local_host",
            "localhost,localhost",
            "localhost/",
            " localhost",
            "lo%63alhost",
        ] {
            assert_eq!(plain_host(host), None, "{host:?}");
        }
        assert_eq!(plain_host("a.b-c:80"), Some(("a.b-c", Some(80))));
        assert_eq!(plain_host("[::1]"), Some(("::1", None)));
    }
}
