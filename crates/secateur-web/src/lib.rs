#![doc = include_str!("../README.md")]

mod choices;
mod client;
mod guard;
mod matches;
mod pages;
mod say;
mod server;

pub use server::{Config, Server};
