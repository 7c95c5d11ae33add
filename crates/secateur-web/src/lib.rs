#![doc = include_str!("../README.md")]

mod choices;
mod client;
mod guard;
mod matches;
mod pages;
mod say;
mod schema;
mod server;

pub use schema::SCHEMA;
pub use server::{Config, Server};
