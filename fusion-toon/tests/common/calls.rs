//! All calls that a `Serialize` can make on a serializer, as data.

use std::fmt;

use proptest::{collection::vec, prelude::*, sample::select};
use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::strategy;

#[derive(Clone, Debug)]
pub enum Call {
    Bool(bool),
    Small(i8, u8),
    Medium(i16, u16),
    Large(i32, u32),
    Signed(i64),
    Unsigned(u64),
    Huge(i128),
    Float(f64),
    Single(f32),
    Char(char),
    Text(String),
    DisplayedText(String),
    Bytes(Vec<u8>),
    None,
    Some(Box<Call>),
    Unit,
    UnitStruct,
    UnitVariant(Name),
    Newtype(Box<Call>),
    NewtypeVariant(Name, Box<Call>),
    Seq(Vec<Call>, LenHint),
    Tuple(Vec<Call>, LenHint),
    TupleStruct(Vec<Call>),
    TupleVariant(Name, Vec<Call>),
    Map(Vec<(Call, Call)>, bool),
    Struct(Vec<(Name, Call)>),
    /// A struct that ignores the errors of its fields.
    Careless(Vec<(Name, Call)>),
    StructVariant(Name, Vec<(Name, Call)>),
}

type Name = &'static str;

/// The length hint that a value gives.
#[derive(Clone, Copy, Debug)]
pub enum LenHint {
    Nothing,
    True,
    Less,
    More,
}

impl LenHint {
    fn apply(self, len: usize) -> Option<usize> {
        match self {
            Self::Nothing => None,
            Self::True => Some(len),
            Self::Less => Some(len.saturating_sub(1)),
            Self::More => Some(len + 1),
        }
    }
}

struct Bytes<'a>(&'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

struct DisplayedText<'a>(&'a str);

impl fmt::Display for DisplayedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| write!(f, "{c}"))
    }
}

impl Serialize for Call {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(value) => to.serialize_bool(*value),
            Self::Small(a, 0..9) => to.serialize_i8(*a),
            Self::Small(_, b) => to.serialize_u8(*b),
            Self::Medium(a, 0..99) => to.serialize_i16(*a),
            Self::Medium(_, b) => to.serialize_u16(*b),
            Self::Large(a, 0..9999) => to.serialize_i32(*a),
            Self::Large(_, b) => to.serialize_u32(*b),
            Self::Signed(value) => to.serialize_i64(*value),
            Self::Unsigned(value) => to.serialize_u64(*value),
            Self::Huge(value) if *value < 0 => to.serialize_i128(*value),
            Self::Huge(value) => to.serialize_u128(value.unsigned_abs()),
            Self::Float(value) => to.serialize_f64(*value),
            Self::Single(value) => to.serialize_f32(*value),
            Self::Char(value) => to.serialize_char(*value),
            Self::Text(text) => to.serialize_str(text),
            Self::DisplayedText(text) => to.collect_str(&DisplayedText(text)),
            Self::Bytes(bytes) => Bytes(bytes).serialize(to),
            Self::None => to.serialize_none(),
            Self::Some(value) => to.serialize_some(value),
            Self::Unit => to.serialize_unit(),
            Self::UnitStruct => to.serialize_unit_struct("Unit"),
            Self::UnitVariant(name) => to.serialize_unit_variant("Enum", 0, name),
            Self::Newtype(value) => to.serialize_newtype_struct("Newtype", value),
            Self::NewtypeVariant(name, value) => {
                to.serialize_newtype_variant("Enum", 1, name, value)
            }
            _ => self.serialize_compound(to),
        }
    }
}

