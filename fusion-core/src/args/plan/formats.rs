//! The string formats that are enforced. Other formats are notes.

mod mailbox;
mod time;

use std::net::{Ipv4Addr, Ipv6Addr};

/// An enforced format of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EnforcedFormat {
    Date,
    DateTime,
    Email,
    Ipv4,
    Ipv6,
    Uri,
    Uuid,
}

impl EnforcedFormat {
    /// Returns the format with this name; `None` if it is not enforced.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "date" => Self::Date,
            "date-time" => Self::DateTime,
            "email" => Self::Email,
            "ipv4" => Self::Ipv4,
            "ipv6" => Self::Ipv6,
            "uri" => Self::Uri,
            "uuid" => Self::Uuid,
            _ => return None,
        })
    }

    pub(super) fn fits(self, text: &str) -> bool {
        match self {
            Self::Date => time::is_date(text),
            Self::DateTime => time::is_date_time(text),
            Self::Email => mailbox::is_mailbox(text),
            Self::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
            Self::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
            Self::Uri => fluent_uri::Uri::parse(text).is_ok(),
            Self::Uuid => is_uuid(text),
        }
    }
}

/// Returns `true` for 32 hexadecimal digits in five groups.
fn is_uuid(text: &str) -> bool {
    let is_hyphen = |at| matches!(at, 8 | 13 | 18 | 23);
    let mut bytes = text.bytes().enumerate();
    text.len() == 36
        && bytes.all(|(at, byte)| {
            if is_hyphen(at) {
                byte == b'-'
            } else {
                byte.is_ascii_hexdigit()
            }
        })
}
