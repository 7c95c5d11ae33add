//! The defects of the pseudo-code in print, each shown in a literal transcription, and our pages doing it
//! right on the same trees.
//!
//! The sources are D. Eppstein, *Variants of alpha-beta search*, lecture notes for ICS 180, 1999; B. Bouzy,
//! *Recherche arborescente*, 2005, after B. Moreland's tutorial; and, for tables, T. Marsland, *A review of
//! game-tree pruning*, 1986. A file each: what is printed, why it goes wrong, and the right form. All figures
//! are counted anew at each run, on trees that are the same everywhere.

mod aspiration;
mod best_at_all_nodes;
mod bisection;
mod driver_steps;
mod driver_stops;
mod games;
mod null_move;
mod printed;
mod root_move;
mod table_bounds;
mod variation;
