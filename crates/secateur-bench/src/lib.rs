//! What the measurements share.

pub mod by_hand;
pub mod numbers;
pub mod peers;
