//! The letters in which two names differ, for a name that was probably meant.

use super::MAX_NAME;

/// Returns the known name nearest to `name`, if it is close enough to be a typing error.
pub(crate) fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // A name that long is no typing error, and the distance costs quadratic time.
    if name.chars().nth(MAX_NAME).is_some() {
        return None;
    }
    let letters = name.chars().count();
    let limit = max_differences(letters);
    let set = letter_set(name);
    // Each letter that only one of two names has is a difference.
    let is_far = |candidate: &str| {
        let other = letter_set(candidate);
        (set & !other).count_ones().max((other & !set).count_ones()) as usize > limit
    };
    known
        .into_iter()
        // Each extra letter counts as one difference, so that most names need no distance.
        .filter(|candidate| candidate.chars().count().abs_diff(letters) <= limit)
        .filter(|candidate| !is_far(candidate))
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= limit && *distance < candidate.chars().count())
        // `min_by_key` returns the first of equal candidates, so source order decides.
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the number of letters up to which a name of so many letters differs by a typing error.
pub(crate) const fn max_differences(letters: usize) -> usize {
    match letters {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    }
}

/// Counts the letters that differ; letters of either case are equal.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    if a.len() <= MAX_NAME && b.len() <= MAX_NAME {
        return ShortName::new(a).distance(&ShortName::new(b));
    }
    let a: Vec<char> = lower(a).collect();
    let b: Vec<char> = lower(b).collect();
    differences(&a, &b, &mut vec![0; 3 * (b.len() + 1)])
}

/// Returns a set of the letters of a name, in which some letters share a place.
fn letter_set(name: &str) -> u64 {
    let place = |letter: char| 1 << (u32::from(letter) % u64::BITS);
    if name.is_ascii() {
        let bytes = name
            .bytes()
            .map(|byte| place(byte.to_ascii_lowercase().into()));
        return bytes.fold(0, |set, letter: u64| set | letter);
    }
    lower(name).fold(0, |set, letter| set | place(letter))
}

fn lower(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

/// The letters of a name of at most [`MAX_NAME`] bytes, in lower case.
pub(crate) struct ShortName {
    letters: [char; MAX_NAME],
    count: usize,
}

impl ShortName {
    /// Returns the letters of a name. Letters beyond the maximum are dropped.
    fn new(name: &str) -> Self {
        if name.is_ascii() {
            return Self::ascii(name.as_bytes());
        }
        let (mut letters, mut count) = (['\0'; MAX_NAME], 0);
        for (place, letter) in letters.iter_mut().zip(lower(name)) {
            *place = letter;
            count += 1;
        }
        Self { letters, count }
    }

    /// Returns the letters of an ASCII name. Letters beyond the maximum are dropped.
    pub(crate) const fn ascii(name: &[u8]) -> Self {
        let (mut letters, mut count) = (['\0'; MAX_NAME], 0);
        while count < MAX_NAME && count < name.len() {
            letters[count] = name[count].to_ascii_lowercase() as char;
            count += 1;
        }
        Self { letters, count }
    }

    /// Counts the letters that differ.
    pub(crate) const fn distance(&self, other: &Self) -> usize {
        let (a, _) = self.letters.split_at(self.count);
        let (b, _) = other.letters.split_at(other.count);
        differences(a, b, &mut [0; 3 * (MAX_NAME + 1)])
    }
}

/// Counts the letters that differ; a swap of neighbours counts once (optimal string alignment). `rows` has room for
/// three rows of one number more than `b` has letters.
const fn differences(a: &[char], b: &[char], rows: &mut [usize]) -> usize {
    let (a, b) = without_common_ends(a, b);
    let width = b.len() + 1;
    let mut j = 0;
    while j < width {
        rows[j] = j;
        j += 1;
    }
    let mut i = 1;
    while i <= a.len() {
        // The rows take turns: this one, the one above, and the one above that.
        let row = i % 3 * width;
        let above = (i + 2) % 3 * width;
        let before = (i + 1) % 3 * width;
        let letter = a[i - 1];
        let (mut left, mut diagonal) = (i, i - 1);
        rows[row] = left;
        let mut j = 1;
        while j < width {
            let up = rows[above + j];
            let change = (letter != b[j - 1]) as usize;
            left = min(diagonal + change, min(up, left) + 1);
            if change == 1 && i > 1 && j > 1 && letter == b[j - 2] && a[i - 2] == b[j - 1] {
                left = min(left, rows[before + j - 2] + 1);
            }
            rows[row + j] = left;
            diagonal = up;
            j += 1;
        }
        i += 1;
    }
    rows[a.len() % 3 * width + b.len()]
}

/// Removes the letters with which both names begin, then those with which both end.
const fn without_common_ends<'n>(mut a: &'n [char], mut b: &'n [char]) -> (&'n [char], &'n [char]) {
    while let ([first, rest_of_a @ ..], [other, rest_of_b @ ..]) = (a, b)
        && *first == *other
    {
        (a, b) = (rest_of_a, rest_of_b);
    }
    while let ([rest_of_a @ .., last], [rest_of_b @ .., other]) = (a, b)
        && *last == *other
    {
        (a, b) = (rest_of_a, rest_of_b);
    }
    (a, b)
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_finds_its_neighbour_and_a_stranger_does_not() {
        let known = ["create", "delete", "list", "id"];
        for (name, expected) in [
            ("crate", Some("create")),
            ("lsit", Some("list")),
            ("LIST", Some("list")),
            ("di", Some("id")),
            ("x", None),
            ("", None),
            ("something_else", None),
        ] {
            assert_eq!(nearest(name, known), expected, "{name}");
        }
    }

    #[test]
    fn differences_are_counted_in_letters_of_either_case_and_of_any_length() {
        let long = "x".repeat(100);
        for (a, b, count) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("ab", "BA", 1),
            ("ÄÖ", "öä", 1),
            ("İ", "i\u{307}", 0),
            ("aab", "aba", 1),
            ("abcdef", "abdcef", 1),
            ("aaa", "a", 2),
            ("banana", "banna", 1),
            ("xaby", "xbay", 1),
            (&*long, &long[1..], 1),
            (&*long, "", 100),
        ] {
            assert_eq!(distance(a, b), count, "{a} {b}");
            assert_eq!(distance(b, a), count, "{b} {a}");
        }
    }

    /// The definition of the distance, with a row for each letter.
    fn by_definition(a: &[char], b: &[char]) -> usize {
        let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                if i == 0 || j == 0 {
                    rows[i][j] = i + j;
                    continue;
                }
                let change = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (rows[i - 1][j - 1] + change)
                    .min(rows[i - 1][j] + 1)
                    .min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                rows[i][j] = best;
            }
        }
        rows[a.len()][b.len()]
    }

    #[test]
    fn common_ends_and_letters_change_no_distance() {
        let mut names = vec![String::new()];
        let mut start = 0;
        for _ in 0..5 {
            let end = names.len();
            for index in start..end {
                let longer = ["a", "b", "c"].map(|letter| names[index].clone() + letter);
                names.extend(longer);
            }
            start = end;
        }
        let letters = |name: &String| name.chars().collect::<Vec<_>>();
        for a in &names {
            for b in &names {
                let expected = by_definition(&letters(a), &letters(b));
                assert_eq!(distance(a, b), expected, "{a} {b}");
                let only = (letter_set(a) & !letter_set(b)).count_ones();
                assert!(only as usize <= expected, "{a} {b}");
            }
        }
    }
}
