//! The arguments of a call: as the client sent them, or, of a large call, checked on another thread before
//! the expansion reads them.

use serde_json::{Map, Value};

use super::{
    ArgumentPlans, ReadingRules,
    reader::{Args, ReaderNotes, Slot},
    sent_arguments::SentArguments,
};

/// The size of arguments, in bytes, from which they are checked on another thread. Checking less takes
/// no longer than starting one.
const LARGE: usize = 32 * 1_024;

/// The size of a value without its text, in bytes.
const VALUE: usize = 8;

/// The arguments of a call, checked or not.
#[derive(Debug)]
pub(crate) enum CallArguments<'a> {
    /// The arguments as the client sent them.
    Sent(&'a mut SentArguments),
    /// The arguments in their slots.
    Checked(Box<CheckedArguments>),
}

/// Arguments in their slots, with the notes of the reader.
#[derive(Debug)]
pub(crate) struct CheckedArguments {
    /// A copy of the arguments as the client sent them, if anything else reads them.
    sent: Map<String, Value>,
    pub(super) slots: Vec<Slot>,
    pub(super) notes: Option<Box<ReaderNotes>>,
}

/// The rules for the arguments of a call, owned by the thread that checks them.
#[derive(Debug)]
pub(crate) struct OwnedRules {
    terms: ArgumentPlans,
    discriminator: Option<&'static str>,
    noise: Vec<String>,
    repair: bool,
}

impl CallArguments<'_> {
    /// Returns the arguments as the client sent them.
    pub(crate) fn sent(&mut self) -> &mut Map<String, Value> {
        match self {
            Self::Sent(sent) => sent.map(),
            Self::Checked(checked) => &mut checked.sent,
        }
    }

    /// Checks the arguments now, so that the expansion does not.
    #[cfg(feature = "ask")]
    pub(crate) fn read(self, rules: ReadingRules<'_>) -> Self {
        match self {
            Self::Sent(sent) => {
                let checked = OwnedRules::from(rules).check(sent.take_map(), true);
                Self::Checked(Box::new(checked))
            }
            checked @ Self::Checked(_) => checked,
        }
    }

    /// Returns the value of a checked argument.
    #[cfg(feature = "ask")]
    pub(crate) fn value(&self, slot: usize) -> Option<&Value> {
        match self {
            Self::Checked(checked) => match checked.slots.get(slot)? {
                Slot::Right(value) => Some(value),
                Slot::Nothing | Slot::Wrong => None,
            },
            Self::Sent(_) => None,
        }
    }

    /// Returns the arguments as the client sent them.
    pub(crate) fn into_sent(self) -> Map<String, Value> {
        match self {
            Self::Sent(sent) => sent.take_map(),
            Self::Checked(checked) => checked.sent,
        }
    }
}

impl From<ReadingRules<'_>> for OwnedRules {
    fn from(rules: ReadingRules<'_>) -> Self {
        Self {
            terms: rules.terms.clone(),
            discriminator: rules.discriminator,
            noise: rules.noise.to_vec(),
            repair: rules.repair,
        }
    }
}

impl OwnedRules {
    /// Checks arguments. `keeps_sent` keeps a copy of them.
    pub(crate) fn check(
        &self,
        arguments: Map<String, Value>,
        keeps_sent: bool,
    ) -> CheckedArguments {
        let sent = if keeps_sent {
            arguments.clone()
        } else {
            Map::new()
        };
        let rules = ReadingRules {
            terms: &self.terms,
            discriminator: self.discriminator,
            noise: &self.noise,
            repair: self.repair,
        };
        let mut arguments = arguments.into();
        let arguments = CallArguments::Sent(&mut arguments);
        let (slots, notes) = Args::new(arguments, &rules).into_slots();
        CheckedArguments { sent, slots, notes }
    }
}

impl ArgumentPlans {
    /// Returns `true` if the validator checks arguments that are large.
    #[inline]
    pub(crate) fn are_costly(&self, arguments: &mut CallArguments<'_>) -> bool {
        self.has_validator && {
            let mut room = LARGE;
            let mut values = arguments.sent().values();
            !values.all(|value| is_small(value, &mut room))
        }
    }
}

/// Takes the size of a value from `room`; returns `false` if there is not enough.
fn is_small(value: &Value, room: &mut usize) -> bool {
    let text = value.as_str().map_or(0, str::len);
    let Some(left) = room.checked_sub(VALUE + text) else {
        return false;
    };
    *room = left;
    match value {
        Value::Array(values) => values.iter().all(|value| is_small(value, room)),
        Value::Object(map) => map.values().all(|value| is_small(value, room)),
        _ => true,
    }
}
