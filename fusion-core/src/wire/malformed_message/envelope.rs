//! The reader of the top level of a JSON object that no parser accepts: broken text, numbers out of
//! range, too many levels, too many bytes. It reads each byte once and keeps no more than one key or id.

/// The maximum length of a key or an id that is kept.
const LONGEST: usize = 256;

/// The members of a JSON-RPC message, as far as its text has them.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::wire) struct Envelope {
    pub(super) root: Root,
    pub(super) id: Id,
    pub(super) has_method: bool,
    /// The object has `result` or `error`, which only responses have.
    pub(super) has_outcome: bool,
}

/// The kind of the whole value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Root {
    Nothing,
    Object,
    Array,
    Other,
}

/// The id of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Id {
    Absent,
    /// There is an id, and it is no string or number that a client can read again.
    Unreadable,
    /// The JSON text of the id.
    Text(String),
}

/// A reader that gets the text in any number of parts.
#[derive(Debug)]
pub(in crate::wire) struct EnvelopeReader {
    found: Envelope,
    place: Place,
    /// The number of arrays and objects that are open inside of the current value.
    depth: usize,
    in_string: bool,
    escaped: bool,
    key: Key,
    /// The bytes of the current key, or of the value of `id`.
    token: Vec<u8>,
}

/// The place in the object at which the reader is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Start,
    Key,
    Colon,
    Value,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Key {
    Id,
    Method,
    Outcome,
    Other,
}

impl EnvelopeReader {
    pub(in crate::wire) fn new() -> Self {
        Self {
            found: Envelope {
                root: Root::Nothing,
                id: Id::Absent,
                has_method: false,
                has_outcome: false,
            },
            place: Place::Start,
            depth: 0,
            in_string: false,
            escaped: false,
            key: Key::Other,
            token: Vec::new(),
        }
    }

    /// Reads a part of the text.
    pub(in crate::wire) fn feed(&mut self, text: &[u8]) {
        for &byte in text {
            if self.in_string {
                self.read_in_string(byte);
            } else {
                self.read_outside(byte);
            }
        }
    }

    /// Returns the members that were read to their ends.
    pub(in crate::wire) fn finish(mut self) -> Envelope {
        // The text ends inside of the id, so that the id may have more characters.
        if self.place == Place::Value && self.key == Key::Id {
            self.found.id = Id::Unreadable;
        }
        self.found
    }

    fn read_in_string(&mut self, byte: u8) {
        self.keep(byte);
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' => self.escaped = true,
            b'"' => {
                self.in_string = false;
                if self.place == Place::Key {
                    self.key = key(&self.token);
                    self.place = Place::Colon;
                }
            }
            _ => {}
        }
    }

    fn read_outside(&mut self, byte: u8) {
        match (self.place, byte) {
            // White space, and the bytes of a byte order mark.
            (Place::Start, b' ' | b'\t' | b'\r' | b'\n' | 0xEF | 0xBB | 0xBF) => {}
            (Place::Start, b'{') => {
                self.found.root = Root::Object;
                self.place = Place::Key;
            }
            (Place::Start, _) => {
                let is_array = byte == b'[';
                self.found.root = if is_array { Root::Array } else { Root::Other };
                self.place = Place::End;
            }
            (Place::Key, b'"') => self.begin(b'"'),
            (Place::Key, b'}') => self.place = Place::End,
            (Place::Colon, b':') => {
                self.place = Place::Value;
                self.depth = 0;
                self.token.clear();
            }
            (Place::Value, _) => self.read_value(byte),
            (Place::Key | Place::Colon | Place::End, _) => {}
        }
    }

    fn read_value(&mut self, byte: u8) {
        match byte {
            b',' if self.depth == 0 => {
                self.end_value();
                self.place = Place::Key;
            }
            b'}' if self.depth == 0 => {
                self.end_value();
                self.place = Place::End;
            }
            b'{' | b'[' => {
                self.keep(byte);
                self.depth += 1;
            }
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => self.keep(byte),
        }
    }

    /// Begins a key.
    fn begin(&mut self, quote: u8) {
        self.token.clear();
        self.token.push(quote);
        self.in_string = true;
    }

    /// Keeps a byte of a key or an id, and one more than the longest of them, so that it is not read.
    fn keep(&mut self, byte: u8) {
        let is_kept = self.place == Place::Key || self.key == Key::Id;
        if is_kept && self.token.len() <= LONGEST {
            self.token.push(byte);
        }
    }

    fn end_value(&mut self) {
        match self.key {
            // Two ids are as good as none.
            Key::Id if self.found.id != Id::Absent => self.found.id = Id::Unreadable,
            Key::Id => self.found.id = id(&self.token),
            Key::Method => self.found.has_method = true,
            Key::Outcome => self.found.has_outcome = true,
            Key::Other => {}
        }
    }
}

impl Envelope {
    /// Reads a whole text.
    pub(in crate::wire) fn read(text: &[u8]) -> Self {
        let mut reader = EnvelopeReader::new();
        reader.feed(text);
        reader.finish()
    }

    /// Returns whether the message has an id, readable or not.
    pub(super) fn has_id(&self) -> bool {
        self.id != Id::Absent
    }

    /// Returns whether the message has a method and an id, as only requests have.
    pub(in crate::wire) fn is_request(&self) -> bool {
        self.has_method && self.has_id()
    }
}

fn key(token: &[u8]) -> Key {
    match token {
        br#""id""# => Key::Id,
        br#""method""# => Key::Method,
        br#""result""# | br#""error""# => Key::Outcome,
        _ if token.contains(&b'\\') => match serde_json::from_slice::<String>(token).as_deref() {
            Ok("id") => Key::Id,
            Ok("method") => Key::Method,
            Ok("result" | "error") => Key::Outcome,
            _ => Key::Other,
        },
        _ => Key::Other,
    }
}

fn id(token: &[u8]) -> Id {
    let text = match token.first() {
        _ if token.len() > LONGEST => None,
        // The text is written again, because a parser may accept more than it should send.
        Some(b'"') => serde_json::from_slice::<String>(token)
            .and_then(|text| serde_json::to_string(&text))
            .ok(),
        Some(b'-' | b'0'..=b'9') => number(token),
        _ => None,
    };
    text.map_or(Id::Unreadable, Id::Text)
}

/// Returns the text of a number that every client can read.
fn number(token: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(token).ok()?;
    serde_json::from_str::<serde::de::IgnoredAny>(text).ok()?;
    let value: f64 = text.parse().ok()?;
    value.is_finite().then(|| text.to_owned())
}
