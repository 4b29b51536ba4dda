use std::collections::BTreeMap;
use std::io::BufRead;
use banco::{Game, Position};
fn key(text: &str) -> String {
    let parts: Vec<&str> = text.split(['-', 'x', ':']).collect();
    format!("{}.{}", parts[0].trim_start_matches('0'), parts[parts.len() - 1].trim_start_matches('0'))
}
fn main() {
    let mut games = BTreeMap::new();
    let (mut positions, mut moves, mut bad, mut unread) = (0u64, 0u64, 0u64, 0u64);
    let mut line_pos: Option<Position> = None;
    let mut wrong_play = 0u64;
    let mut played = 0u64;
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        if line.starts_with('#') { println!("{line}"); continue; }
        let f: Vec<&str> = line.split('\t').collect();
        if f.len() < 6 { continue; }
        let game = games.entry(f[0].to_owned()).or_insert_with(|| Game::named(f[0]).unwrap()).clone();
        let pos = match Position::parse(&game, f[3]) { Ok(p) => p, Err(e) => { println!("{e} {}", f[3]); bad += 1; continue; } };
        if f[2] == "0" { line_pos = Some(Position::start(&game)); played += 1; }
        positions += 1;
        let legal = pos.legal_moves();
        let mut own: Vec<String> = pos.san_texts(&legal).iter().map(|t| key(t)).collect();
        let mut other: Vec<String> = f[4].split(' ').filter(|t| !t.is_empty()).map(key).collect();
        own.sort(); other.sort();
        moves += own.len() as u64;
        if own != other { bad += 1; if bad < 6 { println!("{} {}\n own {own:?}\n other {other:?}", f[0], f[3]); } }
        for t in f[4].split(' ').filter(|t| !t.is_empty()) {
            if pos.read_move(t).is_err() { unread += 1; if unread < 6 { println!("unread {} {} {t}", f[0], f[3]); } }
        }
        if let Some(p) = &mut line_pos {
            if p.pieces() != pos.pieces() { wrong_play += 1; if wrong_play < 4 { println!("play differs {} {} {}", f[0], f[3], p.pdn()); } line_pos = None; }
            else if !f[5].is_empty() { match p.read_move(f[5]) { Ok(mv) => { if p.try_play(mv).is_err() { line_pos = None } } Err(_) => { line_pos = None; } } }
        }
    }
    println!("games {played} positions {positions} moves {moves} differ {bad} unread {unread} play differs {wrong_play}");
}
