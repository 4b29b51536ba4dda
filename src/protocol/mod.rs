//! Other programs, as lines in and lines out.
//!
//! [`client`] is our side of the wire where another program plays.

pub mod client;
