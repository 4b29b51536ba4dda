//! What UCCI asks a search for in words of its own.

use super::GoWords;

/// Reads what stands behind `go`: the first time is that of the player to move, the second the opponent's.
///
/// ```
/// use banco::inside::protocol::uci::read_ucci_go;
///
/// let go = read_ucci_go("time 5000 increment 20 opptime 4000");
/// assert_eq!((go.time, go.increment), ([Some(5000), Some(4000)], [Some(20), None]));
/// assert_eq!(read_ucci_go("depth infinite").infinite, true);
/// ```
pub fn read_go(text: &str) -> GoWords {
    let mut go = GoWords::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let place = match word {
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "time" => &mut go.time[0],
            "increment" => &mut go.increment[0],
            "movestogo" => &mut go.moves_to_go,
            "opptime" => &mut go.time[1],
            "oppincrement" => &mut go.increment[1],
            _ => {
                go.unknown.push(word.to_owned());
                continue;
            }
        };
        match words.next_if(|next| next.parse::<i64>().is_ok()) {
            Some(number) => *place = number.parse().ok(),
            None if words.peek() == Some(&"infinite") => {}
            None => go.unknown.push(word.to_owned()),
        }
    }
    go
}
