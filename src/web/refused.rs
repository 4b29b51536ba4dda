//! Why something is not done, in JSON: requests, moves, definitions.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::answer::Locale;
use crate::diagnostic::{DefinitionError, Diagnostic, Diagnostics, Sources};
use crate::game::Game;
use crate::notation::Refusal;

/// Why a request is not done.
#[derive(Debug)]
pub(super) struct Refused {
    status: StatusCode,
    body: Value,
}

impl Refused {
    /// With a code for programs and a sentence for people.
    pub(super) fn new(status: StatusCode, code: &str, why: impl Into<String>) -> Refused {
        Refused { status, body: json!({ "error": why.into(), "code": code }) }
    }

    /// What was asked has no sense.
    pub(super) fn wrong(code: &str, why: impl Into<String>) -> Refused {
        Refused::new(StatusCode::UNPROCESSABLE_ENTITY, code, why)
    }

    /// With more that programs want to know.
    pub(super) fn with(mut self, key: &str, value: Value) -> Refused {
        self.body[key] = value;
        self
    }

    /// A definition that is wrong, with all mistakes.
    pub(super) fn definition(error: &DefinitionError) -> Refused {
        let first = error.diagnostics.sorted().first().map(|first| first.message.clone());
        Refused::wrong("definition", first.unwrap_or_default())
            .with("diagnostics", diagnostics_json(&error.diagnostics, &error.sources))
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, [(header::CONTENT_TYPE, "application/json")], self.body.to_string()).into_response()
    }
}

/// What is answered, or why nothing is.
pub(super) type Answer = Result<Value, Refused>;

/// Becomes true when nobody waits for the work any more.
pub(super) type Stop = Arc<AtomicBool>;

/// Why a move is refused: the sentence, the rule's line, and cells to point at.
pub(super) fn refusal_json(game: &Arc<Game>, locale: &Locale, refusal: &Refusal) -> Value {
    let origin = refusal.origin();
    let exposed =
        refusal.exposed().map(|exposed| [exposed.on, exposed.from].map(|cell| game.cell_name(cell)));
    json!({
        "message": locale.refusal_alone(game, refusal),
        "file": origin.map(|origin| &*origin.file),
        "line": origin.map(|origin| origin.line),
        "cells": exposed,
    })
}

/// Diagnostics with their places: lines and columns for people, and for an editor the first and the last character,
/// counted as JavaScript counts.
pub(super) fn diagnostics_json(diagnostics: &Diagnostics, sources: &Sources) -> Value {
    let one = |diagnostic: &&Diagnostic| {
        let mut value = json!(diagnostic.finding(sources));
        if let Some(span) = diagnostic.span {
            let text = sources.text(span.source);
            let count = |end: u32| text.get(..end as usize).map(|before| before.encode_utf16().count());
            value["span"] = json!([count(span.start), count(span.end)]);
        }
        value
    };
    diagnostics.sorted().iter().map(one).collect()
}
