//! Pagination cursors. A cursor of the registry contains a position and identifies its list; a cursor
//! of the wrapped handler is forwarded.
//!
//! Cursors are stateless and unsigned: they contain a position in a list and a digest of the list as
//! the caller sees it. A forged cursor reveals only a later part of the same list. A cursor of another
//! list, of another view, or from before a change of the list is unknown. Cursors are equal in every
//! process of the same program.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    num::NonZeroUsize,
};

use rmcp::ErrorData;

/// The prefix of the registry's cursors.
const PREFIX: &str = "fusion-";
/// The escape prefix of a handler's cursor that starts with one of the two prefixes.
const ESCAPE: char = '~';

/// The default page size. It is large, because not every client requests a second page.
pub(super) const PAGE: NonZeroUsize = NonZeroUsize::MIN.saturating_add(999);

/// The position at which a page starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cursor {
    /// The beginning of the list.
    First,
    /// A position in the registry's part of the list.
    Registry { at: usize, digest: u64 },
    /// A cursor of the handler, in the handler's part of the list.
    Handler(String),
}

impl Cursor {
    /// Parses the cursor of a request.
    pub(super) fn read(sent: Option<String>) -> Result<Self, ErrorData> {
        let Some(sent) = sent else {
            return Ok(Self::First);
        };
        if let Some(theirs) = sent.strip_prefix(ESCAPE) {
            return Ok(Self::Handler(theirs.to_owned()));
        }
        let Some(ours) = sent.strip_prefix(PREFIX) else {
            return Ok(Self::Handler(sent));
        };
        let read = ours.split_once('-').and_then(|(digest, at)| {
            let digest = u64::from_str_radix(digest, 16).ok()?;
            let at = usize::from_str_radix(at, 16).ok()?;
            Some(Self::Registry { at, digest })
        });
        // Rejects a second notation of the same number, so that equal cursors have equal text.
        read.filter(|read| read.write() == sent)
            .ok_or_else(unknown_cursor)
    }

    /// Formats the cursor for a response.
    pub(super) fn write(&self) -> String {
        match self {
            Self::First => String::new(),
            Self::Registry { at, digest } => format!("{PREFIX}{digest:016x}-{at:x}"),
            Self::Handler(cursor) if cursor.starts_with(PREFIX) || cursor.starts_with(ESCAPE) => {
                format!("{ESCAPE}{cursor}")
            }
            Self::Handler(cursor) => cursor.clone(),
        }
    }
}

/// Returns the error for an unknown cursor. The text has no reason, because the cursor may belong to
/// another caller.
pub(super) fn unknown_cursor() -> ErrorData {
    ErrorData::invalid_params(
        "unknown cursor: ask again without one, from the beginning",
        None,
    )
}

/// The part of the registry's list that is on one page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PagePart {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The cursor of the next page of the registry's part; `None` on the last one.
    pub(super) next: Option<Cursor>,
    /// True if the registry's part has more than one page.
    pub(super) paged: bool,
}

/// Selects the part of `names` for one page. `names` are the items of the list `kind` that the caller
/// sees.
pub(super) fn part<'n>(
    kind: &str,
    names: impl Iterator<Item = &'n str> + Clone,
    cursor: &Cursor,
    size: NonZeroUsize,
) -> Result<PagePart, ErrorData> {
    let count = names.clone().count();
    let paged = count > size.get();
    let digest = || digest(kind, names);
    let (from, digest) = match cursor {
        Cursor::First if !paged => (0, None),
        Cursor::First => (0, Some(digest())),
        Cursor::Registry { at, digest: sent } => {
            let digest = digest();
            // A position is valid only at the start of a page.
            let starts_page = *at > 0 && *at < count && at.is_multiple_of(size.get());
            if *sent != digest || !starts_page {
                return Err(unknown_cursor());
            }
            (*at, Some(digest))
        }
        Cursor::Handler(_) => (count, None),
    };
    let to = count.min(from.saturating_add(size.get()));
    let next = digest.filter(|_| to < count);
    Ok(PagePart {
        from,
        to,
        next: next.map(|digest| Cursor::Registry { at: to, digest }),
        paged,
    })
}

