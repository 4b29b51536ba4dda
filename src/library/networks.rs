//! Networks: where they are, and games that carry them.

use std::path::Path;
use std::sync::Arc;

use super::load::Loading;
use super::network_text::{self, Mistake};
use super::shelf::{GAMES, Shelved, folder_of, shipped_file};
use crate::diagnostic::codes::shelf as codes;
use crate::diagnostic::{Diagnostic, Diagnostics, Sources, Span};
use crate::game::{Game, Network, Sight};
use crate::spec::Definition;

/// The text of a network that was trained for a game; `about` stands at its head, line by line.
pub fn network_text(network: &Network, game: &Game, about: &str) -> String {
    network_text::write(network, game, about)
}

impl Loading<'_> {
    /// Gives a game the network that its definition names, if it names one.
    pub(super) fn add_network(
        &mut self,
        game: &mut Arc<Game>,
        definition: &Definition,
        sources: &mut Sources,
        found: &mut Diagnostics,
    ) {
        let named = definition.evaluation.as_ref().and_then(|table| table.network.as_ref());
        let Some((named, game)) = named.zip(Arc::get_mut(game)) else { return };
        let from = sources.name(named.span.source).to_string();
        let network = self
            .find_network(&named.value, &from)
            .map_err(|unknown| Diagnostic { span: Some(named.span), ..unknown })
            .and_then(|file| self.read_network(&file, (game, named.span), sources));
        match network {
            Ok(network) => game.evaluation.network = Some(Arc::new(network)),
            Err(diagnostic) => found.push(diagnostic),
        }
    }

    /// Looks for a network: beside the file that names it, in the folder of definitions, among the shipped ones.
    fn find_network(&self, name: &str, from: &str) -> Result<Shelved, Diagnostic> {
        let beside = folder_of(from);
        let mut paths = beside.into_iter().chain([Path::new(GAMES)]).map(|folder| folder.join(name));
        let may =
            |path: &std::path::PathBuf| self.library.may_read(path, self.library.folder()) && path.is_file();
        if let Some(path) = paths.find(may) {
            return Ok(Shelved::of_path(&path));
        }
        shipped_file(name).ok_or_else(|| {
            let message = format!("there is no network `{}`", name.escape_debug());
            let help =
                "a network stands beside its definition or in the folder `games`; `banco train` makes one";
            Diagnostic::anywhere(codes::NOT_FOUND, message).help(help)
        })
    }

    fn read_network(
        &mut self,
        file: &Shelved,
        (game, named): (&Game, Span),
        sources: &mut Sources,
    ) -> Result<Network, Diagnostic> {
        let sight = Sight::of(&game.rules, &game.evaluation).ok_or_else(|| {
            let message = "a network is for players who face each other: it sees the board from either side";
            Diagnostic::new(codes::NETWORK, named, message)
        })?;
        let source = file.open(sources)?;
        let text = sources.text(source).clone();
        self.files.extend(file.path().map(Path::to_owned));
        self.texts.push(text.to_string());
        network_text::read(&text, game, sight).map_err(|Mistake { line, said, help }| {
            let wrong = Diagnostic::new(codes::NETWORK, sources.line_span(source, line), said);
            help.into_iter().fold(wrong, Diagnostic::help).label(named, "it is named here")
        })
    }
}
