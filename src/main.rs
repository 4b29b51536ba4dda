//! Board games described in TOML, played by one fast engine.
