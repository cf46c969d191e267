//! Measures in process, and prints the readings: `time [quick]`.

use fusion_bench_kit::{
    Result,
    program::{Task, print_times},
};
use fusion_benches::process;

fn main() -> Result<()> {
    match Task::from_process_arguments()? {
        Task::Time(effort) => print_times(&process::tables()?, effort),
        Task::Stdio | Task::Http(_) => Err("this program does not serve".into()),
    }
}
