//! Resources: data that clients read, by a URI or by a URI template.
//!
//! [`#[resource]`](macro@crate::resource) makes a resource of a method. The method returns text,
//! bytes, [`Json`](crate::Json), or anything else that implements [`IntoResourceResult`].

pub use crate::{
    result::resource::{IntoResourceResult, ResourceBody, ResourceContents},
    surface::{ListedResource, ListedTemplate},
};
