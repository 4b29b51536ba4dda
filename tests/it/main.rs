//! One test binary, a module per subject.

mod diagnostics;
mod perft;
mod shipped;
mod suites;
