//! The `banco` command.

fn main() {}
