//! How moves are written for people.

use crate::diagnostic::{either, nearest};
use crate::game::Game;
use crate::notation::MoveStyle;
use crate::position::Position;

use super::output::Failure;

/// How moves are written
#[derive(clap::Args, Clone, Debug)]
pub(super) struct NotationChoice {
    /// How moves are written, and read before all else: `coordinates`, by the cells they go from and to; `san`, in
    /// standard algebraic notation; or in a notation of the definition, such as `wxf`
    #[arg(long, value_name = "NAME", default_value = "coordinates")]
    notation: String,
}

impl NotationChoice {
    /// What the name says in a game.
    pub(super) fn style(&self, game: &Game) -> Result<MoveStyle, Failure> {
        let own: Vec<&str> = game.names.notations.iter().map(|notation| notation.name.as_str()).collect();
        let name = self.notation.to_lowercase();
        match name.as_str() {
            "coordinates" => return Ok(MoveStyle::Coordinates),
            "san" => return Ok(MoveStyle::San),
            _ => {}
        }
        let found = own.iter().position(|other| *other == name);
        found.map(MoveStyle::Named).ok_or_else(|| {
            let known: Vec<&str> = ["coordinates", "san"].into_iter().chain(own).collect();
            let near = nearest(&name, known.iter().copied());
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            let (shown, game) = (self.notation.escape_debug(), game.name());
            Failure::Usage(format!("`--notation {shown}`: {game} has {}{near}", either(&known)))
        })
    }
}

/// The moves that led to a position.
pub(super) fn played_in(style: MoveStyle, position: &Position) -> Vec<String> {
    position.origin().line_in(style, &position.played())
}
