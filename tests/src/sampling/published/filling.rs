//! Hosts that fill arguments in: they send every property of a tool's schema with each call, and mean
//! only some of them.

use proptest::{collection::vec, prelude::*};
use serde_json::{Map, Value, json};

use super::{Action, Answer, Published, accepted, anything};

/// A host, by the values that it sends for fields that the model left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// `null` for every field.
    Nulls,
    /// The published default of every field that has one.
    Defaults,
    /// For fields of the action `null`, or an empty string that their schema refuses; for fields of
    /// other actions any value that says nothing.
    Strict,
    /// Like `Strict`, and for fields of other actions also values such as `0` and `false`.
    Typed,
}

impl Published {
    /// Notes, action by action, where the fields that one of these hosts fills in change what is read. This registry determines what
    /// the model means; the filled calls go to `target`, which has the same tools and may have another
    /// profile. Handlers are to answer with what they read.
    pub fn faults_of_filling(&self, hosts: &[Host], target: &Self) -> impl Iterator<Item = String> {
        let draw = |schema: &Value| {
            let picks = vec(0..1000_usize, 24);
            let drawn = (accepted(schema), picks);
            drawn.prop_map(|drawn| json!(drawn)).boxed()
        };
        self.each_fault(draw, move |action, drawn| {
            let (meant, picks) = (&drawn[0], picks(&drawn[1]));
            let plain = self.call_grouped(action, meant);
            let (Answer::Accepted(_), Some(sent)) = (&plain, meant.as_object()) else {
                return Ok(());
            };
            hosts.iter().try_for_each(|host| {
                let filled = self.filled(*host, action, sent, &picks);
                match target.call_grouped(action, &filled) {
                    read if read == plain => Ok(()),
                    read => Err(format!("{host:?}: {plain:?}; with {filled}: {read:?}")),
                }
            })
        })
    }

    /// Notes where a field of another action is ignored although its value may be meant, is refused
    /// although it is empty or a default, or is ignored where the action is listed by itself.
    pub fn faults_of_foreign_fields(&self) -> Vec<String> {
        let draw = |schema: &Value| {
            let drawn = (accepted(schema), anything(), 0..1000_usize);
            drawn.prop_map(|drawn| json!(drawn)).boxed()
        };
        self.faults(draw, |action, drawn| {
            let (meant, value, pick) = (&drawn[0], &drawn[1], picks(&json!([drawn[2]])));
            let names: Vec<_> = foreign_names(action).collect();
            let plain = self.call_grouped(action, meant);
            let (Answer::Accepted(_), Some(name)) = (&plain, chosen(&names, pick[0])) else {
                return Ok(());
            };
            let mut with = meant.clone();
            with[*name] = value.clone();
            let says_nothing = [empty(), self.defaults(action, name)].concat();
            let alone = self.call(action, &with);
            match (self.call_grouped(action, &with), &alone) {
                (read, Answer::Refused(_)) if says_nothing.contains(value) && read == plain => {
                    Ok(())
                }
                (Answer::Refused(_), Answer::Refused(_)) if !says_nothing.contains(value) => Ok(()),
                (grouped, alone) => Err(format!("{with}: {grouped:?}; alone: {alone:?}")),
            }
        })
    }

    /// The arguments as a host sends them.
    fn filled(
        &self,
        host: Host,
        action: &Action,
        meant: &Map<String, Value>,
        picks: &[usize],
    ) -> Value {
        let mut all = meant.clone();
        let own = properties(&action.schema).map(|(name, schema)| (name, Some(schema)));
        let foreign = foreign_names(action).map(|name| (name, None));
        for ((name, own), pick) in own.chain(foreign).zip(picks.iter().cycle()) {
            if meant.contains_key(name) {
                continue;
            }
            let values = match own {
                Some(schema) => own_fillers(host, action, meant, name, schema),
                None => self.foreign_fillers(host, action, name),
            };
            if let Some(value) = chosen(&values, *pick) {
                all.insert(name.to_owned(), value.clone());
            }
        }
        Value::Object(all)
    }

    fn foreign_fillers(&self, host: Host, action: &Action, name: &str) -> Vec<Value> {
        let defaults = self.defaults(action, name);
        match host {
            Host::Nulls => vec![Value::Null],
            Host::Defaults => defaults,
            Host::Strict => [empty(), defaults].concat(),
            Host::Typed => {
                let typed = vec![json!(0), json!(false), json!(0.5), json!("x"), json!([1])];
                [empty(), defaults, typed].concat()
            }
        }
    }

    /// The defaults that the other actions of the same tool publish for a field.
    fn defaults(&self, action: &Action, name: &str) -> Vec<Value> {
        let uses = self.siblings(action);
        let defaults = uses.filter_map(|other| property(other, name)?.get("default"));
        defaults.cloned().collect()
    }

    fn siblings(&self, action: &Action) -> impl Iterator<Item = &Action> {
        let all = self.actions.iter();
        all.filter(move |other| other.tool == action.tool && other.key != action.key)
    }
}

/// The values that leave out a field of the action itself.
fn own_fillers(
    host: Host,
    action: &Action,
    meant: &Map<String, Value>,
    name: &str,
    schema: &Value,
) -> Vec<Value> {
    let is_refused = |value: &Value| {
        let mut with = meant.clone();
        with.insert(name.to_owned(), value.clone());
        !action.own.is_valid(&Value::Object(with))
    };
    let mut values = match host {
        Host::Nulls => vec![Value::Null],
        Host::Defaults => return schema.get("default").cloned().into_iter().collect(),
        Host::Strict | Host::Typed => vec![Value::Null, json!("")],
    };
    // What the schema takes is a value.
    values.retain(is_refused);
    values
}

/// The values that say nothing, in any field of another action.
fn empty() -> Vec<Value> {
    vec![json!(null), json!(""), json!([]), json!({})]
}

/// The fields of the tool that the action does not have.
fn foreign_names(action: &Action) -> impl Iterator<Item = &str> {
    let names = action.fields.iter().map(String::as_str);
    names.filter(|name| property(action, name).is_none())
}

fn properties(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten();
    properties.map(|(name, schema)| (name.as_str(), schema))
}

fn property<'a>(action: &'a Action, name: &str) -> Option<&'a Value> {
    action.schema.get("properties")?.get(name)
}

fn picks(drawn: &Value) -> Vec<usize> {
    let picks = drawn.as_array().into_iter().flatten();
    picks
        .filter_map(|pick| pick.as_u64()?.try_into().ok())
        .collect()
}

fn chosen<T>(all: &[T], pick: usize) -> Option<&T> {
    all.get(pick.checked_rem(all.len())?)
}
