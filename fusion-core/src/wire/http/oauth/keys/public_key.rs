//! The public keys of an issuer (RFC 7517, RFC 7518), and the check of a signature by one of them.
//!
//! There are asymmetric algorithms only: neither `none` nor HMAC has a name here, so that no token can select
//! them. `ring` checks the signatures, because TLS needs it in any case. It refuses RSA keys of less than 2,048
//! bits.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ring::signature::{
    self as ring_signature, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey,
    VerificationAlgorithm,
};
use serde_json::Value;

/// The algorithm of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum SignatureAlgorithm {
    Rs256,
    Rs384,
    Rs512,
    Ps256,
    Ps384,
    Ps512,
    Es256,
    Es384,
    Ed25519,
}

/// The public part of a key pair.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct PublicKey {
    pub(super) id: Option<String>,
    /// The only algorithm of the key, if its issuer set one.
    only: Option<SignatureAlgorithm>,
    material: KeyMaterial,
}

#[derive(Clone, PartialEq, Eq)]
enum KeyMaterial {
    Rsa {
        modulus: Vec<u8>,
        exponent: Vec<u8>,
    },
    /// A point on a curve, uncompressed.
    P256(Vec<u8>),
    P384(Vec<u8>),
    Ed25519(Vec<u8>),
}

impl SignatureAlgorithm {
    /// Returns the algorithm of the header `alg`; `None` for those that are not accepted.
    pub(in super::super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "RS256" => Self::Rs256,
            "RS384" => Self::Rs384,
            "RS512" => Self::Rs512,
            "PS256" => Self::Ps256,
            "PS384" => Self::Ps384,
            "PS512" => Self::Ps512,
            "ES256" => Self::Es256,
            "ES384" => Self::Es384,
            "EdDSA" | "Ed25519" => Self::Ed25519,
            _ => return None,
        })
    }

    fn rsa(self) -> Option<&'static RsaParameters> {
        Some(match self {
            Self::Rs256 => &ring_signature::RSA_PKCS1_2048_8192_SHA256,
            Self::Rs384 => &ring_signature::RSA_PKCS1_2048_8192_SHA384,
            Self::Rs512 => &ring_signature::RSA_PKCS1_2048_8192_SHA512,
            Self::Ps256 => &ring_signature::RSA_PSS_2048_8192_SHA256,
            Self::Ps384 => &ring_signature::RSA_PSS_2048_8192_SHA384,
            Self::Ps512 => &ring_signature::RSA_PSS_2048_8192_SHA512,
            _ => return None,
        })
    }
}

impl PublicKey {
    /// Reads a key of a set; `None` for keys of other kinds or purposes, which belong to other receivers.
    pub(super) fn read(jwk: &Value) -> Option<Self> {
        let text = |name| jwk.get(name).and_then(Value::as_str);
        let bytes = |name| BASE64_URL_SAFE_NO_PAD.decode(text(name)?).ok();
        if text("use").is_some_and(|purpose| purpose != "sig") {
            return None;
        }
        if let Some(purposes) = jwk.get("key_ops").and_then(Value::as_array)
            && !purposes.iter().any(|purpose| purpose == "verify")
        {
            return None;
        }
        let material = match (text("kty")?, text("crv")) {
            ("RSA", _) => KeyMaterial::Rsa {
                modulus: bytes("n")?,
                exponent: bytes("e")?,
            },
            ("EC", Some("P-256")) => KeyMaterial::P256(point(bytes("x")?, bytes("y")?, 32)?),
            ("EC", Some("P-384")) => KeyMaterial::P384(point(bytes("x")?, bytes("y")?, 48)?),
            ("OKP", Some("Ed25519")) => KeyMaterial::Ed25519(bytes("x")?),
            _ => return None,
        };
        let mut key = Self {
            id: text("kid").map(str::to_owned),
            only: None,
            material,
        };
        if let Some(name) = text("alg") {
            let only = SignatureAlgorithm::named(name).filter(|only| key.fits(*only))?;
            key.only = Some(only);
        }
        Some(key)
    }

    /// Returns true if the key is meant for the algorithm.
    pub(super) fn fits(&self, algorithm: SignatureAlgorithm) -> bool {
        let is_its_kind = match self.material {
            KeyMaterial::Rsa { .. } => algorithm.rsa().is_some(),
            KeyMaterial::P256(_) => algorithm == SignatureAlgorithm::Es256,
            KeyMaterial::P384(_) => algorithm == SignatureAlgorithm::Es384,
            KeyMaterial::Ed25519(_) => algorithm == SignatureAlgorithm::Ed25519,
        };
        is_its_kind && self.only.is_none_or(|only| only == algorithm)
    }

    /// Returns true if the signature is of this key.
    pub(super) fn verifies(
        &self,
        algorithm: SignatureAlgorithm,
        signed: &[u8],
        signature: &[u8],
    ) -> bool {
        if !self.fits(algorithm) {
            return false;
        }
        let by = |algorithm: &'static dyn VerificationAlgorithm, key: &[u8]| {
            UnparsedPublicKey::new(algorithm, key).verify(signed, signature)
        };
        match &self.material {
            KeyMaterial::Rsa { modulus, exponent } => {
                // The encoding allows zeros in front, and `ring` does not.
                let (n, e) = (trimmed(modulus), trimmed(exponent));
                let key = RsaPublicKeyComponents { n, e };
                let parameters = algorithm.rsa();
                parameters.is_some_and(|rsa| key.verify(rsa, signed, signature).is_ok())
            }
            KeyMaterial::P256(key) => by(&ring_signature::ECDSA_P256_SHA256_FIXED, key).is_ok(),
            KeyMaterial::P384(key) => by(&ring_signature::ECDSA_P384_SHA384_FIXED, key).is_ok(),
            KeyMaterial::Ed25519(key) => by(&ring_signature::ED25519, key).is_ok(),
        }
    }
}

/// Returns an uncompressed point of two coordinates of `bytes` bytes.
fn point(x: Vec<u8>, y: Vec<u8>, bytes: usize) -> Option<Vec<u8>> {
    let fits = x.len() == bytes && y.len() == bytes;
    fits.then(|| [vec![4], x, y].concat())
}

fn trimmed(number: &[u8]) -> &[u8] {
    let zeros = number.iter().take_while(|byte| **byte == 0).count();
    number.get(zeros..).unwrap_or_default()
}

#[cfg(test)]
mod tests;