impl Call {
    fn serialize_compound<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Seq(members, hint) => {
                let mut seq = to.serialize_seq(hint.apply(members.len()))?;
                for member in members {
                    seq.serialize_element(member)?;
                }
                seq.end()
            }
            Self::Tuple(members, hint) => {
                let len = hint.apply(members.len()).unwrap_or(0);
                let mut tuple = to.serialize_tuple(len)?;
                for member in members {
                    tuple.serialize_element(member)?;
                }
                tuple.end()
            }
            Self::TupleStruct(members) => {
                let mut tuple = to.serialize_tuple_struct("Tuple", members.len())?;
                for member in members {
                    tuple.serialize_field(member)?;
                }
                tuple.end()
            }
            Self::TupleVariant(name, members) => {
                let mut tuple = to.serialize_tuple_variant("Enum", 2, name, members.len())?;
                for member in members {
                    tuple.serialize_field(member)?;
                }
                tuple.end()
            }
            _ => self.serialize_object(to),
        }
    }

    fn serialize_object<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Map(entries, split) => {
                let mut map = to.serialize_map(None)?;
                for (key, value) in entries {
                    if *split {
                        map.serialize_key(key)?;
                        map.serialize_value(value)?;
                    } else {
                        map.serialize_entry(key, value)?;
                    }
                }
                map.end()
            }
            Self::StructVariant(name, fields) => {
                let mut variant = to.serialize_struct_variant("Enum", 3, name, fields.len())?;
                for (name, value) in fields {
                    variant.serialize_field(name, value)?;
                }
                variant.end()
            }
            Self::Struct(fields) => {
                let mut object = to.serialize_struct("Struct", fields.len())?;
                for (name, value) in fields {
                    object.serialize_field(name, value)?;
                }
                object.end()
            }
            Self::Careless(fields) => {
                let mut object = to.serialize_struct("Struct", fields.len())?;
                for (name, value) in fields {
                    let _ = object.serialize_field(name, value);
                }
                object.end()
            }
            _ => unreachable!("the others have no members"),
        }
    }
}

fn name() -> impl Strategy<Value = Name> {
    select(vec!["a", "b", "c", "d", "two words", "1", "x.y", "", "é"])
}

fn len_hint() -> impl Strategy<Value = LenHint> {
    select(vec![
        LenHint::Nothing,
        LenHint::True,
        LenHint::True,
        LenHint::Less,
        LenHint::More,
    ])
}

fn leaf() -> impl Strategy<Value = Call> {
    let integers = prop_oneof![
        (any::<i8>(), any::<u8>()).prop_map(|(a, b)| Call::Small(a, b)),
        (any::<i16>(), any::<u16>()).prop_map(|(a, b)| Call::Medium(a, b)),
        (any::<i32>(), any::<u32>()).prop_map(|(a, b)| Call::Large(a, b)),
        any::<i64>().prop_map(Call::Signed),
        any::<u64>().prop_map(Call::Unsigned),
        // The integers that a `Value` can hold under default features.
        (i128::from(i64::MIN)..=i128::from(u64::MAX)).prop_map(Call::Huge),
    ];
    prop_oneof![
        2 => integers,
        1 => any::<bool>().prop_map(Call::Bool),
        1 => any::<f64>().prop_map(Call::Float),
        1 => any::<f32>().prop_map(Call::Single),
        1 => select(vec![f64::NAN, f64::INFINITY, -0.0, 1e21, 1e-7]).prop_map(Call::Float),
        1 => any::<char>().prop_map(Call::Char),
        2 => strategy::text().prop_map(Call::Text),
        1 => strategy::text().prop_map(Call::DisplayedText),
        1 => name().prop_map(Call::UnitVariant),
        1 => select(vec![Call::None, Call::Unit, Call::UnitStruct]),
    ]
}

fn key() -> impl Strategy<Value = Call> {
    prop_oneof![
        4 => strategy::key().prop_map(Call::Text),
        1 => strategy::key().prop_map(Call::DisplayedText),
        1 => name().prop_map(Call::UnitVariant),
        1 => (-9..9_i64).prop_map(Call::Signed),
        1 => any::<u64>().prop_map(Call::Unsigned),
        1 => any::<bool>().prop_map(Call::Bool),
        1 => any::<char>().prop_map(Call::Char),
        1 => (-1e9..1e9_f64).prop_map(Call::Float),
        1 => strategy::key().prop_map(|key| Call::Newtype(Box::new(Call::Text(key)))),
    ]
}

