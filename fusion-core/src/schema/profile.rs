//! How far schemas are bent to what clients accept.

/// What becomes of the schemas of argument and result types.
///
/// `#[arg(schema = …)]` and `#[action(schema = …)]` pass through under either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// What every known client accepts: references inlined, numeric formats written as bounds,
    /// optional by absence, objects closed, no boolean schemas. What cannot be said that way, such
    /// as a type that contains itself, is a mistake that `build()` reports.
    #[default]
    Portable,
    /// What schemars emits, as it is. A type that contains itself stands under `$defs` at the root
    /// of the tool's schema. For clients that are known to follow JSON Schema 2020-12; some others
    /// drop such a tool, or all tools of the server.
    AsIs,
}
