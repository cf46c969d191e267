//! Values that stand in for those of providers, for a client that tests as one caller or another.

use std::{
    any::{self, TypeId},
    collections::HashSet,
    fmt,
    sync::Arc,
};

use crate::ctx::Ctx;

type InsertValue = Arc<dyn Fn(&mut Ctx) + Send + Sync>;

/// Values of a context, one for each type.
#[derive(Clone, Default)]
pub(crate) struct Substitutes {
    values: Vec<Substitute>,
}

#[derive(Clone)]
struct Substitute {
    id: TypeId,
    type_name: &'static str,
    insert: InsertValue,
}

impl Substitutes {
    /// Adds a value, in place of another one of its type.
    pub(crate) fn add<T: Clone + Send + Sync + 'static>(&mut self, value: T) {
        let id = TypeId::of::<T>();
        self.values.retain(|other| other.id != id);
        let insert = move |ctx: &mut Ctx| {
            ctx.insert(value.clone());
        };
        self.values.push(Substitute {
            id,
            type_name: any::type_name::<T>(),
            insert: Arc::new(insert),
        });
    }

    /// Returns true if there are no values.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the name of the first type that is not among `provided`.
    pub(crate) fn unread(&self, provided: &HashSet<TypeId>) -> Option<&'static str> {
        let unread = self
            .values
            .iter()
            .find(|value| !provided.contains(&value.id));
        unread.map(|value| value.type_name)
    }

    /// Inserts the values, and a note of their types for the providers.
    pub(crate) fn insert_into(&self, ctx: &mut Ctx) {
        for value in &self.values {
            (value.insert)(ctx);
        }
        let types = self.values.iter().map(|value| value.id);
        ctx.insert(SubstitutedTypes(types.collect()));
    }
}

impl fmt::Debug for Substitutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values", self.values.len())
    }
}

/// The types whose providers do not run, because the context has their values.
#[derive(Clone)]
pub(super) struct SubstitutedTypes(Arc<[TypeId]>);

impl SubstitutedTypes {
    /// Returns true if a context has a substitute for the value of a provider.
    pub(super) fn have<T: 'static>(ctx: &Ctx) -> bool {
        let types = ctx.get::<Self>();
        types.is_some_and(|Self(types)| types.contains(&TypeId::of::<T>()))
    }
}
