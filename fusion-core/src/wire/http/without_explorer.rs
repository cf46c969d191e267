//! The methods of [`HttpServer`] that the feature `explorer` adds, in a build without it: calls of them do
//! not compile, and the error names the feature.

use super::HttpServer;

/// A server in a build with the feature `explorer`. The lifetime makes rustc check the bound where a method
/// is called instead of where it is declared.
#[diagnostic::on_unimplemented(
    message = "the page of the explorer needs the feature `explorer` of fusion-core",
    label = "the feature is off",
    note = "in Cargo.toml: `fusion-core = {{ version = \"…\", features = [\"explorer\"] }}`"
)]
pub trait HasExplorer<'a> {
    /// The result of a method. It has no type here, so that rustc reports nothing that is done with it.
    type Out;

    /// Returns the result.
    fn out(server: HttpServer) -> Self::Out;
}

impl HttpServer {
    /// Needs the feature `explorer`.
    #[doc(hidden)]
    pub fn explorer(self) -> <Self as HasExplorer<'static>>::Out
    where
        for<'a> Self: HasExplorer<'a>,
    {
        <Self as HasExplorer<'static>>::out(self)
    }

    /// Needs the feature `explorer`.
    #[doc(hidden)]
    pub fn allow_remote(self) -> <Self as HasExplorer<'static>>::Out
    where
        for<'a> Self: HasExplorer<'a>,
    {
        <Self as HasExplorer<'static>>::out(self)
    }
}
