//! What several tests need.

pub(crate) mod book;
pub(crate) mod cyclic;
pub(crate) mod judged;
pub(crate) mod knowing;
pub(crate) mod layered;
pub(crate) mod seeded;
pub(crate) mod web;
