//! In plain English: what pieces are besides how they move, what moves do besides, and what is so in the whole
//! game.

use crate::spec::{
    Choices, Definition, Effect, Entry, Form, InChain, Names, Occasion, Piece, Preference, Preferred,
    Promotion, Receiver, Region, RegionEntry, Touched, Verb,
};

use super::phrases::{
    carried, counted, directions, filter, item, joined_by, listed, player_names, region, section,
    whole_region, with_article,
};

/// What is said of a kind besides its moves.
pub(super) fn besides(piece: &Piece) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(like) = &piece.like {
        let kinds: Vec<String> = like.list.iter().map(|kind| format!("the {}", kind.value)).collect();
        lines.push(format!("moves like {}, but for drops and castling", listed(&kinds, "and")));
    }
    if let Some(promote) = &piece.promote {
        lines.extend(promotion(promote));
    }
    if let Some(most) = &piece.supply {
        let most = counted(most.value, "piece");
        lines.push(format!("a player has at most {most} of the kind by promotion and from the supply"));
    }
    if let Some(base) = &piece.base {
        lines.push(format!("is {} in a hand", with_article(&base.value)));
    }
    for effect in piece.effects.iter().flat_map(|effects| &effects.list) {
        lines.push(format!("by each of its moves {}", deed(effect)));
    }
    lines
}

pub(super) fn promotion(promotion: &Promotion) -> Option<String> {
    let becomes = match promotion.to.as_ref()? {
        Choices::Same(names) => kinds(names),
        Choices::PerPlayer(each) => {
            let said = each.iter().map(|entry| format!("{} for {}", kinds(&entry.value), entry.name.value));
            listed(&said.collect::<Vec<_>>(), "and")
        }
    };
    let may =
        if promotion.optional.is_some_and(|optional| optional.value) { "may become" } else { "becomes" };
    let when = match (&promotion.on, &promotion.from_or_to) {
        (Some(on), _) => format!("lands within {}", region(on)),
        (None, Some(on)) => format!("starts or lands within {}", region(on)),
        (None, None) => return None,
    };
    let forced = promotion.forced.as_ref();
    let forced =
        forced.map_or_else(String::new, |on| format!(", and must where it lands within {}", region(on)));
    let chain = match promotion.chain.map(|chain| chain.value) {
        None => "",
        Some(InChain::Waits) => "; a piece that goes on only where the whole move ends",
        Some(InChain::Ends) => "; a piece that goes on stops there",
        Some(InChain::GoesOn) => "; a piece that goes on does so as what it has become",
    };
    Some(format!("{may} {becomes} by a move that {when}{forced}{chain}"))
}

fn kinds(names: &Names) -> String {
    listed(&names.list.iter().map(|name| with_article(&name.value)).collect::<Vec<_>>(), "or")
}

/// What an effect does, as a clause.
pub(super) fn deed(effect: &Effect) -> String {
    // What is said in passing ends in a comma, which nothing may follow.
    whole_deed(effect).trim_end_matches(',').to_owned()
}

