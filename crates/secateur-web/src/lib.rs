#![doc = include_str!("../README.md")]

mod client;
mod guard;
mod matches;
mod pages;
mod server;

pub use server::{Config, Server};
