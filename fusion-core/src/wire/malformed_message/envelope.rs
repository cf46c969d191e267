//! The reader of the top level of a JSON object that no parser accepts: broken text, numbers out of
//! range, too many levels, too many bytes. It reads each byte once and keeps no more than one key or id.

/// The maximum length of a key or an id that is kept.
const LONGEST: usize = 256;

/// The members of a JSON-RPC message, as far as its text has them.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::wire) struct Envelope {
    pub(super) root: Root,
    pub(super) id: MessageId,
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
pub(super) enum MessageId {
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
    place: Position,
    /// The number of arrays and objects that are open inside of the current value.
    depth: usize,
    in_string: bool,
    escaped: bool,
    key: TopLevelKey,
    /// The bytes of the current key, or of the value of `id`.
    token: Vec<u8>,
}

/// The place in the object at which the reader is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Position {
    Start,
    Key,
    Colon,
    Value,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum TopLevelKey {
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
                id: MessageId::Absent,
                has_method: false,
                has_outcome: false,
            },
            place: Position::Start,
            depth: 0,
            in_string: false,
            escaped: false,
            key: TopLevelKey::Other,
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

    /// Returns the members. `method` and `id` count only if they were read to their ends.
    pub(in crate::wire) fn finish(mut self) -> Envelope {
        // The text ends inside of the id, so that the id may have more characters.
        if self.place == Position::Value && self.key == TopLevelKey::Id {
            self.found.id = MessageId::Unreadable;
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
                if self.place == Position::Key {
                    self.key = key(&self.token);
                    self.place = Position::Colon;
                }
            }
            _ => {}
        }
    }

    fn read_outside(&mut self, byte: u8) {
        match (self.place, byte) {
            // White space, and the bytes of a byte order mark.
            (Position::Start, b' ' | b'\t' | b'\r' | b'\n' | 0xEF | 0xBB | 0xBF) => {}
            (Position::Start, b'{') => {
                self.found.root = Root::Object;
                self.place = Position::Key;
            }
            (Position::Start, _) => {
                let is_array = byte == b'[';
                self.found.root = if is_array { Root::Array } else { Root::Other };
                self.place = Position::End;
            }
            (Position::Key, b'"') => self.begin(b'"'),
            (Position::Key, b'}') => self.place = Position::End,
            (Position::Colon, b':') => {
                self.place = Position::Value;
                self.found.has_outcome |= self.key == TopLevelKey::Outcome;
                self.depth = 0;
                self.token.clear();
            }
            (Position::Value, _) => self.read_value(byte),
            (Position::Key | Position::Colon | Position::End, _) => {}
        }
    }

    fn read_value(&mut self, byte: u8) {
        match byte {
            b',' if self.depth == 0 => {
                self.end_value();
                self.place = Position::Key;
            }
            b'}' if self.depth == 0 => {
                self.end_value();
                self.place = Position::End;
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
        let is_kept = self.place == Position::Key || self.key == TopLevelKey::Id;
        if is_kept && self.token.len() <= LONGEST {
            self.token.push(byte);
        }
    }

    fn end_value(&mut self) {
        match self.key {
            // Two ids are as good as none.
            TopLevelKey::Id if self.found.id != MessageId::Absent => {
                self.found.id = MessageId::Unreadable;
            }
            TopLevelKey::Id => self.found.id = id(&self.token),
            TopLevelKey::Method => self.found.has_method = true,
            TopLevelKey::Outcome | TopLevelKey::Other => {}
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
        self.id != MessageId::Absent
    }

    /// Returns whether the message has a method and an id, as only requests have.
    pub(in crate::wire) fn is_request(&self) -> bool {
        self.has_method && self.has_id()
    }
}

fn key(token: &[u8]) -> TopLevelKey {
    match token {
        br#""id""# => TopLevelKey::Id,
        br#""method""# => TopLevelKey::Method,
        br#""result""# | br#""error""# => TopLevelKey::Outcome,
        _ if token.contains(&b'\\') => match serde_json::from_slice::<String>(token).as_deref() {
            Ok("id") => TopLevelKey::Id,
            Ok("method") => TopLevelKey::Method,
            Ok("result" | "error") => TopLevelKey::Outcome,
            _ => TopLevelKey::Other,
        },
        _ => TopLevelKey::Other,
    }
}

fn id(token: &[u8]) -> MessageId {
    let text = match token.first() {
        _ if token.len() > LONGEST => None,
        // The text is written again, because a parser may accept more than it should send.
        Some(b'"') => serde_json::from_slice::<String>(token)
            .and_then(|text| serde_json::to_string(&text))
            .ok(),
        Some(b'-' | b'0'..=b'9') => number(token),
        _ => None,
    };
    text.map_or(MessageId::Unreadable, MessageId::Text)
}

/// Returns the text of a number that every client can read.
fn number(token: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(token).ok()?;
    serde_json::from_str::<serde::de::IgnoredAny>(text).ok()?;
    let value: f64 = text.parse().ok()?;
    value.is_finite().then(|| text.to_owned())
}
