//! Catalogue of rules: their ids and their sources.

use std::fmt;

/// Rule of a [`Finding`](super::Finding).
///
/// The docs of each rule name the clients that fail or the cost; a name such as
/// `anthropics/claude-code#87650` is the public thread of an incident. Rules whose id starts with
/// `flat-` apply only to a server of [`Exposition::Flat`](crate::Exposition::Flat).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A tool's name has more than 32 characters. Clients prefix it with their own name and the
    /// server's (`mcp__server__tool`), and refuse a result longer than 64, Cursor longer than 60
    /// (cloudflare/skills#11, microsoft/vscode#243602, awslabs/mcp#1283).
    NameLength,
    /// The name of an action listed by itself has more than 60 characters: Cursor counts the
    /// server's name into its limit of 60, other clients into 64.
    FlatNameLength,
    /// A listed name contains `_action_` or ends in `_action`, which `LibreChat` parses as its own
    /// marker, and hides the tool (danny-avila/LibreChat#12512).
    NameAction,
    /// Two names differ only in case, separators or a plural. Models confuse them
    /// (artokun/comfyui-mcp#726).
    SimilarNames,
    /// Arguments with one type and one description of their own have different names in different
    /// actions. Models send the name that they saw first (microsoft/intelligent-terminal#676).
    ArgumentSynonyms,
    /// A tool or a module has no docs, by which models choose.
    ToolDocs,
    /// An action has no docs, or a prompt or a resource.
    ActionDocs,
    /// An argument has no docs, nor has its type. The variables of a URI need none.
    ArgumentDocs,
    /// A first sentence has more than 200 characters. The description of a grouped tool lists many
    /// of them within 1,024 characters; models choose by the first words (artokun/comfyui-mcp#726).
    FirstSentence,
    /// A tool's description has more than 1,024 characters, the limit of OpenAI-shaped APIs
    /// (modelcontextprotocol/servers#799), or more than 2,048, where Claude Code truncates without
    /// a warning (anthropics/claude-code#87650).
    DescriptionLength,
    /// The description of an action listed by itself exceeds the limits of
    /// [`Rule::DescriptionLength`]. Such a tool has no discriminator whose description could take
    /// the rest.
    FlatDescriptionLength,
    /// The docs of tools and modules do not fit into the server's instructions, which clients
    /// truncate at 2,048 characters (RedHatInsights/insights-mcp#340).
    FlatInstructions,
    /// The instructions of the server's author have more than 2,048 characters, where clients truncate them, or leave
    /// the docs of tools and modules that follow too little room. Only [`View::lint`](crate::View::lint) of a
    /// server's view reports it, as the command `lint` does.
    InstructionsTooLong,
    /// The docs of one argument differ between actions in form only, or by one letter. The text of
    /// fewer uses then stands on the lines of their actions.
    NearEqualDocs,
    /// Most uses of an argument have the same docs, and some have others, which cost tokens on the
    /// lines of their actions. They describe the same thing in other words, or another thing under the
    /// same name.
    SplitDocs,
    /// Two actions have the same first sentence, so that a model cannot distinguish them.
    SameDocs,
    /// A long sentence is repeated in the docs of several actions, which costs tokens each time. Items
    /// of lists and sentences with URLs may be repeated.
    RepeatedSentence,
    /// Docs list the arguments, which the schema lists as well: the text costs tokens twice and the
    /// copies drift apart (the Stripe agent toolkit and `sequentialthinking` do it).
    ArgumentList,
    /// A grouped tool takes 20 tokens more than its actions listed flat, or more, because it states the
    /// discriminator, and in the brief form `help`. Tools of one or two short actions do.
    GroupingCost,
    /// Docs request `null` or an empty string. Some clients cannot send `null`, it arrives as
    /// `"null"` (anthropics/claude-code#95239); `""` for an optional argument made 20 calls of one
    /// run fail (can1357/oh-my-pi#2981).
    SaysNull,
    /// A key contains delete, remove, drop, … and the action is not `destructive`. Clients confirm
    /// only destructive calls with the user (anthropics/claude-code#30142, mondaycom/mcp#343).
    DestructiveKey,
    /// An action is `destructive`, and neither `confirm` nor its handler asks the user. Clients confirm such
    /// calls only if they evaluate the hint, and some let their users turn that off for good.
    ///
    /// The rule is off by default: most clients ask by themselves, and a question needs the feature `ask` and a
    /// client that shows it. [`RegistryBuilder::lint`](crate::RegistryBuilder::lint) turns it on.
    DestructiveWithoutConfirm,
    /// A key begins with get, list, search, … and the action is not `read_only`. Clients then
    /// confirm every call, and plan modes hide it (StuMason/coolify-mcp#338).
    ReadKey,
    /// One grouped tool both reads and writes, so that clients ask before its reads as well. Anthropic's
    /// directory refuses such tools, `OpenAI`'s requires separate ones; other clients accept them.
    /// [`View::lint`](crate::View::lint) of [`Exposition::BySafety`](crate::Exposition::BySafety) does
    /// not report it.
    MixedSafety,
    /// `Filter::any_tags` of the tag of a group or tool opens an action that is destructive, or that has a tag of
    /// its own, beside actions that are neither. Tags add up, so that the author who gave the action a tag such as
    /// `admin` may think that it replaces the one of the group.
    WidenedTag,
    /// A listed tool has no title, which Anthropic's directory requires. Only
    /// [`View::lint`](crate::View::lint) reports it: under [`Exposition::Flat`](crate::Exposition::Flat) for a tool
    /// none of whose actions has a title, and under [`Exposition::Grouped`](crate::Exposition::Grouped) and
    /// [`Exposition::BySafety`](crate::Exposition::BySafety) for a tool that has none.
    MissingTitle,
    /// Some actions of a tool have a title, and others have none.
    FlatMissingTitle,
    /// The root of an input schema is not a plain object. Anthropic refuses the whole request,
    /// Claude Code drops the tool without a warning (anthropics/claude-code#95504,
    /// makenotion/notion-mcp-server#341).
    SchemaRoot,
    /// The root of an input schema has no `properties`: refused by `OpenAI` and Copilot CLI
    /// (github/copilot-cli#1825).
    SchemaProperties,
    /// An argument's name is not `^[a-zA-Z0-9_.-]{1,64}$`: refused by Anthropic and Bedrock
    /// (beautyfree/appstore-connect-mcp#2).
    ArgumentName,
    /// A schema has a `$ref`. VS Code strips `$defs`; Copilot CLI, Cursor and Kiro do not resolve
    /// references (PrefectHQ/fastmcp#2808, anthropics/claude-code#76040).
    SchemaRef,
    /// A schema has several types. Gemini refuses it, gateways drop the tool, Claude loses the type
    /// (baruchiro/paperless-mcp#138, anthropics/claude-code#77194).
    SchemaTypes,
    /// A schema has a `const`, which Gemini refuses (`taylorwilsdon/google_workspace_mcp#1099`).
    SchemaConst,
    /// A schema is `true` or `false`. Claude Code and `OpenCode` drop the whole list
    /// (7xuanlu/wenlan#360, anomalyco/opencode#49464).
    SchemaBoolean,
    /// An array has no `items`: refused by VS Code and `OpenAI`
    /// (mcp-servers-for-revit/mcp-servers-for-revit#5).
    SchemaItems,
    /// A schema has `patternProperties`, which Anthropic refuses (openclaw/openclaw#29416).
    SchemaPatterns,
    /// A `pattern` has a look-around that is not a look-ahead at an anchored start, or a
    /// back-reference. Only backtracking matches it, so that calls with long values are refused.
    PatternCost,
    /// A `format` is not defined by JSON Schema 2020-12. Validators log a warning for each on every
    /// list (anomalyco/opencode#31002, longbridge/developers#1264).
    SchemaFormat,
    /// An integer's bound is beyond ±(2^53 - 1), where JSON parsers round it.
    SchemaBounds,
    /// A keyword that `OpenAI`'s strict mode refuses: `allOf`, `not`, `if`, `dependentRequired`,
    /// `dependentSchemas`.
    SchemaKeyword,
    /// A schema has `$schema` or `$id`, which Gemini refuses (GetStream/Vision-Agents#513).
    SchemaMeta,
    /// Objects nest more than 10 deep, the limit of `OpenAI`'s strict mode.
    SchemaDepth,
    /// A schema has more than 1,000 enum values, the limit of `OpenAI`'s strict mode.
    SchemaEnums,
    /// A schema has more than 5,000 properties or 120,000 characters of names and values, the
    /// limits of `OpenAI`'s strict mode.
    SchemaSize,
    /// An argument is secret in one action and plain in another: models and logs treat the name as
    /// one argument, and its value appears in messages of the second.
    SecretMixed,
    /// A handler turns an error into a text of its own, as in `map_err(|e| format!("…: {e}"))?`. The
    /// model reads the text, and the error may contain paths, hosts or queries.
    ShownError,
    /// An error type suggests an action that no tool with the type has, so that no model reads the suggestion.
    UnknownSuggestion,
    /// An error has a retry delay, and no action whose handler returns its type is idempotent, so that the
    /// delay is shown nowhere.
    DroppedRetry,
    /// The result of an action is listed with an output schema and is no object. Peers before 2026-07-28
    /// refuse such a schema, so that they get the text alone. Only
    /// [`View::lint`](crate::View::lint) of [`Exposition::Flat`](crate::Exposition::Flat) reports it.
    ResultRoot,
    /// The registry lists more than 40 grouped tools, where Cursor used to stop, or more than 128,
    /// where VS Code and `OpenAI` do (microsoft/vscode-copilot-release#11653).
    ToolCount,
    /// The flat exposition lists more than 128 tools.
    FlatToolCount,
    /// The flat exposition cannot be built: two actions would have one name, or the schema of a
    /// result cannot be published. A server of it would fail at its start.
    FlatExposition,
    /// A policy of state sync matches only names that earlier policies match. The first policy that
    /// matches applies, so this one never does.
    ShadowedPolicy,
    /// Actions declare `cache` or `invalidates`, and the registry has no state sync, so that no
    /// client is notified.
    IdlePolicy,
}

