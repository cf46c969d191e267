//! Guides, from the first server to deployment.
