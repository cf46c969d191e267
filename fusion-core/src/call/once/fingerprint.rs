//! The fingerprint of a call in the store, by which other arguments under one key are found.

use sha2::{Digest, Sha256};

use super::OnceKeeper;
use crate::call::asking::CallBinding;

impl OnceKeeper {
    /// Returns the fingerprint of a call. It depends on the key of the call, so that equal arguments of two calls have
    /// unequal fingerprints, and a reader of the store who does not know the key cannot try arguments. It is the same in
    /// all replicas with one `state_key`.
    pub(super) fn fingerprint(&self, call: CallBinding<'_>, key: &str) -> [u8; 32] {
        let digest = call.digest(&format!("once arguments {key}"));
        match &self.secret {
            None => digest,
            Some(secret) => {
                let mut hash = Sha256::new();
                hash.update(b"dev.fusion/once/1");
                hash.update(secret.bytes());
                hash.update(digest);
                hash.finalize().into()
            }
        }
    }
}