impl Rule {
    /// All rules, in the order of their declaration.
    pub const ALL: &'static [Self] = &[
        Self::NameLength,
        Self::FlatNameLength,
        Self::NameAction,
        Self::SimilarNames,
        Self::ArgumentSynonyms,
        Self::ToolDocs,
        Self::ActionDocs,
        Self::ArgumentDocs,
        Self::FirstSentence,
        Self::DescriptionLength,
        Self::FlatDescriptionLength,
        Self::FlatInstructions,
        Self::InstructionsTooLong,
        Self::NearEqualDocs,
        Self::SplitDocs,
        Self::SameDocs,
        Self::RepeatedSentence,
        Self::ArgumentList,
        Self::GroupingCost,
        Self::SaysNull,
        Self::DestructiveKey,
        Self::DestructiveWithoutConfirm,
        Self::ReadKey,
        Self::MixedSafety,
        Self::WidenedTag,
        Self::MissingTitle,
        Self::FlatMissingTitle,
        Self::SchemaRoot,
        Self::SchemaProperties,
        Self::ArgumentName,
        Self::SchemaRef,
        Self::SchemaTypes,
        Self::SchemaConst,
        Self::SchemaBoolean,
        Self::SchemaItems,
        Self::SchemaPatterns,
        Self::PatternCost,
        Self::SchemaFormat,
        Self::SchemaBounds,
        Self::SchemaKeyword,
        Self::SchemaMeta,
        Self::SchemaDepth,
        Self::SchemaEnums,
        Self::SchemaSize,
        Self::SecretMixed,
        Self::ShownError,
        Self::UnknownSuggestion,
        Self::DroppedRetry,
        Self::ResultRoot,
        Self::ToolCount,
        Self::FlatToolCount,
        Self::FlatExposition,
        Self::ShadowedPolicy,
        Self::IdlePolicy,
    ];

    /// Returns `true` if the rule is on unless [`RegistryBuilder::lint`](crate::RegistryBuilder::lint) turns it
    /// off: all rules but [`DestructiveWithoutConfirm`](Self::DestructiveWithoutConfirm).
    pub const fn is_on_by_default(self) -> bool {
        !matches!(self, Self::DestructiveWithoutConfirm)
    }

    /// Returns the id of the rule: `name-length`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::NameLength => "name-length",
            Self::FlatNameLength => "flat-name-length",
            Self::NameAction => "name-action",
            Self::SimilarNames => "similar-names",
            Self::ArgumentSynonyms => "argument-synonyms",
            Self::ToolDocs => "tool-docs",
            Self::ActionDocs => "action-docs",
            Self::ArgumentDocs => "argument-docs",
            Self::FirstSentence => "first-sentence",
            Self::DescriptionLength => "description-length",
            Self::FlatDescriptionLength => "flat-description-length",
            Self::FlatInstructions => "flat-instructions",
            Self::InstructionsTooLong => "instructions-too-long",
            Self::NearEqualDocs => "near-equal-docs",
            Self::SplitDocs => "split-docs",
            Self::SameDocs => "same-docs",
            Self::RepeatedSentence => "repeated-sentence",
            Self::ArgumentList => "argument-list",
            Self::GroupingCost => "grouping-cost",
            Self::SaysNull => "says-null",
            Self::DestructiveKey => "destructive-key",
            Self::DestructiveWithoutConfirm => "destructive-without-confirm",
            Self::ReadKey => "read-key",
            Self::MixedSafety => "mixed-safety",
            Self::WidenedTag => "widened-tag",
            Self::MissingTitle => "missing-title",
            Self::FlatMissingTitle => "flat-missing-title",
            Self::SchemaRoot => "schema-root",
            Self::SchemaProperties => "schema-properties",
            Self::ArgumentName => "argument-name",
            Self::SchemaRef => "schema-ref",
            Self::SchemaTypes => "schema-types",
            Self::SchemaConst => "schema-const",
            Self::SchemaBoolean => "schema-boolean",
            Self::SchemaItems => "schema-items",
            Self::SchemaPatterns => "schema-patterns",
            Self::PatternCost => "pattern-cost",
            Self::SchemaFormat => "schema-format",
            Self::SchemaBounds => "schema-bounds",
            Self::SchemaKeyword => "schema-keyword",
            Self::SchemaMeta => "schema-meta",
            Self::SchemaDepth => "schema-depth",
            Self::SchemaEnums => "schema-enums",
            Self::SchemaSize => "schema-size",
            Self::SecretMixed => "secret-mixed",
            Self::ShownError => "shown-error",
            Self::UnknownSuggestion => "unknown-suggestion",
            Self::DroppedRetry => "dropped-retry",
            Self::ResultRoot => "result-root",
            Self::ToolCount => "tool-count",
            Self::FlatToolCount => "flat-tool-count",
            Self::FlatExposition => "flat-exposition",
            Self::ShadowedPolicy => "shadowed-policy",
            Self::IdlePolicy => "idle-policy",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
