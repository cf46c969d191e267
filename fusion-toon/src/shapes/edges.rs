//! The edges of the trie that are not the first edge of their node, by hash.

use std::{
    collections::HashMap,
    hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState},
};

/// Edges by the hash of (node, key, shape of the value). The caller must compare the edge that it
/// gets, because hashes can collide.
#[derive(Default)]
pub(super) struct Edges {
    known: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>>,
    /// 0 until the first use. Random, so that nobody can prepare keys with colliding hashes.
    seed: u64,
}

/// A hasher for keys that are already hashes.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0, u64::from(byte));
        }
    }
}

impl Edges {
    pub(super) fn hash(&mut self, from: u32, key: &str, value: u32) -> u64 {
        if self.seed == 0 {
            self.seed = RandomState::new().hash_one(from) | 1;
        }
        let mut hash = mix(self.seed, u64::from(from) << 32 | u64::from(value));
        let (words, rest) = key.as_bytes().as_chunks::<8>();
        for &word in words {
            hash = mix(hash, u64::from_le_bytes(word));
        }
        let mut last = [0; 8];
        for (to, &byte) in last.iter_mut().zip(rest) {
            *to = byte;
        }
        mix(
            mix(hash, u64::from_le_bytes(last)),
            key.len() as u64 ^ self.seed,
        )
    }

    pub(super) fn get(&self, hash: u64) -> Option<u32> {
        self.known.get(&hash).copied()
    }

    pub(super) fn insert(&mut self, hash: u64, edge: u32) {
        self.known.insert(hash, edge);
    }
}

/// Combines the two halves of a product: each bit of either word affects all bits of the result.
fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * 0x9E37_79B9_7F4A_7C15;
    let bytes = product.to_le_bytes();
    let (halves, _) = bytes.as_chunks::<8>();
    halves
        .iter()
        .fold(0, |folded, &half| folded ^ u64::from_le_bytes(half))
}
