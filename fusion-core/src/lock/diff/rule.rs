//! The rules of the comparison: each change is found by one of them, and each of them has one class.

use std::{fmt, str::FromStr};

use serde::Serialize;

/// The class of a change: its effect on the clients that relied on the surface before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ChangeClass {
    /// Calls that were accepted may be refused, or results may be what their readers do not expect.
    Breaking,
    /// Calls are accepted as before, and their effects or results may differ.
    Risk,
    /// Whatever was accepted is accepted.
    Safe,
    /// A text that a model or a person reads changed.
    Prose,
    /// The number of tokens changed.
    Cost,
}

impl ChangeClass {
    /// All classes, the worst first.
    pub const ALL: [Self; 5] = [
        Self::Breaking,
        Self::Risk,
        Self::Safe,
        Self::Prose,
        Self::Cost,
    ];

    /// Returns the word of the class: `breaking`, `risk`, `safe`, `prose` or `cost`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Risk => "risk",
            Self::Safe => "safe",
            Self::Prose => "prose",
            Self::Cost => "cost",
        }
    }
}

impl fmt::Display for ChangeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ChangeClass {
    type Err = String;

    /// Returns the class of a word. The error lists the words.
    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let mut classes = Self::ALL.into_iter();
        let found = classes.find(|class| class.name() == word);
        found.ok_or_else(|| {
            let words = Self::ALL.map(Self::name).join(", ");
            format!("unknown class `{word}`: write one of {words}")
        })
    }
}

