//! What is refused, what must be done, and how a variant's games end.

use super::ini::Problem;
use super::outcomes;
use super::walls;
use super::writer::{Cells, SIDES, Writer, refused};

/// Writes legality, vetoes and ends.
pub(super) fn write(writer: &mut Writer) -> Result<(), Problem> {
    legality(writer)?;
    vetoes(writer)?;
    flags(writer)?;
    extinction(writer)?;
    lines(writer)?;
    shapes(writer)?;
    if writer.variant.is("checkCounting", false)? {
        let checks = checks(writer)?;
        writer.doc.say("end", "checks", format!("{{ if = {{ checks = {checks} }}, winner = \"mover\" }}"));
    }
    outcomes::write(writer)
}

/// How many checks win; where the start does not say it, the next one does.
fn checks(writer: &Writer) -> Result<u32, Problem> {
    match writer.start.checks {
        None => Ok(1),
        Some([white, black]) if white == black && white > 0 => Ok(white),
        Some([white, black]) => {
            let message = format!("`startFen`: `{white}+{black}` checks are not supported");
            Err(Problem::new(writer.variant.line("startFen"), message))
        }
    }
}

fn legality(writer: &mut Writer) -> Result<(), Problem> {
    let variant = writer.variant;
    if variant.said("wallingRule") == Some("duck") {
        let to = walls::region(writer)?;
        writer.doc.say("turn", "then", format!("{{ set = \"wall\"{to} }}"));
    }
    if variant.is("mustCapture", false)? {
        writer.doc.say("legality", "must-capture", "true");
    }
    if variant.is("mustDrop", false)? {
        let types = variant.set("mustDropType", "", &["*"]);
        let counts = |key: &str| types.iter().any(|kind| kind == "*" || kind == key);
        let drops: Vec<&str> =
            writer.drops.iter().filter(|(key, _)| counts(key)).map(|(_, rule)| rule.as_str()).collect();
        if !drops.is_empty() {
            let drops: Vec<String> = drops.iter().map(|rule| format!("\"{rule}\"")).collect();
            writer.doc.say("legality", "priority", format!("[{}]", drops.join(", ")));
        }
    }
    if variant.is("blastOnCapture", false)?
        && variant.is("pieceDrops", false)?
        && variant.is("capturesToHand", false)?
    {
        let message = "`blastOnCapture` beside `capturesToHand` is not supported";
        return Err(Problem::new(variant.line("capturesToHand"), message));
    }
    if variant.is("blastOnCapture", false)? {
        let only = if writer.kinds.iter().any(|kind| kind.key == "pawn") {
            if writer.is_walled() {
                ", only = { not = [\"pawn\", \"wall\"] }"
            } else {
                ", only = { not = \"pawn\" }"
            }
        } else {
            ""
        };
        let blast =
            format!("{{ on = \"capture\", do = [{{ take = \"to\" }}, {{ take = \"around\"{only} }}] }}");
        writer.doc.say("effects", "blast", blast);
    }
    Ok(())
}

fn vetoes(writer: &mut Writer) -> Result<(), Problem> {
    let variant = writer.variant;
    if !variant.is("checking", true)? {
        writer.doc.say("illegal", "check", "{ if = \"in-check\" }");
    }
    if !variant.is("dropChecks", true)?
        && !writer.drops.is_empty()
        && writer.kinds.iter().any(|kind| kind.key == "king")
    {
        let drops: Vec<String> = writer.drops.iter().map(|(_, rule)| format!("\"{rule}\"")).collect();
        writer.doc.say(
            "illegal",
            "drop-check",
            format!("{{ if = \"in-check\", moves = [{}] }}", drops.join(", ")),
        );
    }
    if variant.is("shogiPawnDropMateIllegal", false)?
        && let Some((_, drop)) = writer.drops.iter().find(|(key, _)| key == "shogiPawn")
    {
        writer.doc.say(
            "illegal",
            "drop-mate",
            format!("{{ if = [\"no-moves\", \"in-check\"], moves = [\"{drop}\"] }}"),
        );
    }
    opposite_bishops(writer)?;
    if variant.is("flyingGeneral", false)?
        && let Some(king) = writer.kinds.iter().find(|kind| kind.key == "king")
    {
        let facing = format!(
            "{{ if = {{ facing = [\"own {0}\", \"enemy {0}\"], along = \"orthogonal\" }} }}",
            king.name
        );
        writer.doc.say("illegal", "facing", facing);
    }
    Ok(())
}

