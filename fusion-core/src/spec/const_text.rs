//! A text that const functions write, for the messages of compile errors.

/// The maximum length of a text in bytes; more is left out.
const CAPACITY: usize = 1_024;

/// A text of limited length.
#[derive(Clone, Copy)]
pub(super) struct ConstText {
    bytes: [u8; CAPACITY],
    /// Invariant: the first `length` bytes are UTF-8.
    length: usize,
}

impl ConstText {
    pub(super) const EMPTY: Self = Self {
        bytes: [0; CAPACITY],
        length: 0,
    };

    /// Appends `text`, if it fits.
    pub(super) const fn push(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if self.length + text.len() > CAPACITY {
            return self;
        }
        let mut i = 0;
        while i < text.len() {
            self.bytes[self.length + i] = text[i];
            i += 1;
        }
        self.length += text.len();
        self
    }

    /// Appends `name` in backticks.
    pub(super) const fn push_name(self, name: &str) -> Self {
        self.push("`").push(name).push("`")
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub(super) const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.length);
        match std::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_does_not_fit_is_left_out() {
        const TEXT: ConstText = ConstText::EMPTY.push("no ").push_name("é");
        assert_eq!(TEXT.as_str(), "no `é`");
        assert!(!TEXT.is_empty() && ConstText::EMPTY.is_empty());
        let long = "x".repeat(CAPACITY - 6);
        assert_eq!(TEXT.push(&long).push("y").as_str(), "no `é`y");
    }
}
