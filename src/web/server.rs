//! The server: connections, and which path leads where.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;

use super::ask::{Site, answer, json_response, work};
use super::games::OpenGames;
use super::gate::{Gate, pass};
use super::refused::{Answer, Refused, Stop};
use super::{ARRIVAL, MOST_CONNECTIONS, assets, describe, files, place, record, suite, think, tree, weights};
use crate::eval::script::STACK;
use crate::library::{Library, Loaded};

/// What is served.
pub(crate) struct Options {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The name and the definition of the game that the page opens with. It need not lie where others do.
    pub game: Option<(String, Loaded)>,
}

/// A server that listens and does not answer yet.
pub(crate) struct PageServer {
    listener: TcpListener,
    site: Arc<Site>,
}

impl PageServer {
    /// Listens on this computer alone.
    ///
    /// # Errors
    ///
    /// When the port is taken, or the system gives no random numbers.
    pub(crate) fn bind(options: Options) -> io::Result<PageServer> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))?;
        listener.set_nonblocking(true)?;
        let gate = Gate::new(listener.local_addr()?.port())?;
        let first = options.game.as_ref().map(|(name, _)| name.clone());
        let games = OpenGames::new(Library::default().confined(), options.game);
        let works = std::thread::available_parallelism().map_or(2, usize::from) + 2;
        Ok(PageServer { listener, site: Arc::new(Site::new(gate, games, first, works)) })
    }

    /// The address that opens the page, once.
    pub(crate) fn address(&self) -> String {
        self.site.gate.address()
    }

    /// Answers until the program is ended.
    ///
    /// # Errors
    ///
    /// When the system does not let it listen.
    pub(crate) fn run(self) -> io::Result<()> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().thread_stack_size(STACK).build()?;
        runtime.block_on(accept(self.listener, routes(self.site)))
    }
}

async fn accept(listener: TcpListener, routes: Router) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let permit = room.clone().acquire_owned().await;
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                // Out of files, most likely: others have to end first.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(routes.clone());
        tokio::spawn(async move {
            let _permit = permit;
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(ARRIVAL).max_buf_size(64 << 10).max_headers(64);
            // Whoever goes away in the middle, or speaks nonsense, is owed nothing.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

fn routes(site: Arc<Site>) -> Router {
    Router::new()
        .route("/api/games", get(games))
        .route("/api/picture/{name}", get(picture))
        .route("/api/schema", get(schema))
        .route("/api/game", asked(describe::game))
        .route("/api/doubts", asked(describe::doubts))
        .route("/api/position", asked(place::position))
        .route("/api/evaluation", asked(place::evaluation))
        .route("/api/threats", asked(place::threats))
        .route("/api/record", asked(record::record))
        .route("/api/search", post(|State(site), body: Body| think::search(site, body)))
        .route("/api/tree", asked(tree::tree))
        .route("/api/weights", asked(weights::weights))
        .route("/api/suite", asked(suite::run))
        .route("/api/read", asked(files::read))
        .route("/api/new", asked(files::new))
        .route("/api/save", asked(files::save))
        .fallback(file)
        .method_not_allowed_fallback(not_so)
        .layer(from_fn_with_state(site.gate.clone(), pass))
        .with_state(site)
}

/// What answers a question that is asked in JSON.
fn asked<T: DeserializeOwned + Send + 'static>(
    how: fn(&Site, &Stop, T) -> Answer,
) -> axum::routing::MethodRouter<Arc<Site>> {
    post(move |State(site): State<Arc<Site>>, body: Body| answer(site, body, how))
}

async fn games(State(site): State<Arc<Site>>) -> Response {
    match work(&site, |site, _| describe::catalogue(site)).await {
        Ok(value) => json_response(&value),
        Err(refused) => refused.into_response(),
    }
}

async fn picture(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Response {
    match work(&site, move |site, _| describe::picture(site, &name)).await {
        Ok(Ok(svg)) => {
            let headers =
                [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "private, max-age=60")];
            (headers, svg).into_response()
        }
        Ok(Err(refused)) | Err(refused) => refused.into_response(),
    }
}

async fn schema(State(site): State<Arc<Site>>) -> Response {
    match work(&site, |_, _| crate::spec::schema()).await {
        Ok(value) => json_response(&value),
        Err(refused) => refused.into_response(),
    }
}

/// A file of the page.
async fn file(method: axum::http::Method, uri: axum::http::Uri) -> Response {
    match assets::asset(uri.path()) {
        Some(asset) if method == axum::http::Method::GET => {
            ([(header::CONTENT_TYPE, asset.media)], asset.text.into_owned()).into_response()
        }
        Some(_) => not_so().await,
        None => Refused::new(StatusCode::NOT_FOUND, "unknown", "there is nothing here").into_response(),
    }
}

async fn not_so() -> Response {
    Refused::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this is asked in another way").into_response()
}