/// Two bishops come to cells of both colours: none is dropped beside the other's colour, and nothing takes the last cell
/// of a colour that has none.
fn opposite_bishops(writer: &mut Writer) -> Result<(), Problem> {
    let (variant, key) = (writer.variant, "dropOppositeColoredBishop");
    let bishop = variant.by_key("bishop").filter(|_| variant.is(key, false) == Ok(true)).cloned();
    let own = bishop.and_then(|bishop| {
        let drop = writer.drops.iter().find(|(key, _)| *key == bishop.key).map(|(_, rule)| rule.clone())?;
        Some((bishop, drop))
    });
    let Some((bishop, drop)) = own else { return Ok(()) };
    let most = [true, false].map(|white| {
        let letter = if white { bishop.letter } else { bishop.letter.to_ascii_lowercase() };
        let held = writer.start.hands[usize::from(!white)].matches(letter).count();
        let stands = |piece: &&super::start::Standing| piece.letter == bishop.letter && piece.white == white;
        held + writer.standing().iter().filter(stands).count()
    });
    let waits = variant.is("mustDrop", false)? && variant.set("mustDropType", "", &["*"]) == ["*"];
    if most.iter().any(|&most| most > 2) || variant.is("capturesToHand", false)? || !waits {
        let message = format!("`{key}` is supported for two bishops and beside `mustDrop` alone");
        return Err(Problem::new(variant.line(key), message));
    }
    let room = super::kinds::droppable(writer, &bishop)?;
    let (mut twice, mut full) = (Vec::new(), Vec::new());
    for (colour, parity) in [("dark", 0), ("light", 1)] {
        let of = |cells: Cells| -> Cells {
            cells.into_iter().filter(|cell| (cell.0 + cell.1) % 2 == parity).collect()
        };
        let all = of(writer.all());
        let on = writer.region(&format!("{colour}-cells"), [all.clone(), all]);
        let drops = writer.region(&format!("{colour}-drops"), room.clone().map(of));
        let name = &bishop.name;
        twice.push(format!("{{ count = \"own {name}\", on = {on}, at-least = 2 }}"));
        full.push(format!("[{{ none = \"own {name}\", on = {on} }}, {{ none = \"empty\", on = {drops} }}]"));
    }
    let same = format!("{{ if = {{ either = [{}] }}, moves = [\"{drop}\"] }}", twice.join(", "));
    writer.doc.say("illegal", "same-colour", same);
    let others = writer.drops.iter().filter(|(_, rule)| *rule != drop).map(|(_, rule)| format!("\"{rule}\""));
    let others: Vec<String> = others.collect();
    if !others.is_empty() {
        let both = format!("{{ count = \"own {}\", on = [\"board\", \"hand\"], at-least = 2 }}", bishop.name);
        let either = format!("{{ either = [{}] }}", full.join(", "));
        let no_room = format!("{{ if = [{both}, {either}], moves = [{}] }}", others.join(", "));
        writer.doc.say("illegal", "no-room", no_room);
    }
    Ok(())
}

