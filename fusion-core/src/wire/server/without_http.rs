//! The methods of [`Server`] that the feature `http` adds, in a build without it: calls of them do not
//! compile, and the error names the feature.

use std::net::SocketAddr;

use super::Server;

/// A server in a build with the feature `http`. The lifetime makes rustc check the bound where a method
/// is called instead of where it is declared.
#[diagnostic::on_unimplemented(
    message = "serving over HTTP needs the feature `http` of fusion-core",
    label = "the feature is off",
    note = "in Cargo.toml: `fusion-core = {{ version = \"…\", features = [\"http\"] }}`"
)]
pub trait HasHttp<'a> {
    /// The result of a method. It has no type here, so that rustc reports nothing that is done with it.
    type Out;

    /// Returns the result.
    fn out(server: Server) -> Self::Out;
}

impl Server {
    /// Needs the feature `http`.
    #[doc(hidden)]
    pub fn serve_http(self, _: impl Into<SocketAddr>) -> <Self as HasHttp<'static>>::Out
    where
        for<'a> Self: HasHttp<'a>,
    {
        <Self as HasHttp<'static>>::out(self)
    }

    /// Needs the feature `http`.
    #[doc(hidden)]
    pub fn http(self) -> <Self as HasHttp<'static>>::Out
    where
        for<'a> Self: HasHttp<'a>,
    {
        <Self as HasHttp<'static>>::out(self)
    }
}
