//! A choice between several schemas. The reader finds the branch that a value is meant for, so that
//! it can report the problems of that branch.

use serde_json::{Map, Value};

use super::{
    NULL, OBJECT, PlanNode,
    compile::UnenforceableRule,
    fields::{KnownField, MAX_SHARED, SharedAnswers, compile_nested},
    kind,
};

/// The branches of `anyOf` or `oneOf`.
#[derive(Clone, Debug)]
pub(in crate::args) struct Choice {
    pub(in crate::args) branches: Vec<PlanNode>,
    /// `true` if exactly one branch must match.
    exclusive: bool,
    pub(in crate::args) selector: BranchSelector,
}

/// The property of a value that selects its branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::args) enum BranchSelector {
    /// The value of this property: serde's internal and adjacent tags.
    Tag(String),
    /// The only property of the object: serde's external tags.
    Key,
    /// The JSON type of the value, if only one branch accepts it.
    Kind,
}

/// The number of branches that accept a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::args) enum ChoiceFit {
    /// No branch.
    None,
    /// As many as the choice demands.
    Right,
    /// More than one, where only one may.
    Several,
}

impl Choice {
    pub(super) fn compile(
        keyword: &str,
        schema: &Map<String, Value>,
        defs: Option<&Value>,
    ) -> Result<Option<Self>, UnenforceableRule> {
        let Some(schemas) = schema.get(keyword).and_then(Value::as_array) else {
            return Ok(None);
        };
        let branches = schemas.iter().map(|schema| compile_nested(schema, defs));
        let mut branches = branches.collect::<Result<Vec<_>, _>>()?;
        share_fields(&mut branches, schemas);
        Ok(Some(Self {
            selector: selector_of(&branches),
            exclusive: keyword == "oneOf",
            branches,
        }))
    }

    pub(super) fn kinds(&self) -> u8 {
        self.branches.iter().fold(0, |all, one| all | one.kinds)
    }

    pub(in crate::args) fn fits(&self, value: &Value) -> bool {
        self.fit(value) == ChoiceFit::Right
    }

    /// Counts the branches that accept a value as it is, as far as the choice needs it.
    pub(in crate::args) fn fit(&self, value: &Value) -> ChoiceFit {
        let mut answers = SharedAnswers::default();
        let mut branches = self.branches.iter();
        let mut fits = || branches.any(|branch| branch.fits_as_branch(value, &mut answers));
        match (fits(), self.exclusive) {
            (false, _) => ChoiceFit::None,
            (true, true) if fits() => ChoiceFit::Several,
            (true, _) => ChoiceFit::Right,
        }
    }

    /// Returns the branches that accept the tag of an object; none if the choice has no tag.
    pub(in crate::args) fn tagged<'c, 'm>(
        &'c self,
        map: &'m Map<String, Value>,
    ) -> impl Iterator<Item = &'c PlanNode> + use<'c, 'm> {
        let tag = match &self.selector {
            BranchSelector::Tag(tag) => Some(tag),
            BranchSelector::Key | BranchSelector::Kind => None,
        };
        let sent = tag.and_then(|tag| Some((tag, map.get(tag)?)));
        self.branches.iter().filter(move |branch| {
            sent.is_some_and(|(tag, sent)| {
                let field = branch.fields().and_then(|fields| fields.find(tag));
                field.is_some_and(|field| field.node.fits(sent))
            })
        })
    }

    /// Returns the branch that a value without a tag is meant for, whether it is valid or not.
    pub(in crate::args) fn intended_branch(&self, value: &Value) -> Option<&PlanNode> {
        match (&self.selector, value) {
            // An object with the keys of several variants is meant for none of them.
            (BranchSelector::Key, Value::Object(map)) => {
                let has_key = |field: &KnownField| field.names().any(|name| map.contains_key(name));
                let mut named = self.branches.iter().filter(|branch| {
                    let fields = branch.fields().map(|fields| &fields.known);
                    fields.is_some_and(|known| known.iter().any(has_key))
                });
                let only = named.next()?;
                named.next().is_none().then_some(only)
            }
            // A string where strings are variants without content is another variant's name, or a
            // typing error.
            (BranchSelector::Tag(_), _) | (BranchSelector::Key, Value::String(_)) => None,
            _ => {
                let kind = kind(value);
                let mut same = self.branches.iter().filter(|one| one.kinds & kind != 0);
                let only = same.next()?;
                same.next().is_none().then_some(only)
            }
        }
    }

    /// Returns the names of all fields of the branches, and the listed strings. If each branch is one key
    /// or one string, they are the names of the variants.
    pub(in crate::args) fn names(&self) -> impl Iterator<Item = &str> {
        let keys = self.branches.iter().filter_map(PlanNode::fields);
        let keys = keys.flat_map(|fields| fields.known.iter().map(|field| &*field.name));
        let listed = self.branches.iter().filter_map(PlanNode::values).flatten();
        keys.chain(listed.filter_map(Value::as_str))
    }

    /// Returns the accepted values of the tag.
    pub(in crate::args) fn tags(&self, tag: &str) -> Vec<&str> {
        let values = self.branches.iter().filter_map(|one| tag_of(one, tag));
        values.flatten().filter_map(Value::as_str).collect()
    }
}