/// The rule that found a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChangeRule {
    /// A tool is gone, with all of its actions.
    ToolGone,
    /// A tool has another name and most of its keys. Tools have no aliases.
    ToolRenamed,
    /// The argument that selects the action has another name.
    DiscriminatorRenamed,
    /// An action, a prompt or a resource is gone, and no alias has its key.
    ItemGone,
    /// An action, a prompt or a resource has another key without an alias, and is equal otherwise.
    ItemRenamed,
    /// An alias of an action, a prompt, an argument, a field or a value is gone.
    AliasGone,
    /// The wire name of an action that is listed by itself is gone.
    FlatNameChanged,
    /// Arguments exclude each other, or one of them is required, that did not before.
    OneOfTightened,
    /// A call needs another scope.
    ScopeAdded,
    /// A user confirms the call, and a client that cannot ask is refused.
    ConfirmAdded,
    /// The URI of a resource, or its template, is another one.
    UriChanged,
    /// The media type of a resource is another one.
    MimeChanged,
    /// An argument is gone, and no alias has its name.
    ArgumentGone,
    /// An argument has another name without an alias, and is equal otherwise.
    ArgumentRenamed,
    /// An optional argument is required.
    ArgumentRequired,
    /// A new argument is required.
    RequiredArgumentAdded,
    /// A type, or values of another type, are no longer accepted.
    TypeNarrowed,
    /// `null` is no longer accepted.
    NullRefused,
    /// A value of an enum is renamed or gone without an alias.
    ValueGone,
    /// A bound, a length, a count or `multipleOf` is new or tighter.
    BoundTightened,
    /// A pattern is new or another one.
    PatternSet,
    /// A format is new or another one.
    FormatSet,
    /// A field of a nested object is gone, and unknown fields are refused.
    FieldGone,
    /// A field of a nested object has another name without an alias, and is equal otherwise.
    FieldRenamed,
    /// A field of a nested object is required.
    FieldRequired,
    /// A new field restricts values that an open object accepted under its name.
    FieldRestricted,
    /// Fields that a schema does not list are refused.
    UnlistedRefused,
    /// A schema changed in a way that is not compared.
    SchemaIncomparable,
    /// The result has no schema, so that it is a text alone.
    ResultSchemaGone,
    /// A result may have another type.
    ResultTypeWidened,
    /// A result may be `null`.
    ResultNullable,
    /// A result may have a new value of an enum.
    ResultValueAdded,
    /// A field of a result is gone.
    ResultFieldGone,
    /// A field of a result may be absent.
    ResultFieldOptional,
    /// The schema of a result changed in a way that is not compared.
    ResultIncomparable,
    /// A result has a new field in an object that had no others.
    ResultFieldAdded,
    /// A result may have fields that its schema does not list.
    ResultOpened,
    /// A bound, a pattern or a format of a result is wider or gone.
    ResultBoundLoosened,
    /// The result has a schema, so that its text may have another form.
    ResultSchemaAdded,
    /// The hint `read_only` is lost.
    ReadOnlyLost,
    /// The hint `idempotent` is lost.
    IdempotentLost,
    /// The hint `destructive` is new.
    DestructiveGained,
    /// The hint `open_world` is new.
    OpenWorldGained,
    /// No user confirms the call, or not for clients that cannot ask.
    ConfirmDropped,
    /// A user confirms the call, and a client that cannot ask has another way.
    ConfirmWithWay,
    /// A repeated call runs again.
    OnceDropped,
    /// The value that an omitted argument or field stands for is another one.
    DefaultChanged,
    /// A secret is one no longer, so that texts and logs may repeat it.
    SecretLost,
    /// A resource states no media type.
    MimeGone,
    /// A tool is new.
    ToolAdded,
    /// An action, a prompt or a resource is new.
    ItemAdded,
    /// An action or a prompt has another key, and its former key is an alias.
    ItemMoved,
    /// An alias of an action, a prompt or an argument is new.
    AliasAdded,
    /// Arguments exclude each other no longer, or one of them may be left out.
    OneOfLoosened,
    /// A call needs one scope less.
    ScopeGone,
    /// A call promises more: `read_only` or `idempotent` is new, `destructive` or `open_world` is gone.
    HintGained,
    /// A client that cannot ask is refused no longer, and confirms with a token.
    ConfirmEased,
    /// A call with an `idempotency_key` runs once.
    OnceAdded,
    /// A resource states a media type.
    MimeAdded,
    /// A new argument is optional.
    ArgumentAdded,
    /// An argument has another name, and its former name is an alias.
    ArgumentMoved,
    /// A required argument is optional.
    ArgumentOptional,
    /// An argument is a secret.
    SecretGained,
    /// An argument accepts more than before.
    InputWidened,
    /// A result promises more than before.
    ResultNarrowed,
    /// The docs of a tool, a module, an item, an argument, a field or a value changed.
    DocsChanged,
    /// A display name changed.
    TitleChanged,
    /// A deprecation, or its text, changed.
    DeprecationChanged,
    /// The question that a user confirms changed.
    QuestionChanged,
    /// An example, or its arguments, changed.
    ExamplesChanged,
    /// An action costs more or fewer tokens where it is listed by itself.
    TokensChanged,
}

