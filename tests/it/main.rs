//! One test binary, a module per subject.

mod cli;
mod diagnostics;
mod games;
mod perft;
mod shipped;
mod suites;