/// Another call of the same kind, for rows of a table.
fn similar(model: &Call) -> BoxedStrategy<Call> {
    let fields = |fields: &[(Name, Call)]| {
        let field = |(name, value): &(Name, Call)| (Just(*name), similar(value));
        let fields: Vec<_> = fields.iter().map(field).collect();
        prop_oneof![3 => fields.clone(), 1 => fields.prop_shuffle()]
    };
    match model {
        Call::Struct(inner) => prop_oneof![
            9 => fields(inner).prop_map(Call::Struct),
            1 => fields(inner).prop_map(Call::Careless),
        ]
        .boxed(),
        Call::StructVariant(name, inner) => {
            let name = *name;
            let inner = fields(inner);
            inner
                .prop_map(move |inner| Call::StructVariant(name, inner))
                .boxed()
        }
        Call::NewtypeVariant(name, value) => {
            let name = *name;
            let value = similar(value);
            value
                .prop_map(move |value| Call::NewtypeVariant(name, Box::new(value)))
                .boxed()
        }
        Call::Some(value) => similar(value)
            .prop_map(|value| Call::Some(Box::new(value)))
            .boxed(),
        Call::Bytes(_)
        | Call::Seq(..)
        | Call::Map(..)
        | Call::Tuple(..)
        | Call::TupleStruct(_)
        | Call::TupleVariant(..)
        | Call::Newtype(_) => Just(model.clone()).boxed(),
        _ => leaf().boxed(),
    }
}

/// Any sequence of calls that `serde_json` accepts; some have a key twice.
pub fn calls() -> impl Strategy<Value = Call> {
    recursive_calls(leaf().boxed(), |_| key().boxed())
}

/// Any sequence of calls, including invalid keys, and integers that a `Value` cannot hold.
pub fn wild_calls() -> impl Strategy<Value = Call> {
    let leaf = prop_oneof![9 => leaf(), 1 => any::<i128>().prop_map(Call::Huge)];
    let not_finite = select(vec![f64::NAN, f64::INFINITY]).prop_map(Call::Float);
    recursive_calls(leaf.boxed(), move |inner| {
        prop_oneof![15 => key(), 1 => inner, 1 => not_finite.clone()].boxed()
    })
}

fn recursive_calls(
    leaf: BoxedStrategy<Call>,
    key: impl Fn(BoxedStrategy<Call>) -> BoxedStrategy<Call>,
) -> impl Strategy<Value = Call> {
    leaf.clone().prop_recursive(5, 40, 5, move |inner| {
        let key = key(inner.clone().boxed());
        let boxed = inner.clone().prop_map(Box::new).boxed();
        let members = vec(inner.clone(), 0..5).boxed();
        let fields = vec((name(), inner.clone()), 0..4)
            .prop_map(distinct)
            .boxed();
        let row = prop_oneof![
            fields.clone().prop_map(Call::Struct),
            vec((name(), leaf.clone()), 1..4).prop_map(|fields| Call::Struct(distinct(fields))),
            (name(), fields.clone()).prop_map(|(name, fields)| Call::StructVariant(name, fields)),
        ];
        let rows = row.prop_flat_map(|row| vec(similar(&row), 1..5)).boxed();
        let entries = vec((key, inner.clone()), 0..4);
        prop_oneof![
            1 => boxed.clone().prop_map(Call::Some),
            1 => boxed.clone().prop_map(Call::Newtype),
            1 => (name(), boxed).prop_map(|(name, value)| Call::NewtypeVariant(name, value)),
            1 => vec(any::<u8>(), 0..4).prop_map(Call::Bytes),
            1 => (members.clone(), len_hint()).prop_map(|(all, hint)| Call::Seq(all, hint)),
            1 => (members.clone(), len_hint()).prop_map(|(all, hint)| Call::Tuple(all, hint)),
            1 => members.clone().prop_map(Call::TupleStruct),
            1 => (name(), members).prop_map(|(name, all)| Call::TupleVariant(name, all)),
            1 => (entries, any::<bool>()).prop_map(|(all, split)| Call::Map(all, split)),
            2 => fields.clone().prop_map(Call::Struct),
            1 => fields.clone().prop_map(Call::Careless),
            1 => (name(), fields).prop_map(|(name, all)| Call::StructVariant(name, all)),
            3 => (rows.clone(), len_hint()).prop_map(|(all, hint)| Call::Seq(all, hint)),
            2 => (rows, any::<bool>()).prop_map(|(rows, split)| {
                let named = |(at, row)| (Call::Unsigned(at), row);
                Call::Map((0..).zip(rows).map(named).collect(), split)
            }),
        ]
    })
}

fn distinct(fields: Vec<(Name, Call)>) -> Vec<(Name, Call)> {
    let mut kept: Vec<(Name, Call)> = Vec::new();
    for (name, value) in fields {
        if kept.iter().all(|(known, _)| *known != name) {
            kept.push((name, value));
        }
    }
    kept
}