/// The rules with their ids and classes, in the order of the type.
const RULES: [(ChangeRule, &str, ChangeClass); 71] = {
    use ChangeClass::{Breaking, Cost, Prose, Risk, Safe};
    use ChangeRule as R;
    [
        (R::ToolGone, "tool-gone", Breaking),
        (R::ToolRenamed, "tool-renamed", Breaking),
        (R::DiscriminatorRenamed, "discriminator-renamed", Breaking),
        (R::ItemGone, "item-gone", Breaking),
        (R::ItemRenamed, "item-renamed", Breaking),
        (R::AliasGone, "alias-gone", Breaking),
        (R::FlatNameChanged, "flat-name-changed", Breaking),
        (R::OneOfTightened, "one-of-tightened", Breaking),
        (R::ScopeAdded, "scope-added", Breaking),
        (R::ConfirmAdded, "confirm-added", Breaking),
        (R::UriChanged, "uri-changed", Breaking),
        (R::MimeChanged, "mime-changed", Breaking),
        (R::ArgumentGone, "argument-gone", Breaking),
        (R::ArgumentRenamed, "argument-renamed", Breaking),
        (R::ArgumentRequired, "argument-required", Breaking),
        (
            R::RequiredArgumentAdded,
            "required-argument-added",
            Breaking,
        ),
        (R::TypeNarrowed, "type-narrowed", Breaking),
        (R::NullRefused, "null-refused", Breaking),
        (R::ValueGone, "value-gone", Breaking),
        (R::BoundTightened, "bound-tightened", Breaking),
        (R::PatternSet, "pattern-set", Breaking),
        (R::FormatSet, "format-set", Breaking),
        (R::FieldGone, "field-gone", Breaking),
        (R::FieldRenamed, "field-renamed", Breaking),
        (R::FieldRequired, "field-required", Breaking),
        (R::FieldRestricted, "field-restricted", Breaking),
        (R::UnlistedRefused, "unlisted-refused", Breaking),
        (R::SchemaIncomparable, "schema-incomparable", Breaking),
        (R::ResultSchemaGone, "result-schema-gone", Breaking),
        (R::ResultTypeWidened, "result-type-widened", Breaking),
        (R::ResultNullable, "result-nullable", Breaking),
        (R::ResultValueAdded, "result-value-added", Breaking),
        (R::ResultFieldGone, "result-field-gone", Breaking),
        (R::ResultFieldOptional, "result-field-optional", Breaking),
        (R::ResultIncomparable, "result-incomparable", Breaking),
        (R::ResultFieldAdded, "result-field-added", Risk),
        (R::ResultOpened, "result-opened", Risk),
        (R::ResultBoundLoosened, "result-bound-loosened", Risk),
        (R::ResultSchemaAdded, "result-schema-added", Risk),
        (R::ReadOnlyLost, "read-only-lost", Risk),
        (R::IdempotentLost, "idempotent-lost", Risk),
        (R::DestructiveGained, "destructive-gained", Risk),
        (R::OpenWorldGained, "open-world-gained", Risk),
        (R::ConfirmDropped, "confirm-dropped", Risk),
        (R::ConfirmWithWay, "confirm-with-way", Risk),
        (R::OnceDropped, "once-dropped", Risk),
        (R::DefaultChanged, "default-changed", Risk),
        (R::SecretLost, "secret-lost", Risk),
        (R::MimeGone, "mime-gone", Risk),
        (R::ToolAdded, "tool-added", Safe),
        (R::ItemAdded, "item-added", Safe),
        (R::ItemMoved, "item-moved", Safe),
        (R::AliasAdded, "alias-added", Safe),
        (R::OneOfLoosened, "one-of-loosened", Safe),
        (R::ScopeGone, "scope-gone", Safe),
        (R::HintGained, "hint-gained", Safe),
        (R::ConfirmEased, "confirm-eased", Safe),
        (R::OnceAdded, "once-added", Safe),
        (R::MimeAdded, "mime-added", Safe),
        (R::ArgumentAdded, "argument-added", Safe),
        (R::ArgumentMoved, "argument-moved", Safe),
        (R::ArgumentOptional, "argument-optional", Safe),
        (R::SecretGained, "secret-gained", Safe),
        (R::InputWidened, "input-widened", Safe),
        (R::ResultNarrowed, "result-narrowed", Safe),
        (R::DocsChanged, "docs-changed", Prose),
        (R::TitleChanged, "title-changed", Prose),
        (R::DeprecationChanged, "deprecation-changed", Prose),
        (R::QuestionChanged, "question-changed", Prose),
        (R::ExamplesChanged, "examples-changed", Prose),
        (R::TokensChanged, "tokens-changed", Cost),
    ]
};

impl ChangeRule {
    /// Returns all rules, those of one class in succession.
    pub fn all() -> impl Iterator<Item = Self> {
        RULES.into_iter().map(|(rule, ..)| rule)
    }

    fn row(self) -> (&'static str, ChangeClass) {
        let row = RULES.iter().find(|(rule, ..)| *rule == self);
        row.map_or(("", ChangeClass::Breaking), |(_, id, class)| (*id, *class))
    }

    /// Returns the id, such as `argument-gone`.
    pub fn id(self) -> &'static str {
        self.row().0
    }

    /// Returns the class of the changes that the rule finds.
    pub fn class(self) -> ChangeClass {
        self.row().1
    }
}

impl fmt::Display for ChangeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for ChangeRule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
