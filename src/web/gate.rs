//! Who may ask: pages of this server alone, which somebody opened with the address that it printed.
//!
//! The address carries a key that is exchanged once for a cookie. Other sites do not know the cookie, cannot send it
//! (`SameSite=Strict`) and have another origin; a name that somebody else leads to this computer has another host.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use super::assets::asset;
use super::refused::Refused;

/// What the page may do: nothing that leads elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The secrets of a running server.
pub(super) struct Gate {
    port: u16,
    key: Mutex<Option<String>>,
    cookie: String,
}

impl Gate {
    /// New secrets for a server on that port.
    ///
    /// # Errors
    ///
    /// When the system gives no random numbers.
    pub(super) fn new(port: u16) -> std::io::Result<Gate> {
        Ok(Gate { port, key: Mutex::new(Some(secret()?)), cookie: secret()? })
    }

    /// The address that opens the page.
    pub(super) fn address(&self) -> String {
        let key = self.key.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default();
        format!("http://127.0.0.1:{}/?key={key}", self.port)
    }

    /// The name of the cookie: browsers do not tell ports apart.
    fn name(&self) -> String {
        format!("banco-{}", self.port)
    }

    fn is_own_host(&self, host: &str) -> bool {
        let port = self.port;
        [format!("127.0.0.1:{port}"), format!("localhost:{port}")].iter().any(|own| own == host)
    }

    /// Whether a request comes from a page of this server, or from no page.
    fn check_origin(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refused> {
        let foreign = |what: &str| Refused::new(StatusCode::FORBIDDEN, "foreign", what);
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        if headers.get_all(header::HOST).iter().count() != 1 || uri.host().is_some() {
            return Err(foreign("say one host"));
        }
        if !text(header::HOST).is_some_and(|host| self.is_own_host(host)) {
            return Err(foreign("this server answers as 127.0.0.1 alone"));
        }
        let own = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| self.is_own_host(host));
        if text(header::ORIGIN).is_some_and(|origin| !own(origin)) {
            return Err(foreign("pages of other sites may not ask"));
        }
        Ok(())
    }

    /// Whether a browser says that another site has asked.
    fn is_cross_site(headers: &HeaderMap) -> bool {
        let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
        site.is_some_and(|site| site != "same-origin" && site != "none")
    }

    /// Whether the request has the cookie.
    fn knows(&self, headers: &HeaderMap) -> bool {
        let name = self.name();
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|cookies| cookies.split(';')).filter_map(|one| one.trim().split_once('='));
        pairs.any(|(key, value)| key == name && same(value, &self.cookie))
    }

    /// Takes the key, which is worth something once.
    fn take(&self, offered: &str) -> bool {
        let mut key = self.key.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = key.as_deref().is_some_and(|key| same(key, offered));
        if fits {
            *key = None;
        }
        fits
    }

    /// The answer to who comes with a key: the cookie, and the page without the key in its address.
    fn exchange(&self, offered: &str, headers: &HeaderMap) -> Response {
        let home = [(header::LOCATION, HeaderValue::from_static("/"))];
        if self.knows(headers) {
            return (StatusCode::SEE_OTHER, home).into_response();
        }
        if !self.take(offered) {
            // The page itself says that it is locked, and how it is opened.
            let page = asset("/").map_or_else(String::new, |page| page.text.into_owned());
            return (StatusCode::FORBIDDEN, Html(page)).into_response();
        }
        let cookie = format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.name(), self.cookie);
        let mut response = (StatusCode::SEE_OTHER, home).into_response();
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// Whether two secrets are the same, in a time that does not depend on where they differ.
fn same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differences == 0
}

fn secret() -> std::io::Result<String> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Lets a request pass, or answers why not.
pub(super) async fn pass(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let mut response = match admitted(&gate, &request) {
        Ok(None) => next.run(request).await,
        Ok(Some(response)) => response,
        Err(refused) => refused.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

/// Nothing where a request may pass, or the answer where it is complete.
fn admitted(gate: &Gate, request: &Request) -> Result<Option<Response>, Refused> {
    let (uri, headers) = (request.uri(), request.headers());
    gate.check_origin(uri, headers)?;
    if let ("/", Some(key)) = (uri.path(), uri.query().and_then(|query| query.strip_prefix("key="))) {
        return Ok(Some(gate.exchange(key, headers)));
    }
    if !uri.path().starts_with("/api/") {
        return Ok(None);
    }
    if Gate::is_cross_site(headers) {
        return Err(Refused::new(StatusCode::FORBIDDEN, "foreign", "pages of other sites may not ask"));
    }
    if !gate.knows(headers) {
        let why = "the address that `banco serve` prints opens this page, once; start it again for a new one";
        return Err(Refused::new(StatusCode::UNAUTHORIZED, "cookie", why));
    }
    let media = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_json = media.split(';').next().is_some_and(|media| media.trim() == "application/json");
    if request.method() == Method::POST && !is_json {
        let why = "send JSON, with the content type application/json";
        return Err(Refused::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media", why));
    }
    Ok(None)
}