/// Pieces that reach a region.
fn flags(writer: &mut Writer) -> Result<(), Problem> {
    let (variant, size) = (writer.variant, (writer.files, writer.ranks));
    let mut cells = [Cells::new(), Cells::new()];
    let mut pieces = [const { String::new() }; 2];
    for (side, (color, _)) in SIDES.iter().enumerate() {
        cells[side] = variant.cells(&format!("flagRegion{color}"), size)?.unwrap_or_default();
        let set = variant.set("flagPiece", color, &["*"]);
        pieces[side] = match set.first().and_then(|key| variant.by_key(key)) {
            Some(kind) if writer.counted(kind).next().is_none() => String::new(),
            kind => writer.pieces_of("own", kind),
        };
    }
    if cells.iter().all(Vec::is_empty) {
        return Ok(());
    }
    if pieces[0] != pieces[1] {
        return Err(Problem::new(
            variant.line("flagPieceWhite"),
            "unlike pieces for `flagPiece` are not supported",
        ));
    }
    if pieces[0].is_empty() {
        return Ok(());
    }
    if variant.is("flagMove", false)? {
        let king = writer.kinds.iter().any(|kind| kind.key == "king");
        if pieces[0] != "\"own king\"" || !king || cells.iter().any(Vec::is_empty) {
            return Err(refused(variant, "flagMove"));
        }
        let [white, black] = cells;
        let own = writer.region("goal", [white.clone(), black.clone()]);
        let other = writer.region("enemy-goal", [black.clone(), white.clone()]);
        let at = |who: &str, on: &str| format!("{{ some = \"{who} king\", on = {on} }}");
        let whites = at("white", &writer.region("white-goal", [white.clone(), white]));
        let blacks = at("black", &writer.region("black-goal", [black.clone(), black]));
        let together = format!("{{ if = [{whites}, {blacks}], winner = \"none\" }}");
        writer.doc.say("end", "together", together);
        writer.doc.say("end", "black", format!("{{ if = {blacks}, winner = \"black\" }}"));
        let late = at("enemy", &other);
        writer.doc.say("end", "late", format!("{{ if = {late}, winner = \"turn\" }}"));
        let unanswered = format!("{{ not = {{ reachable = \"enemy king\", on = {other} }} }}");
        let first = format!("{{ if = [{}, {unanswered}], winner = \"mover\" }}", at("own", &own));
        writer.doc.say("end", "white", first);
        return Ok(());
    }
    let count = variant.number("flagPieceCount", 1)?;
    let empty = cells.iter().position(Vec::is_empty);
    let player = empty.map_or("mover", |empty| SIDES[1 - empty].1);
    let mut filter = pieces[0].clone();
    if let Some(empty) = empty {
        let only = cells[1 - empty].clone();
        cells[empty] = only;
        filter = filter.replace("own", player);
    }
    let on = writer.region("goal", cells);
    let blocked = variant.is("flagPieceBlockedWin", false)?;
    let condition = match count {
        _ if blocked => format!(
            "{{ either = [{{ count = {filter}, on = {on}, at-least = {count} }}, [{{ some = {filter}, on = {on} }}, {{ none = \"empty\", on = {on} }}]] }}"
        ),
        1 => format!("{{ some = {filter}, on = {on} }}"),
        _ => format!("{{ count = {filter}, on = {on}, at-least = {count} }}"),
    };
    writer.doc.say("end", "goal", format!("{{ if = {condition}, winner = \"{player}\" }}"));
    Ok(())
}

/// Players who have lost what they must keep, or get rid of.
fn extinction(writer: &mut Writer) -> Result<(), Problem> {
    let variant = writer.variant;
    let value = variant.said("extinctionValue").unwrap_or("none");
    let royal = variant.is("extinctionPseudoRoyal", false)?;
    if value == "none" || royal && !variant.is("blastOnCapture", false)? {
        return Ok(());
    }
    let (most, others) =
        (variant.number("extinctionPieceCount", 0)?, variant.number("extinctionOpponentPieceCount", 0)?);
    let hand = variant.is("pieceDrops", false)?;
    let on = if hand { ", on = [\"board\", \"hand\"]" } else { "" };
    for key in variant.set("extinctionPieceTypes", "", &[]) {
        let (name, kind) = match variant.by_key(&key) {
            None => ("all".to_owned(), None),
            Some(kind) if writer.counted(kind).next().is_none() => {
                let message = format!("`extinctionPieceTypes`: no {} is there at the start", kind.name);
                return Err(Problem::new(variant.line("extinctionPieceTypes"), message));
            }
            Some(kind) => (kind.name.clone(), Some(kind)),
        };
        let [own, enemy] = ["own", "enemy"].map(|owner| writer.pieces_of(owner, kind));
        for (owner, pieces, others_of, side) in
            [("own", &own, &enemy, "mover"), ("enemy", &enemy, &own, "turn")]
        {
            let few = match most {
                0 => format!("{{ none = {pieces}{on} }}"),
                _ => format!("{{ count = {pieces}{on}, at-most = {most} }}"),
            };
            let few = match others {
                0 => few,
                _ => format!("[{few}, {{ count = {others_of}{on}, at-least = {others} }}]"),
            };
            let result = match value {
                "loss" => format!("loser = \"{side}\""),
                "win" => format!("winner = \"{side}\""),
                "draw" => "winner = \"none\"".to_owned(),
                _ => return Err(refused(variant, "extinctionValue")),
            };
            writer.doc.say("end", format!("{owner}-{name}"), format!("{{ if = {few}, {result} }}"));
        }
    }
    Ok(())
}

/// Pieces in a row.
fn lines(writer: &mut Writer) -> Result<(), Problem> {
    let variant = writer.variant;
    let length = variant.number("connectN", 0)?;
    if length == 0 {
        return Ok(());
    }
    if variant.set("connectPieceTypes", "", &["*"]) != ["*"] {
        return Err(Problem::new(variant.line("connectPieceTypes"), "`connectPieceTypes` is not supported"));
    }
    let [across, up, diagonal] = [
        variant.is("connectHorizontal", true)?,
        variant.is("connectVertical", true)?,
        variant.is("connectDiagonal", true)?,
    ];
    let along = match (across, up, diagonal) {
        (true, true, true) => "",
        (true, true, false) => ", along = \"orthogonal\"",
        (false, false, true) => ", along = \"diagonal\"",
        (true, false, false) => ", along = \"sideways\"",
        (false, true, false) => ", along = [\"forward\", \"backward\"]",
        _ => return Err(refused(variant, "connectDiagonal")),
    };
    let result = match variant.said("connectValue").unwrap_or("win") {
        "win" => "winner = \"mover\"",
        "loss" => "loser = \"mover\"",
        _ => return Err(refused(variant, "connectValue")),
    };
    writer.doc.say(
        "end",
        "line",
        format!("{{ if = {{ line = {{ length = {length}{along} }} }}, {result} }}"),
    );
    Ok(())
}