/// Hashes the names of a list as a caller sees it. The hash need not resist attacks; see the module
/// documentation.
fn digest<'n>(kind: &str, names: impl Iterator<Item = &'n str>) -> u64 {
    let mut hasher = DefaultHasher::new();
    kind.hash(&mut hasher);
    for name in names {
        name.hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

    fn page_part(
        kind: &str,
        names: &[&str],
        sent: Option<String>,
        size: usize,
    ) -> Result<PagePart, ErrorData> {
        let size = NonZeroUsize::new(size).unwrap();
        let cursor = Cursor::read(sent)?;
        part(kind, names.iter().copied(), &cursor, size)
    }

    /// Returns the start and end of each page of a list.
    fn pages(size: usize) -> Vec<(usize, usize)> {
        let mut pages = Vec::new();
        let mut sent = None;
        loop {
            let part = page_part("tools", &NAMES, sent, size).unwrap();
            pages.push((part.from, part.to));
            match part.next {
                Some(next) => sent = Some(next.write()),
                None => return pages,
            }
        }
    }

    #[test]
    fn pages_follow_each_other_to_the_end() {
        assert_eq!(pages(2), [(0, 2), (2, 4), (4, 5)]);
        assert_eq!(pages(4), [(0, 4), (4, 5)]);
        assert_eq!(pages(5), [(0, 5)]);
        assert_eq!(pages(1_000), [(0, 5)]);
        assert_eq!(page_part("tools", &[], None, 2).unwrap().to, 0);
    }

    #[test]
    fn a_cursor_of_another_list_or_view_or_of_nobody_is_unknown_and_all_are_told_the_same() {
        let good = page_part("tools", &NAMES, None, 2).unwrap().next.unwrap();
        let Cursor::Registry { at, digest } = good else {
            panic!("{good:?}");
        };
        let sent = || Some(Cursor::Registry { at, digest }.write());
        assert!(page_part("tools", &NAMES, sent(), 2).is_ok());
        let unknown = unknown_cursor();
        assert_eq!(
            page_part("prompts", &NAMES, sent(), 2).unwrap_err(),
            unknown
        );
        assert_eq!(
            page_part("tools", &NAMES[..4], sent(), 2).unwrap_err(),
            unknown
        );
        assert_eq!(page_part("tools", &["ab"], sent(), 2).unwrap_err(), unknown);
        for (at, digest) in [(1, digest), (0, digest), (6, digest), (at, digest ^ 1)] {
            let sent = Some(Cursor::Registry { at, digest }.write());
            assert_eq!(page_part("tools", &NAMES, sent, 2).unwrap_err(), unknown);
        }
        for forged in [
            "fusion-",
            "fusion--",
            "fusion-1-2",
            "fusion-+000000000000001-2",
            "fusion-0000000000000001-ffffffffffffffffff",
        ] {
            let sent = Some(forged.to_owned());
            assert_eq!(
                page_part("tools", &NAMES, sent, 2).unwrap_err(),
                unknown,
                "{forged}"
            );
        }
    }

    #[test]
    fn a_cursor_of_a_handler_comes_back_as_it_was() {
        for theirs in ["", "1", "~", "~1", "fusion-1", "fusion-0000000000000001-2"] {
            let written = Cursor::Handler(theirs.to_owned()).write();
            let read = Cursor::read(Some(written)).unwrap();
            assert_eq!(read, Cursor::Handler(theirs.to_owned()));
        }
        // A handler's cursor is unchanged unless it starts with one of the prefixes.
        assert_eq!(Cursor::Handler("1".to_owned()).write(), "1");
        let part = page_part("tools", &NAMES, Some("1".to_owned()), 2).unwrap();
        assert_eq!((part.from, part.to, part.paged), (5, 5, true));
    }
}