fn whole_deed(effect: &Effect) -> String {
    let Some((verb, cells)) = effect.verb() else { return "?".into() };
    let place = match cells.value {
        Touched::To => "on the landing cell",
        Touched::From => "on the cell it leaves",
        Touched::Path => "on the cells between",
        Touched::Around => "around the landing cell",
        Touched::InLine => "in line with the landing cell, whatever stands between,",
        Touched::Flanked => "in a row from the landing cell to a piece of the mover",
        Touched::Marker => "that made the mark",
        Touched::Enclosed => "in a group without an empty cell beside it",
        Touched::Flanking => "on both sides of the landing cell, where enemies stand on both,",
        Touched::Beset => "beside the landing cell that pieces of the mover close in on all sides",
        Touched::Between => "on the cells with pieces of the mover on both sides",
    };
    let place = format!("{place}{}", more_of(effect, cells.value));
    let what = |default: &str| effect.only.as_ref().map_or_else(|| default.to_owned(), filter);
    // What is closed in is an enemy's, whatever else is said of it.
    let named = Some(what("an enemy piece")).filter(|what| what.starts_with("a ") || what.starts_with("an "));
    let named = named.map(|what| every(&what));
    let done = match (verb, cells.value) {
        (Verb::Take, Touched::Marker) => "it takes the piece that made the mark".to_owned(),
        (Verb::Take, Touched::To) if effect.only.is_none() => "it is taken itself".to_owned(),
        (Verb::Take, Touched::Flanked | Touched::Flanking | Touched::Beset) if named.is_some() => {
            format!("it takes {} {place}", named.unwrap_or_default())
        }
        (Verb::Take, _) => format!("it takes every piece {place}{}", only(effect)),
        (Verb::Flip, _) => format!("{} {place} becomes the mover's", every(&what("an enemy piece"))),
        (Verb::Put, _) => {
            let put = effect.kind.as_ref().map_or("piece of its kind", |kind| kind.value.as_str());
            format!("it puts a new {put} {place}, where that is empty")
        }
        (Verb::Become, Touched::To) => format!("it becomes {}{}", kind_of(effect), where_it_is(effect)),
        (Verb::Become, _) => format!("every piece {place}{} becomes {}", only(effect), kind_of(effect)),
        (Verb::Mark, Touched::To) => "the landing cell is marked for the next move".to_owned(),
        (Verb::Mark, Touched::From) => "the cell it leaves is marked for the next move".to_owned(),
        (Verb::Mark, _) => {
            format!("empty cells {} are marked for the next move", place.trim_start_matches("on the cells "))
        }
        (Verb::Settle, Touched::To) => "it counts as not having moved".to_owned(),
        (Verb::Unsettle, Touched::To) => "it counts as having moved".to_owned(),
        (Verb::Unsettle, _) => format!("every piece {place}{} counts as having moved", only(effect)),
        (Verb::Settle, _) => format!("every piece {place} counts as not having moved"),
    };
    let least = effect.at_least.map_or_else(String::new, |least| {
        format!(", and has to do so to {} or more", counted(least.value, "cell"))
    });
    let late = if effect.when.is_some() { ", when the whole move is over" } else { "" };
    done + &least + late
}

/// What else is said of the cells of an effect.
fn more_of(effect: &Effect, cells: Touched) -> String {
    let mut said = match cells {
        Touched::Enclosed => joined_by(effect.along.as_ref()),
        _ => effect.along.as_ref().map_or_else(String::new, |along| format!(" {}", directions(along))),
    };
    if let Some(hostile) = effect.hostile.as_ref().filter(|_| cells == Touched::Flanked) {
        said = format!(" or to an empty cell of {}{said}", region(hostile));
    }
    if let Some(range) = effect.range.map(|range| range.value) {
        let most = range.most;
        said.push_str(&match (range.least, most) {
            (1, 1) => ", where it stands alone between them".to_owned(),
            (least, most) if least == most => format!(", {most} of them in the row"),
            (least, most) => format!(", {least} to {most} of them in the row"),
        });
    }
    if let Some(hostile) = effect.hostile.as_ref().filter(|_| cells != Touched::Flanked) {
        said.push_str(&format!(", an empty cell of {} closing in as they do", region(hostile)));
    }
    if effect.edge.is_some_and(|edge| edge.value) {
        said.push_str(", the edge of the board, too");
    }
    if effect.fresh.is_some_and(|fresh| fresh.value) {
        said.push_str(", but not before the move,");
    }
    if let Some(on) = &effect.on {
        said.push_str(&format!(", within {},", region(on)));
    }
    said
}

/// "a queen".
fn kind_of(effect: &Effect) -> String {
    with_article(effect.kind.as_ref().map_or("?", |kind| kind.value.as_str()))
}

fn where_it_is(effect: &Effect) -> String {
    effect.only.as_ref().map_or_else(String::new, |only| format!(", where it is {}", filter(only)))
}

fn only(effect: &Effect) -> String {
    effect.only.as_ref().map_or_else(String::new, |only| format!(" that is {}", filter(only)))
}

/// "every enemy piece" for "an enemy piece".
fn every(what: &str) -> String {
    let bare = ["an ", "a "].into_iter().find_map(|article| what.strip_prefix(article)).unwrap_or(what);
    format!("every {bare}")
}

/// The regions that the rules name, cell by cell.
pub(super) fn regions(text: &mut String, definition: &Definition) {
    if definition.regions.is_empty() {
        return;
    }
    section(text, "Regions");
    let [first, second] = player_names(definition);
    for entry in &definition.regions {
        let cells = match &entry.value {
            RegionEntry::Same(cells) => whole_region(cells),
            RegionEntry::Own(cells) => {
                format!("{} for {first}, {} for {second}", whole_region(cells), carried(definition))
            }
            RegionEntry::PerPlayer(each) => {
                let of = |own: &Entry<Region>| format!("{} for {}", whole_region(&own.value), own.name.value);
                listed(&each.iter().map(of).collect::<Vec<_>>(), "and")
            }
        };
        item(text, &format!("{}: {cells}", entry.name.value));
    }
}

