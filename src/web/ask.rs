//! From a request to its answer: reading what is asked, doing it on a thread that may take its time, answering in JSON.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::{Body, to_bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::games::OpenGames;
use super::gate::Gate;
use super::refused::{Answer, Refused, Stop};
use super::{ARRIVAL, MOST_BYTES, MOST_SEARCHES, WORK};

/// What all requests share.
pub(super) struct Site {
    pub gate: Arc<Gate>,
    pub games: OpenGames,
    /// The game that the page opens with, if one was named.
    pub first: Option<String>,
    /// Works at once.
    works: Arc<Semaphore>,
    /// Searches at once.
    pub searches: Arc<Semaphore>,
    /// One file is written after the other.
    pub writing: std::sync::Mutex<()>,
}

impl Site {
    pub(super) fn new(gate: Gate, games: OpenGames, first: Option<String>, works: usize) -> Site {
        Site {
            gate: Arc::new(gate),
            games,
            first,
            works: Arc::new(Semaphore::new(works)),
            searches: Arc::new(Semaphore::new(MOST_SEARCHES)),
            writing: std::sync::Mutex::new(()),
        }
    }
}

/// Stops the work when it goes.
struct StopAtEnd(Stop);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The JSON of a request's body.
pub(super) async fn read<T: DeserializeOwned>(body: Body) -> Result<T, Refused> {
    let slow = |_| Refused::new(StatusCode::REQUEST_TIMEOUT, "slow", "the request did not arrive in time");
    let large = |_| {
        let why = format!("a request has at most {MOST_BYTES} bytes");
        Refused::new(StatusCode::PAYLOAD_TOO_LARGE, "large", why)
    };
    let bytes = timeout(ARRIVAL, to_bytes(body, MOST_BYTES)).await.map_err(slow)?.map_err(large)?;
    let wrong = |error: serde_json::Error| {
        Refused::new(StatusCode::BAD_REQUEST, "request", format!("the request cannot be read: {error}"))
    };
    serde_json::from_slice(&bytes).map_err(wrong)
}

/// Does some work on a thread of its own, within limits.
pub(super) async fn work<T: Send + 'static>(
    site: &Arc<Site>,
    work: impl FnOnce(&Site, &Stop) -> T + Send + 'static,
) -> Result<T, Refused> {
    let busy = || Refused::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too much is asked at once");
    let permit = timeout(WORK, site.works.clone().acquire_owned()).await.map_err(|_| busy())?;
    let stop = StopAtEnd(Stop::default());
    let (flag, shared) = (stop.0.clone(), site.clone());
    let task = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work(&shared, &flag)
    });
    match timeout(WORK, task).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(_)) => {
            Err(Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "this is a bug of banco"))
        }
        Err(_) => Err(Refused::new(StatusCode::GATEWAY_TIMEOUT, "long", "this takes too long")),
    }
}

/// Reads what is asked, does it and answers.
pub(super) async fn answer<T: DeserializeOwned + Send + 'static>(
    site: Arc<Site>,
    body: Body,
    how: fn(&Site, &Stop, T) -> Answer,
) -> Response {
    let answered = async {
        let asked: T = read(body).await?;
        work(&site, move |site, stop| how(site, stop, asked)).await?
    };
    match answered.await {
        Ok(value) => json_response(&value),
        Err(refused) => refused.into_response(),
    }
}

pub(super) fn json_response(value: &Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}
