//! Tokens of results in each notation: of the tracker's own results, and of shapes that TOON writes
//! in fewer or more tokens. The table is `golden/results.txt`; `BLESS=1` updates it.

mod shapes;
mod table;
mod tracker_results;
