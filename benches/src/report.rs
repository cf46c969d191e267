//! The report: tables, charts, budgets, and the file that contains them.

pub mod blocks;
pub mod budgets;
pub mod chart;
pub mod how_fast;
pub mod machine;
pub mod quiet;
pub mod results;
pub mod store;
pub mod table;
