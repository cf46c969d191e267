//! The address of a mailbox, as RFC 5321 writes it: without a name beside it, and in ASCII.

use std::net::{Ipv4Addr, Ipv6Addr};

use email_address::{EmailAddress, Options};

/// The length of a host name, in bytes.
const MAX_HOST: usize = 253;

/// The length of one label of a host name, in bytes.
const MAX_LABEL: usize = 63;

pub(super) fn is_mailbox(text: &str) -> bool {
    // The crate refuses an empty quoted name, which the format allows.
    let filled = text
        .strip_prefix("\"\"@")
        .map(|host| format!("\"a\"@{host}"));
    let text = filled.as_deref().unwrap_or(text);
    let options = Options::default().without_display_text();
    EmailAddress::parse_with_options(text, options)
        .is_ok_and(|address| address.local_part().is_ascii() && is_host(address.domain()))
}

fn is_host(host: &str) -> bool {
    let literal = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    match literal {
        None => is_host_name(host),
        Some(literal) => match literal.split_at_checked(5) {
            Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6:") => {
                address.parse::<Ipv6Addr>().is_ok()
            }
            _ => literal.parse::<Ipv4Addr>().is_ok(),
        },
    }
}

/// Returns `true` for labels of letters, digits and hyphens. A label of another alphabet begins with
/// `xn--`, and is not decoded.
fn is_host_name(host: &str) -> bool {
    let is_label = |label: &str| {
        let bytes = label.as_bytes();
        let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        let is_prefixed = bytes.get(2..4) == Some(b"--");
        (1..=MAX_LABEL).contains(&bytes.len())
            && bytes.iter().all(allowed)
            && bytes.first() != Some(&b'-')
            && bytes.last() != Some(&b'-')
            && (!is_prefixed || label.starts_with("xn"))
    };
    host.len() <= MAX_HOST && host.split('.').all(is_label)
}