/// Gives each field that several branches have in an equal form a place among the answers of a choice.
fn share_fields(branches: &mut [PlanNode], schemas: &[Value]) {
    let mut first_uses: Vec<(&str, &Value, usize, Option<u8>)> = Vec::new();
    let mut places = 0..MAX_SHARED;
    for (index, schema) in schemas.iter().enumerate() {
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            let equal = |(known, other, ..): &&mut (&str, &Value, usize, Option<u8>)| {
                *known == name && *other == schema
            };
            let Some((_, _, first, place)) = first_uses.iter_mut().find(equal) else {
                first_uses.push((name, schema, index, None));
                continue;
            };
            let Some(shared) = place.or_else(|| places.next()) else {
                continue;
            };
            *place = Some(shared);
            for branch in [*first, index] {
                if let Some(branch) = branches.get_mut(branch) {
                    branch.share(name, shared);
                }
            }
        }
    }
}

fn selector_of(branches: &[PlanNode]) -> BranchSelector {
    let first = branches.first().and_then(PlanNode::fields);
    let mut names = first.into_iter().flat_map(|fields| &fields.known);
    let tag = names.find(|field| {
        let tagged = |branch: &PlanNode| tag_of(branch, &field.name).is_some();
        branches.iter().all(tagged)
    });
    match tag {
        Some(field) => BranchSelector::Tag(field.name.clone()),
        None if is_enum(branches) => BranchSelector::Key,
        None => BranchSelector::Kind,
    }
}

/// Returns `true` for variants with content, each an object with one key. Variants without content
/// are listed strings.
fn is_enum(branches: &[PlanNode]) -> bool {
    let is_variant = |one: &PlanNode| match one.kinds {
        OBJECT => has_one_required_field(one),
        NULL => true,
        _ => one.values().is_some(),
    };
    let fields = branches.iter().filter_map(PlanNode::fields);
    let fields = fields.flat_map(|fields| &fields.known);
    let keys: Vec<&str> = fields.map(|field| field.name.as_str()).collect();
    let is_unique = |(index, key): (usize, &&str)| !keys.iter().take(index).any(|one| one == key);
    branches.len() > 1
        && !keys.is_empty()
        && branches.iter().all(is_variant)
        && keys.iter().enumerate().all(is_unique)
}

/// Returns `true` for an object with one required property and no other.
fn has_one_required_field(branch: &PlanNode) -> bool {
    branch
        .fields()
        .is_some_and(|fields| fields.closed && fields.known.len() == 1 && fields.required == 1)
}

/// Returns the values of a required property if they can be a tag: a short list of strings.
fn tag_of<'n>(branch: &'n PlanNode, name: &str) -> Option<&'n [Value]> {
    let field = branch.fields()?.find(name).filter(|field| field.required)?;
    let values = field.node.values()?;
    values.iter().all(Value::is_string).then_some(values)
}
