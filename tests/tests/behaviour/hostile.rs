//! Hostile clients: what they cost is bounded by a factor of what they send.

mod transports;