/// Squares of pieces, pieces on one line, groups from side to side.
fn shapes(writer: &mut Writer) -> Result<(), Problem> {
    let variant = writer.variant;
    let result = match variant.said("connectValue").unwrap_or("win") {
        "win" => "winner = \"mover\"",
        _ => "loser = \"mover\"",
    };
    let types = variant.set("connectPieceTypes", "", &["*"]);
    let kinds = variant.kinds.iter().filter(|kind| types.contains(&kind.key));
    let names: Vec<String> =
        kinds.flat_map(|kind| writer.counted(kind)).map(|name| format!("own {name}")).collect();
    let filter = match types.first().map(String::as_str) {
        Some("*") => "\"own\"".to_owned(),
        _ => crate::betza::listed(&names),
    };
    let size = variant.number("connectNxN", 0)?;
    let (files, ranks) = (writer.files, writer.ranks);
    if size > 0 && size <= files.min(ranks) {
        let corners = (0..=ranks - size).flat_map(|rank| (0..=files - size).map(move |file| (file, rank)));
        let square = |(file, rank): (u32, u32)| {
            let (from, to) =
                (super::writer::name((file, rank)), super::writer::name((file + size - 1, rank + size - 1)));
            format!("{{ count = {filter}, on = \"{from}:{to}\", at-least = {} }}", size * size)
        };
        let squares: Vec<String> = corners.map(square).collect();
        writer.doc.say(
            "end",
            "square",
            format!("{{ if = {{ either = [{}] }}, {result} }}", squares.join(", ")),
        );
    }
    let row = variant.number("collinearN", 0)?;
    if row > 0 {
        if variant.is("connectDiagonal", true)? {
            return Err(refused(variant, "collinearN"));
        }
        let across = (1..=ranks).map(|rank| format!("*{rank}"));
        let up = (0..files).map(|file| format!("{}*", super::writer::letter(file)));
        let line = |line: String| format!("{{ count = {filter}, on = \"{line}\", at-least = {row} }}");
        let lines: Vec<String> = across.chain(up).map(line).collect();
        writer.doc.say(
            "end",
            "in-line",
            format!("{{ if = {{ either = [{}] }}, {result} }}", lines.join(", ")),
        );
    }
    connection(writer, result)
}

/// Groups that join two regions. Who has but one region joins nothing.
fn connection(writer: &mut Writer, result: &str) -> Result<(), Problem> {
    let (variant, size) = (writer.variant, (writer.files, writer.ranks));
    let mut regions = [[Cells::new(), Cells::new()], [Cells::new(), Cells::new()]];
    for (number, each) in regions.iter_mut().enumerate() {
        for (cells, (color, _)) in each.iter_mut().zip(SIDES) {
            let said = variant.cells(&format!("connectRegion{}{color}", number + 1), size)?;
            *cells = said.unwrap_or_default();
        }
    }
    for side in [0, 1] {
        if regions.iter().any(|each| each[side].is_empty()) {
            regions.iter_mut().for_each(|each| each[side].clear());
        }
    }
    if regions[0].iter().all(Vec::is_empty) {
        return Ok(());
    }
    if variant.set("connectPieceTypes", "", &["*"]) != ["*"] {
        let message = "`connectPieceTypes` beside `connectRegion1White` and the like is not supported";
        return Err(Problem::new(variant.line("connectPieceTypes"), message));
    }
    for key in ["connectHorizontal", "connectVertical"] {
        if !variant.is(key, true)? {
            return Err(refused(variant, key));
        }
    }
    let along = if variant.is("connectDiagonal", true)? { "any" } else { "orthogonal" };
    let [one, other] = regions;
    let (one, other) = (writer.region("side-1", one), writer.region("side-2", other));
    let groups = format!("{{ connects = [{one}, {other}], along = \"{along}\" }}");
    writer.doc.say("end", "connected", format!("{{ if = {groups}, {result} }}"));
    Ok(())
}
