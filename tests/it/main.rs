//! One test binary, a module per subject.

mod answers;
mod architecture;
mod broken;
mod cli;
mod conformance;
mod diagnostics;
mod ends;
mod games;
mod helps;
mod hostile;
mod oracle;
mod perft;
mod readme;
mod refusals;
mod scripts;
mod search;
mod shipped;
mod solve;
mod suites;
mod symmetry;
mod talk;
mod textbook;
mod trees;
mod zoo;
