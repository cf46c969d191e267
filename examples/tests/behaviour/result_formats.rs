//! What results cost a model in each notation: those of the tracker, as its own actions give them,
//! and shapes that TOON wins and loses. The table is `golden/results.txt`; `BLESS=1` writes it anew.

mod shapes;
mod table;
mod tracker_results;
