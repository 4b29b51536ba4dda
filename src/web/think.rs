//! Searches, as streams of events that end when nobody listens any more.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Interval, interval};

use super::LONGEST_SEARCH;
use super::ask::{Site, read, work};
use super::games::{OpenGame, PlayedLine};
use super::refused::Refused;
use crate::answer::line_json;
use crate::engine::{Engine, Go, Hosted, Settings, Strength, Told};
use crate::notation::MoveStyle;
use crate::position::Position;
use crate::search::{Bound, Report};

/// How often a stream says that it is still there, so that it notices who has gone.
const BEAT: Duration = Duration::from_secs(2);

/// Reports that come sooner than this after another one are left out.
const PAUSE: Duration = Duration::from_millis(40);

/// The largest transposition table of a search, in megabytes.
const MOST_HASH: usize = 64;

/// A position to be searched, and how far.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThinkRequest {
    line: PlayedLine,
    /// The best lines that are told.
    #[serde(default)]
    lines: usize,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    nodes: Option<u64>,
    /// Milliseconds.
    #[serde(default)]
    time: Option<u64>,
    /// From 1 to 10, which holds nothing back.
    #[serde(default)]
    level: Option<u8>,
    #[serde(default)]
    threads: usize,
    #[serde(default)]
    hash: usize,
}

/// Starts a search and answers with its events.
pub(super) async fn search(site: Arc<Site>, body: Body) -> Response {
    match begin(site, body).await {
        Ok(events) => {
            let headers = [(header::CONTENT_TYPE, "text/event-stream")];
            (headers, Body::from_stream(events)).into_response()
        }
        Err(refused) => refused.into_response(),
    }
}

async fn begin(site: Arc<Site>, body: Body) -> Result<Events, Refused> {
    let asked: ThinkRequest = read(body).await?;
    let many = |_| {
        let why = "too many searches are going on: stop one, or close a tab";
        Refused::new(StatusCode::TOO_MANY_REQUESTS, "searches", why)
    };
    let permit = site.searches.clone().try_acquire_owned().map_err(many)?;
    let (sender, receiver) = channel(256);
    let engine = work(&site, move |site, stop| {
        let (kept, position) = site.games.position(&asked.line, stop)?;
        start(&asked, &kept, &position, sender)
    });
    let engine = engine.await??;
    Ok(Events { receiver, beat: interval(BEAT), _engine: engine, _permit: permit })
}

fn start(
    asked: &ThinkRequest,
    kept: &OpenGame,
    position: &Position,
    sender: Sender<String>,
) -> Result<Engine, Refused> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = Settings {
        hash: asked.hash.clamp(8, MOST_HASH),
        threads: asked.threads.clamp(1, cores),
        lines: asked.lines.clamp(1, 5),
        strength: Strength::of_level(asked.level.unwrap_or(10)),
        ..Settings::default()
    };
    let teller = Teller { position: position.clone(), sender, last: Mutex::new(None) };
    let hosted = Hosted::new(&asked.line.source.game, kept.loaded.clone());
    let listener = Arc::new(move |told| teller.tell(told));
    let busy =
        |error: std::io::Error| Refused::new(StatusCode::SERVICE_UNAVAILABLE, "busy", error.to_string());
    let mut engine = Engine::new(hosted, settings, listener).map_err(busy)?;
    let start = asked.line.start.as_deref().unwrap_or("startpos");
    let moves: Vec<&str> = asked.line.moves.iter().map(String::as_str).collect();
    let read =
        |position: &Position, text: &str| position.read_move(text).map_err(|refusal| refusal.message());
    engine.set_position(start, &moves, &read).map_err(|why| Refused::wrong("position", why))?;
    let time = asked.time.map_or(LONGEST_SEARCH, Duration::from_millis).min(LONGEST_SEARCH);
    engine.go(Go { depth: asked.depth, nodes: asked.nodes, time: Some(time), ..Go::default() });
    Ok(engine)
}

/// Turns what the search tells into events.
struct Teller {
    position: Position,
    sender: Sender<String>,
    last: Mutex<Option<Instant>>,
}

impl Teller {
    fn tell(&self, told: Told) {
        let is_last = told.is_last();
        let event = match told {
            Told::Progress(report, elapsed) if report.bound == Bound::Exact => {
                if self.is_soon(&report) {
                    return;
                }
                event("progress", &self.report(&report, elapsed))
            }
            Told::Answer(answer) => {
                let mut value = self.report(&answer.report, answer.elapsed);
                value["move"] = json!(answer.best.map(|mv| self.position.move_text(mv)));
                event("answer", &value)
            }
            Told::Trouble(why) => event("trouble", &json!({ "error": why })),
            Told::Progress(..) | Told::Counted(..) | Told::Benched(..) | Told::Booked(_) => return,
        };
        // Who has gone does not want to hear it; who is slow may miss what is not the last.
        let _ = match is_last {
            true => self.sender.blocking_send(event).is_ok(),
            false => self.sender.try_send(event).is_ok(),
        };
    }

    /// Whether something was told just now. The first plies go by faster than anybody reads.
    fn is_soon(&self, report: &Report) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let soon = last.is_some_and(|last| last.elapsed() < PAUSE) && !report.exact;
        if !soon {
            *last = Some(Instant::now());
        }
        soon
    }

    fn report(&self, report: &Report, elapsed: Duration) -> Value {
        let seconds = elapsed.as_secs_f64();
        let line = |line: &crate::search::Line| {
            let mut value = line_json(&self.position, MoveStyle::Coordinates, line.score, Some(line));
            let first = line.moves.first().map(|&mv| self.cells(mv));
            value["cells"] = json!(first);
            value
        };
        json!({
            "depth": report.depth,
            "seldepth": report.seldepth,
            "score": report.score,
            "exact": report.exact,
            "nodes": report.nodes,
            "seconds": seconds,
            "speed": (report.nodes as f64 / seconds.max(1e-3)) as u64,
            "lines": report.lines.iter().map(line).collect::<Vec<_>>(),
        })
    }

    /// Where a move starts and lands.
    fn cells(&self, mv: crate::game::Move) -> [String; 2] {
        let game = self.position.game();
        [mv.from(), mv.to()].map(|cell| game.cell_name(cell))
    }
}

fn event(name: &str, value: &Value) -> String {
    format!("event: {name}\ndata: {value}\n\n")
}

/// The events of a search. When they are dropped, the search ends.
struct Events {
    receiver: Receiver<String>,
    beat: Interval,
    _engine: Engine,
    _permit: OwnedSemaphorePermit,
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Poll::Ready(event) = self.receiver.poll_recv(context) {
            let is_last = event.as_ref().is_some_and(|event| event.starts_with("event: answer"));
            if is_last {
                self.receiver.close();
            }
            return Poll::Ready(event.map(|event| Ok(Bytes::from(event))));
        }
        match self.beat.poll_tick(context) {
            Poll::Ready(_) => Poll::Ready(Some(Ok(Bytes::from_static(b":\n\n")))),
            Poll::Pending => Poll::Pending,
        }
    }
}