/// What may come from a hand when pieces move for the first time.
pub(super) fn first_moves(text: &mut String, definition: &Definition) {
    if let Some(gate) = definition.hands.as_ref().and_then(|hands| hands.gate.as_ref()) {
        section(text, "First moves");
        let kinds = gate.of.iter().flat_map(|names| &names.list).map(|name| name.value.clone());
        let kinds = listed(&kinds.collect::<Vec<_>>(), "or");
        let on = gate.on.as_ref().map(region).unwrap_or_default();
        let which = format!("a piece that first moves, from {on},");
        item(
            text,
            &format!("{which} may be followed on the cell that it leaves by one from the hand: {kinds}"),
        );
        item(text, "when two pieces castle, by one on either cell");
    }
}

/// What happens to captured pieces and after captures.
pub(super) fn captures(text: &mut String, definition: &Definition) {
    let captured = definition.hands.as_ref().and_then(|hands| hands.captured.as_ref());
    if captured.is_none() && definition.effects.is_empty() {
        return;
    }
    section(text, "Captures");
    if let Some(captured) = captured {
        let whose = match captured.to.map(|to| to.value) {
            Some(Receiver::Owner) => "its owner's hand",
            _ => "the hand of the player who captured it",
        };
        let form = match captured.form.map(|form| form.value) {
            Some(Form::Base) => ", in its base form",
            _ => ", as the kind that it is",
        };
        item(text, &format!("a captured piece goes to {whose}{form}"));
    }
    for entry in &definition.effects {
        let effects = entry.value.effects.iter().flat_map(|effects| &effects.list);
        for effect in effects {
            // The piece that lands has captured.
            let when =
                if entry.value.is_on(Occasion::Move) { "after every move" } else { "when a piece captures" };
            item(text, &format!("{}: {when}, {}", entry.name.value, deed(effect)));
        }
    }
}

/// Which of the moves that rules make are legal.
pub(super) fn legality(text: &mut String, definition: &Definition) {
    let Some(legality) = &definition.legality else { return };
    let first = legality.priority.iter().flatten().map(|name| name.value.clone()).collect::<Vec<_>>();
    let must = legality.must_capture.is_some_and(|must| must.value);
    let prefer = legality.prefer.iter().flat_map(|prefer| &prefer.list).collect::<Vec<_>>();
    if first.is_empty() && !must && prefer.is_empty() {
        return;
    }
    section(text, "Moves that come first");
    if !first.is_empty() {
        let first = listed(&first, "or");
        item(text, &format!("where {first} is legal, no other move is"));
    }
    if must {
        item(text, "where a capture is legal, only captures are");
    }
    for (place, preferred) in prefer.iter().enumerate() {
        let among = if place == 0 { "of the captures, only those" } else { "where that is even, only those" };
        item(text, &format!("{among} are legal {}", preferred_ones(preferred)));
    }
}

fn preferred_ones(preferred: &Preferred) -> String {
    let Preferred::By(preference) = preferred else { return "that take the most pieces".to_owned() };
    let Preference { weight, by, most, first, .. } = &**preference;
    if let Some(kind) = by {
        return format!("by {}, where there is one", with_article(&kind.value));
    }
    if let Some(most) = most {
        return format!("that take the most pieces, counting only {}", filter(most));
    }
    if let Some(first) = first {
        return format!("that take {} the earliest", filter(first));
    }
    let weights: Vec<String> =
        weight.iter().map(|entry| format!("{} for each {}", entry.value.value, entry.name.value)).collect();
    format!("that take what counts most: {}", listed(&weights, "and"))
}

/// What counts where the score decides.
pub(super) fn score(text: &mut String, definition: &Definition) {
    let Some(score) = &definition.score else { return };
    section(text, "Score");
    for value in &score.values {
        item(text, &format!("{} for each {} on the board", value.value.value, value.name.value));
    }
    if let Some(area) = score.area {
        let whose =
            "for each empty cell whose region has pieces of one player alone beside it, for that player";
        item(text, &format!("{} {whose}", area.value));
    }
    for bonus in &score.bonus {
        item(text, &format!("{} for {} from the start", bonus.value.value, bonus.name.value));
    }
}
