//! Board games described in TOML, played by one fast engine.

fn main() -> std::process::ExitCode {
    banco::main()
}
