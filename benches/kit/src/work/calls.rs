//! The calls: one of each action, and three that are wrong.

use serde_json::{Map, Value, json};

/// The arguments of a call.
pub type JsonMap = Map<String, Value>;

/// One kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// No argument.
    Ping,
    /// Four scalars.
    Scalars,
    /// A nested struct and a list.
    Nested,
    /// An enum and optionals.
    Choices,
    /// Twenty arguments.
    Twenty,
    /// Twenty arguments, one of which is wrong.
    OneProblem,
    /// Twenty arguments, eight of which are wrong.
    EightProblems,
    /// An action that does not exist.
    Unknown,
}

impl Case {
    /// All cases, in the order of the tables.
    pub const ALL: [Self; 8] = [
        Self::Ping,
        Self::Scalars,
        Self::Nested,
        Self::Choices,
        Self::Twenty,
        Self::OneProblem,
        Self::EightProblems,
        Self::Unknown,
    ];

    /// Returns the row name of the case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ping => "no argument",
            Self::Scalars => "4 scalars",
            Self::Nested => "nested struct and list",
            Self::Choices => "enum and optionals",
            Self::Twenty => "20 arguments",
            Self::OneProblem => "20 arguments, 1 problem",
            Self::EightProblems => "20 arguments, 8 problems",
            Self::Unknown => "unknown action",
        }
    }

    /// Returns the action that is called.
    pub fn action(self) -> &'static str {
        match self {
            Self::Ping => "ping",
            Self::Scalars => "scalars",
            Self::Nested => "nested",
            Self::Choices => "choices",
            Self::Twenty | Self::OneProblem | Self::EightProblems => "twenty",
            Self::Unknown => "scalers",
        }
    }

    /// Returns the arguments, without the name of the action.
    pub fn arguments(self) -> JsonMap {
        let arguments = match self {
            Self::Ping => json!({}),
            Self::Scalars | Self::Unknown => {
                json!({"name": "ada", "age": 36, "days": 7, "active": true})
            }
            Self::Nested => json!({
                "filter": {"owner": "ada", "tags": ["a", "b"], "age": {"from": 1, "to": 9}},
                "ranges": [{"from": 1, "to": 2}, {"from": 3, "to": 4}, {"from": 5, "to": 6}],
            }),
            Self::Choices => json!({"state": "open", "label": "bug", "limit": 20}),
            Self::Twenty => return twenty(0),
            Self::OneProblem => return twenty(1),
            Self::EightProblems => return twenty(8),
        };
        match arguments {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    /// Returns the arguments, including the name of the action.
    pub fn grouped_arguments(self) -> JsonMap {
        let mut arguments = self.arguments();
        arguments.insert("action".to_owned(), self.action().into());
        arguments
    }

    /// Returns the text of the handler's answer, or `None` if the call is wrong.
    pub fn answer(self) -> Option<&'static str> {
        match self {
            Self::Ping => Some("pong"),
            Self::Scalars | Self::Nested => Some("ada"),
            Self::Choices => Some("bug"),
            Self::Twenty => Some("done"),
            Self::OneProblem | Self::EightProblems | Self::Unknown => None,
        }
    }
}

/// Returns twenty arguments, the first `wrong` of which are lists instead of numbers.
fn twenty(wrong: usize) -> JsonMap {
    (0..20)
        .map(|index| {
            let value = if index < wrong {
                json!([])
            } else {
                json!(index)
            };
            (format!("a{index:02}"), value)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floor;

    #[test]
    fn by_hand_every_case_ends_as_it_should() {
        let ends = Case::ALL.map(|case| floor::call(case.grouped_arguments()).ok());
        assert_eq!(ends, Case::ALL.map(|case| case.answer().map(str::to_owned)));
    }

    #[test]
    fn as_many_arguments_are_wrong_as_the_name_says() {
        let wrong = [Case::Twenty, Case::OneProblem, Case::EightProblems].map(|case| {
            case.arguments()
                .values()
                .filter(|value| value.is_array())
                .count()
        });
        assert_eq!(wrong, [0, 1, 8]);
    }
}
