//! Lists in pages. A cursor of ours says where a list goes on and of which list it is; a handler's
//! own is passed on.
//!
//! It keeps nothing and signs nothing: it carries a place in a list, and a digest of what its caller
//! sees of that list. Whoever forges one learns nothing but a later part of the same list, and what
//! fits no list of this caller is unknown: one of another list, of another view, or of before a
//! change. The same program makes the same cursors in every process.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    num::NonZeroUsize,
};

use rmcp::ErrorData;

/// What a cursor of ours begins with.
const OURS: &str = "fusion-";
/// Stands before a handler's cursor that begins as one of ours, or with this.
const ESCAPE: char = '~';

/// How many items of ours a page has, unless set: not every client asks for a second one.
pub(super) const PAGE: NonZeroUsize = NonZeroUsize::MIN.saturating_add(999);

/// Where a list goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cursor {
    /// At its beginning.
    First,
    /// In what is ours.
    Ours { at: usize, digest: u64 },
    /// In what is a handler's, by its own cursor.
    Theirs(String),
}

impl Cursor {
    /// Reads what a client sent.
    pub(super) fn read(sent: Option<String>) -> Result<Self, ErrorData> {
        let Some(sent) = sent else {
            return Ok(Self::First);
        };
        if let Some(theirs) = sent.strip_prefix(ESCAPE) {
            return Ok(Self::Theirs(theirs.to_owned()));
        }
        let Some(ours) = sent.strip_prefix(OURS) else {
            return Ok(Self::Theirs(sent));
        };
        let read = ours.split_once('-').and_then(|(digest, at)| {
            let digest = u64::from_str_radix(digest, 16).ok()?;
            let at = usize::from_str_radix(at, 16).ok()?;
            Some(Self::Ours { at, digest })
        });
        // One way to write each, so that no two are the same.
        read.filter(|read| read.write() == sent)
            .ok_or_else(unknown_cursor)
    }

    /// What a client is sent.
    pub(super) fn write(&self) -> String {
        match self {
            Self::First => String::new(),
            Self::Ours { at, digest } => format!("{OURS}{digest:016x}-{at:x}"),
            Self::Theirs(cursor) if cursor.starts_with(OURS) || cursor.starts_with(ESCAPE) => {
                format!("{ESCAPE}{cursor}")
            }
            Self::Theirs(cursor) => cursor.clone(),
        }
    }
}

/// A cursor that leads nowhere. Why is not told: it may be another caller's.
pub(super) fn unknown_cursor() -> ErrorData {
    ErrorData::invalid_params(
        "unknown cursor: ask again without one, from the beginning",
        None,
    )
}

/// The part of a list of ours that a page shows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PagePart {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Where ours go on.
    pub(super) next: Option<Cursor>,
    /// Whether ours take more than one page.
    pub(super) paged: bool,
}

/// What of `names` a page shows, which are all of the list `kind` that a caller sees.
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
        Cursor::Ours { at, digest: sent } => {
            let digest = digest();
            // Where a page began that we told of, and nowhere else.
            let told = *at > 0 && *at < count && at.is_multiple_of(size.get());
            if *sent != digest || !told {
                return Err(unknown_cursor());
            }
            (*at, Some(digest))
        }
        Cursor::Theirs(_) => (count, None),
    };
    let to = count.min(from.saturating_add(size.get()));
    let next = digest.filter(|_| to < count);
    Ok(PagePart {
        from,
        to,
        next: next.map(|digest| Cursor::Ours { at: to, digest }),
        paged,
    })
}

/// What a caller sees of a list. It need not resist anybody: see above.
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

    fn of(
        kind: &str,
        names: &[&str],
        sent: Option<String>,
        size: usize,
    ) -> Result<PagePart, ErrorData> {
        let size = NonZeroUsize::new(size).unwrap();
        let cursor = Cursor::read(sent)?;
        part(kind, names.iter().copied(), &cursor, size)
    }

    /// The pages of a list: from, to.
    fn pages(size: usize) -> Vec<(usize, usize)> {
        let mut pages = Vec::new();
        let mut sent = None;
        loop {
            let part = of("tools", &NAMES, sent, size).unwrap();
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
        assert_eq!(of("tools", &[], None, 2).unwrap().to, 0);
    }

    #[test]
    fn a_cursor_of_another_list_or_view_or_of_nobody_is_unknown_and_all_are_told_the_same() {
        let good = of("tools", &NAMES, None, 2).unwrap().next.unwrap();
        let Cursor::Ours { at, digest } = good else {
            panic!("{good:?}");
        };
        let sent = || Some(Cursor::Ours { at, digest }.write());
        assert!(of("tools", &NAMES, sent(), 2).is_ok());
        let unknown = unknown_cursor();
        assert_eq!(of("prompts", &NAMES, sent(), 2).unwrap_err(), unknown);
        assert_eq!(of("tools", &NAMES[..4], sent(), 2).unwrap_err(), unknown);
        assert_eq!(of("tools", &["ab"], sent(), 2).unwrap_err(), unknown);
        for (at, digest) in [(1, digest), (0, digest), (6, digest), (at, digest ^ 1)] {
            let sent = Some(Cursor::Ours { at, digest }.write());
            assert_eq!(of("tools", &NAMES, sent, 2).unwrap_err(), unknown);
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
                of("tools", &NAMES, sent, 2).unwrap_err(),
                unknown,
                "{forged}"
            );
        }
    }

    #[test]
    fn a_cursor_of_a_handler_comes_back_as_it_was() {
        for theirs in ["", "1", "~", "~1", "fusion-1", "fusion-0000000000000001-2"] {
            let written = Cursor::Theirs(theirs.to_owned()).write();
            let read = Cursor::read(Some(written)).unwrap();
            assert_eq!(read, Cursor::Theirs(theirs.to_owned()));
        }
        // A handler's own is not even changed on the way, unless it looks like ours.
        assert_eq!(Cursor::Theirs("1".to_owned()).write(), "1");
        let part = of("tools", &NAMES, Some("1".to_owned()), 2).unwrap();
        assert_eq!((part.from, part.to, part.paged), (5, 5, true));
    }
}
