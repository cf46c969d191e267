//! Tests of the whole room: fixtures in the shapes of the clients, by every oddity of files.
