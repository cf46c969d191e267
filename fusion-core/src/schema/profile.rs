//! The profiles of published schemas, which trade fidelity for client support.

/// The conversion of the schemas of argument and result types.
///
/// `#[arg(schema = …)]` and `#[action(schema = …)]` are published unchanged under either profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// The subset that every known client accepts: references are inlined, numeric formats are
    /// bounds, optional fields are omitted rather than `null`, objects are closed, and there are no
    /// boolean schemas. A type that this subset cannot express, such as one that contains itself,
    /// is an error of `build()`.
    #[default]
    Portable,
    /// The schemas that schemars emits, unchanged. A type that contains itself is published under
    /// `$defs` at the root of the tool's schema. Use it for clients that are known to support JSON
    /// Schema 2020-12; some others drop such a tool, or all tools of the server.
    AsIs,
}
