//! The command that a server is built for, as its author reads it.

use std::{cell::RefCell, net::SocketAddr};

use clap::{ArgMatches, Args, Command, FromArgMatches};

thread_local! {
    static CURRENT: RefCell<Launch> = RefCell::default();
}

/// The command that a server is built for. It adds no option: flatten it into those of a server that depends on its
/// address, or that should not open its data for commands that call nothing.
///
/// ```
/// use fusion_core::{clap::{self, Args}, cli::Launch};
///
/// #[derive(Args)]
/// struct Options {
///     /// The database file.
///     #[arg(long, default_value = "desk.db")]
///     db: std::path::PathBuf,
///     #[command(flatten)]
///     launch: Launch,
/// }
///
/// fn database(options: &Options) -> Option<&std::path::Path> {
///     options.launch.runs_actions.then_some(&options.db)
/// }
/// # let _ = database;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Launch {
    /// The address that `serve` has bound; `None` for other commands.
    pub address: Option<SocketAddr>,
    /// True for the commands `serve`, `stdio` and `call`; false for those that only show tools, and for completions.
    pub runs_actions: bool,
}

impl Default for Launch {
    /// Returns the launch of a server without an address, such as one in a test.
    fn default() -> Self {
        Self {
            address: None,
            runs_actions: true,
        }
    }
}

impl Launch {
    /// Reads an author's options, which see this launch.
    pub(super) fn read<A: FromArgMatches>(self, matches: &ArgMatches) -> Result<A, clap::Error> {
        CURRENT.set(self);
        let read = A::from_arg_matches(matches);
        CURRENT.take();
        read
    }
}

impl FromArgMatches for Launch {
    fn from_arg_matches(_: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(CURRENT.with_borrow(Clone::clone))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Launch {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}
