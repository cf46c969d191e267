//! The command line of a server: serve, look at, call, install and pack it.

mod install;
