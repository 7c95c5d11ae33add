//! What the measurements share.

pub mod by_hand;
