//! `banco serve`: who may ask, what is answered, and what nobody can do with it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::shipped;

/// A running server, in a folder of its own.
pub struct Served {
    child: Child,
    port: u16,
    key: String,
    cookie: String,
    folder: tempfile::TempDir,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Answered {
    status: u16,
    head: String,
    body: String,
}

impl Answered {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{} {}", self.head, self.body))
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Starts a server whose key is not used yet.
fn locked(words: &[&str]) -> Served {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_banco"))
        .arg("serve")
        .args(words)
        .arg("--json")
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    let mut out = std::io::BufReader::new(child.stdout.take().expect("its output"));
    std::io::BufRead::read_line(&mut out, &mut line).expect("a line");
    let said: Value = serde_json::from_str(&line).expect("JSON");
    let address = said["address"].as_str().expect("an address");
    let (host, key) =
        address.strip_prefix("http://").and_then(|rest| rest.split_once("/?key=")).expect("a key");
    let port = host.strip_prefix("127.0.0.1:").expect("this computer").parse().expect("a port");
    Served { child, port, key: key.to_owned(), cookie: String::new(), folder }
}

/// Starts a server and exchanges its key.
pub fn served(words: &[&str]) -> Served {
    let mut served = locked(words);
    let answered = served.get(&format!("/?key={}", served.key));
    assert_eq!(answered.status, 303, "{}", answered.head);
    let cookie = answered.header("set-cookie").expect("a cookie").to_owned();
    served.cookie = cookie.split(';').next().expect("its value").to_owned();
    served
}

impl Served {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("set");
        stream
    }

    fn raw(&self, request: &[u8]) -> Answered {
        let mut stream = self.connect();
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answered { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// A request with these lines in its head, besides the length of its body.
    fn with(&self, method: &str, path: &str, lines: &str, body: &str) -> Answered {
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{lines}\r\n"
        );
        self.raw((head + body).as_bytes())
    }

    fn own(&self) -> String {
        format!(
            "Host: 127.0.0.1:{}\r\nCookie: {}\r\nContent-Type: application/json\r\n",
            self.port, self.cookie
        )
    }

    fn get(&self, path: &str) -> Answered {
        self.with("GET", path, &self.own(), "")
    }

    fn post(&self, what: &str, body: &Value) -> Answered {
        self.with("POST", &format!("/api/{what}"), &self.own(), &body.to_string())
    }

    /// The answer to a question that is in order.
    pub fn ask(&self, what: &str, body: &Value) -> Value {
        let answered = self.post(what, body);
        assert_eq!(answered.status, 200, "{what} {body}: {}", answered.body);
        answered.json()
    }

    /// Why a question is refused.
    pub fn refused(&self, what: &str, body: &Value) -> (u16, Value) {
        let answered = self.post(what, body);
        assert_ne!(answered.status, 200, "{what} {body}: {}", answered.body);
        (answered.status, answered.json())
    }

    fn path(&self, file: &str) -> std::path::PathBuf {
        self.folder.path().join(file)
    }

    /// Begins a search and waits for its first event.
    fn begin_search(&self, line: &Value) -> (TcpStream, String) {
        let body = json!({ "line": line, "lines": 2 }).to_string();
        let mut stream = self.connect();
        let head =
            format!("POST /api/search HTTP/1.1\r\nContent-Length: {}\r\n{}\r\n", body.len(), self.own());
        stream.write_all((head + &body).as_bytes()).expect("sent");
        let mut seen = String::new();
        let mut buffer = [0; 4096];
        while !seen.contains("event: ") && !seen.contains("\"error\"") {
            let count = stream.read(&mut buffer).expect("an answer");
            assert!(count > 0, "{seen}");
            seen += &String::from_utf8_lossy(&buffer[..count]);
        }
        (stream, seen)
    }

    /// Ends the server; what it said on its standard error.
    fn end(mut self) -> String {
        assert!(self.child.try_wait().expect("asked").is_none(), "it runs");
        let _ = self.child.kill();
        let mut said = String::new();
        let _ = self.child.stderr.take().expect("its output").read_to_string(&mut said);
        said
    }
}

pub fn line(game: &str, moves: &[&str]) -> Value {
    json!({ "source": { "game": game }, "moves": moves, "lang": "en" })
}

#[test]
fn the_address_opens_the_page_once_and_only_its_cookie_may_ask() {
    let served = locked(&[]);
    assert_eq!(served.get("/").status, 200, "the page itself is no secret");
    for what in ["games", "schema"] {
        assert_eq!(served.get(&format!("/api/{what}")).status, 401);
    }
    let question = json!({ "line": line("dodgem", &[]) });
    assert_eq!(served.post("position", &question).status, 401);
    assert_eq!(served.get("/?key=wrong").status, 403);
    let answered = served.get(&format!("/?key={}", served.key));
    let cookie = answered.header("set-cookie").expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert_eq!(answered.header("location"), Some("/"), "the key stays in no address");
    assert_eq!(served.get(&format!("/?key={}", served.key)).status, 403, "it is worth something once");
    let value = cookie.split(';').next().expect("its value");
    let lines = format!("Host: 127.0.0.1:{}\r\nCookie: a=b; {value}\r\n", served.port);
    assert_eq!(served.with("GET", "/api/games", &lines, "").status, 200);
    let wrong = lines.replace(&value[value.len() - 3..], "xyz");
    assert_eq!(served.with("GET", "/api/games", &wrong, "").status, 401);
}

#[test]
fn foreign_hosts_origins_and_sites_are_refused() {
    let served = served(&[]);
    let (port, cookie) = (served.port, &served.cookie);
    let rest = format!("Cookie: {cookie}\r\nContent-Type: application/json\r\n");
    let body = json!({ "line": line("dodgem", &[]) }).to_string();
    let status = |lines: &str| served.with("POST", "/api/position", &format!("{lines}{rest}"), &body).status;
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    assert_eq!(status(&own), 200);
    assert_eq!(status(&format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n")), 200);
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", "0.0.0.0", &format!("evil.example:{port}"), ""] {
        assert_eq!(status(&format!("Host: {host}\r\n")), 403, "{host}");
    }
    assert_eq!(status(&format!("{own}{own}")), 403, "two hosts");
    for origin in ["null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1", "file://"] {
        assert_eq!(status(&format!("{own}Origin: {origin}\r\n")), 403, "{origin}");
    }
    for site in ["cross-site", "same-site"] {
        assert_eq!(status(&format!("{own}Sec-Fetch-Site: {site}\r\n")), 403, "{site}");
    }
    assert_eq!(served.with("GET", "/", "Host: evil.example\r\n", "").status, 403);
    let plain = own.clone() + &rest.replace("application/json", "text/plain");
    assert_eq!(served.with("POST", "/api/position", &plain, &body).status, 415, "no form can ask");
    let page = served.get("/");
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
}

#[test]
fn how_a_game_ends_is_said_in_the_language_that_is_asked_for() {
    let served = served(&[]);
    let says = |game: &str, lang: &str, end: usize| {
        let found = served.ask("game", &json!({ "source": { "game": game }, "lang": lang }));
        found["ends"][end]["says"].as_str().expect("said").to_owned()
    };
    assert_eq!(says("dodgem", "vi", 1), "bị chặn hết nước: người đến lượt thua");
    assert!(says("brandubh", "vi", 0).ends_with(": Vây thắng"), "a player is called by name");
    assert!(says("dodgem", "en", 1).starts_with("when the player to move has no legal move"));
}

#[test]
fn a_position_says_what_can_be_played_and_a_refusal_names_its_line() {
    let served = served(&[]);
    let found = served.ask("position", &json!({ "line": line("dodgem", &["a3b3"]) }));
    assert_eq!(found["turn"], 0);
    assert_eq!(found["last"], json!(["a3", "b3"]));
    let moves = found["moves"].as_array().expect("moves");
    assert!(moves.iter().any(|one| one[1].as_array().is_some_and(|steps| steps.len() == 2)), "{moves:?}");
    let refused = served.ask("position", &json!({ "line": line("chess", &[]), "play": "e2e5" }));
    assert!(refused["refused"]["line"].is_u64() && refused["played"] == json!([]), "{}", refused["refused"]);
    let vietnamese = json!({ "source": { "game": "chess" }, "lang": "vi" });
    let refused = served.ask("position", &json!({ "line": vietnamese, "play": "e2e5" }));
    assert!(refused["refused"]["message"].as_str().is_some_and(|why| why.contains("luật")), "{refused}");
    let played = served.ask("position", &json!({ "line": line("chess", &[]), "play": "E2-E4" }));
    assert_eq!(played["played"], json!(["e2e4"]), "as people write it");
    let (status, wrong) = served.refused("position", &json!({ "line": line("chess", &["e2e4", "e2e4"]) }));
    assert_eq!((status, &wrong["code"], &wrong["at"]), (422, &json!("move"), &json!(1)));
    let mate = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let over = served.ask("position", &json!({ "line": line("chess", &mate) }));
    assert_eq!(over["outcome"]["winner"], "black");
    assert_eq!(over["checked"], json!(["e1"]));
    assert_eq!(over["moves"], json!([]));
}

#[test]
fn a_game_is_described_with_its_pictures_regions_and_texts() {
    let served = served(&["xiangqi"]);
    assert_eq!(served.get("/api/games").json()["first"], "xiangqi");
    let about = |game: &str| served.ask("game", &json!({ "source": { "game": game }, "lang": "vi" }));
    let game = about("xiangqi");
    assert_eq!((&game["files"], &game["ranks"], &game["points"]), (&json!(9), &json!(10), &json!(true)));
    let pieces = game["pieces"].as_array().expect("pieces");
    assert!(pieces.iter().all(|piece| piece["svg"].as_str().is_some_and(|svg| svg.contains("<circle"))));
    assert!(game["regions"].as_array().is_some_and(|regions| !regions.is_empty()));
    assert!(game["texts"]["definition"]["text"].as_str().is_some_and(|text| text.contains("[game]")));
    assert_eq!(game["texts"]["definition"]["stamp"], Value::Null, "it is no file here");
    assert_eq!(about("y")["hexes"]["middles"][12][0], 650.0, "the tip of a triangle");
    let svg = served.get("/api/picture/chess");
    assert!(svg.status == 200 && svg.body.starts_with("<svg"), "{}", svg.head);
    let text =
        game["texts"]["definition"]["text"].as_str().expect("a text").replacen("language", "languag", 1);
    let broken = json!({ "source": { "game": "xiangqi", "text": text } });
    let (status, wrong) = served.refused("game", &broken);
    let all = wrong["diagnostics"].as_array().expect("diagnostics");
    let units: Vec<u16> = text.encode_utf16().collect();
    let underlined = |one: &Value| {
        let [from, to] = [0, 1].map(|at| one["span"][at].as_u64().expect("a place") as usize);
        String::from_utf16_lossy(&units[from..to])
    };
    assert_eq!(status, 422);
    assert!(all.iter().any(|one| underlined(one) == "languag"), "{wrong}");
}

#[test]
fn names_are_no_paths_and_nothing_outside_the_folders_is_read() {
    let served = served(&[]);
    std::fs::write(served.path("secret.toml"), "[game]\nname = \"s3cret\"\n[board]\nsize = [3, 3]\n")
        .expect("written");
    std::fs::write(served.path("secret.lua"), "-- s3cret\nreturn 1").expect("written");
    std::fs::create_dir(served.path("games")).expect("made");
    let names = [
        "../secret",
        "secret.toml",
        "./secret",
        "games/../../secret",
        "/etc/passwd",
        "..\\secret",
        "a\0b",
        "",
    ];
    for name in names {
        for shelf in ["games", "scripts", "suites"] {
            let (status, wrong) = served.refused("read", &json!({ "shelf": shelf, "name": name }));
            assert!((400..500).contains(&status) && !wrong.to_string().contains("s3cret"), "{wrong}");
            let save = json!({ "shelf": shelf, "name": name, "text": "x", "stamp": null });
            assert!((400..500).contains(&served.refused("save", &save).0), "{name}");
        }
        let game = json!({ "source": { "game": name } });
        assert!((400..500).contains(&served.refused("game", &game).0), "{name}");
    }
    for path in
        ["/../Cargo.toml", "/%2e%2e/secret.toml", "/page/main.js", "/api/picture/..%2fsecret", "//etc/passwd"]
    {
        let answered = served.get(path);
        assert!((400..500).contains(&answered.status) && !answered.body.contains("s3cret"), "{path}");
    }
    let head = "[game]\nlanguage = 1\nname = \"Thief\"\n";
    for text in [
        format!("{head}extends = \"../secret\"\n"),
        format!("{head}extends = \"../secret.toml\"\n"),
        format!("{head}extends = \"dodgem\"\n[evaluation.script]\nfile = \"../secret.lua\"\n"),
        format!("{head}extends = \"dodgem\"\n[evaluation.script]\nfile = \"/etc/passwd\"\n"),
    ] {
        let (_, wrong) = served.refused("game", &json!({ "source": { "game": "thief", "text": text } }));
        assert!(!wrong.to_string().contains("s3cret"), "{wrong}");
    }
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_the_folders() {
    let served = served(&[]);
    for folder in ["games", "scripts"] {
        std::fs::create_dir(served.path(folder)).expect("made");
    }
    std::fs::write(served.path("kept"), "as it was").expect("written");
    std::os::unix::fs::symlink("../kept", served.path("scripts/out.lua")).expect("linked");
    std::os::unix::fs::symlink("../new", served.path("scripts/dangling.lua")).expect("linked");
    let read = served.post("read", &json!({ "shelf": "scripts", "name": "out" }));
    assert!(!read.body.contains("as it was"), "{}", read.body);
    for name in ["out", "dangling"] {
        let save = json!({ "shelf": "scripts", "name": name, "text": "x", "stamp": null });
        assert_eq!(served.refused("save", &save).0, 403);
    }
    assert_eq!(std::fs::read_to_string(served.path("kept")).expect("there"), "as it was");
    assert!(!served.path("new").exists());
}

#[test]
fn a_save_never_goes_over_a_file_that_has_changed() {
    let served = served(&[]);
    let made = served.ask("new", &json!({ "name": "mine", "from": "dodgem" }));
    let text = made["definition"].as_str().expect("a text").to_owned();
    let save = |text: &str, stamp: &Value| {
        served.post("save", &json!({ "shelf": "games", "name": "mine", "text": text, "stamp": stamp }))
    };
    let first = save(&text, &Value::Null);
    assert_eq!(first.status, 200, "{}", first.body);
    let stamp = first.json()["stamp"].clone();
    let file = served.path("games/mine.toml");
    assert_eq!(std::fs::read_to_string(&file).expect("there"), text);
    assert_eq!(save(&text, &Value::Null).status, 409, "there is one already");
    let second = save("# two\n", &stamp);
    assert_eq!(second.status, 200);
    std::fs::write(&file, "# another program's\n").expect("written");
    let third = save("# three\n", &second.json()["stamp"]);
    assert_eq!((third.status, &third.json()["text"]), (409, &json!("# another program's\n")));
    assert_eq!(std::fs::read_to_string(&file).expect("there"), "# another program's\n");
    assert_eq!(save("# three\n", &third.json()["stamp"]).status, 200, "who has seen it may");
    let left: Vec<_> = std::fs::read_dir(served.path("games")).expect("a folder").flatten().collect();
    assert_eq!(left.len(), 1, "nothing is left behind");
}

#[test]
fn a_file_that_is_edited_elsewhere_is_read_anew() {
    let served = served(&[]);
    std::fs::create_dir(served.path("games")).expect("made");
    let text = |size: u8| {
        format!(
            "[game]\nlanguage = 1\nname = \"Mine\"\nextends = \"tic-tac-toe\"\n[text.vi]\nname = \"{size}\"\n"
        )
    };
    std::fs::write(served.path("games/mine.toml"), text(1)).expect("written");
    let title =
        || served.ask("game", &json!({ "source": { "game": "mine" }, "lang": "vi" }))["title"].clone();
    assert_eq!(title(), "1");
    std::fs::write(served.path("games/mine.toml"), text(2) + "# longer\n").expect("written");
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(title(), "2");
}

#[test]
fn a_search_streams_its_events_and_ends_with_an_answer() {
    let served = served(&[]);
    let asked = json!({ "line": line("dodgem", &[]), "lines": 2, "depth": 6 });
    let answered = served.post("search", &asked);
    assert_eq!(answered.header("content-type"), Some("text/event-stream"));
    assert!(answered.body.contains("event: progress") && answered.body.contains("event: answer"));
    let answer = answered.body.rsplit("event: answer\ndata: ").next().expect("the last one");
    let answer: Value = serde_json::from_str(answer.lines().next().expect("a line")).expect("JSON");
    assert!(
        answer["move"].is_string() && answer["lines"].as_array().is_some_and(|lines| lines.len() == 2),
        "{answer}"
    );
    assert_eq!(answer["lines"][0]["cells"].as_array().map(Vec::len), Some(2));
    let weak = json!({ "line": line("chess", &[]), "level": 1, "time": 5000 });
    let started = Instant::now();
    assert!(served.post("search", &weak).body.contains("event: answer"));
    assert!(started.elapsed() < Duration::from_secs(5), "the lowest level looks at few positions");
}

#[test]
fn searches_end_with_their_tabs_and_there_are_not_too_many() {
    let served = served(&[]);
    let asked = line("chess", &[]);
    let mut open = Vec::new();
    let refused = loop {
        let (stream, seen) = served.begin_search(&asked);
        if seen.contains("\"error\"") {
            break seen;
        }
        open.push(stream);
        assert!(open.len() < 100, "there is a limit");
    };
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    assert!(!open.is_empty());
    drop(open);
    let started = Instant::now();
    while served.begin_search(&asked).1.contains("\"error\"") {
        assert!(started.elapsed() < Duration::from_secs(20), "the searches of closed tabs go on");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn what_is_too_much_gets_a_clear_answer() {
    let served = served(&[]);
    let large = json!({ "line": line("chess", &[]), "play": "x".repeat(2 << 20) });
    assert_eq!(served.refused("position", &large).0, 413);
    let moves: Vec<&str> = vec!["e2e4"; 6000];
    assert_eq!(served.refused("position", &json!({ "line": line("chess", &moves) })).1["code"], "moves");
    let start = json!({ "source": { "game": "chess" }, "start": "8/".repeat(20_000) });
    assert_eq!(served.refused("position", &json!({ "line": start })).1["code"], "position");
    assert_eq!(served.refused("position", &json!({ "line": line("chess", &[]), "odd": 1 })).0, 400);
    assert_eq!(served.refused("nothing", &json!({})).0, 404);
    assert_eq!(served.with("PUT", "/api/position", &served.own(), "").status, 405);
    let deep = "[".repeat(100_000);
    assert_eq!(served.with("POST", "/api/position", &served.own(), &deep).status, 400);
    let tree = json!({ "figure": "x".repeat(1000), "algorithm": "minimax" });
    assert_eq!(served.refused("tree", &tree).1["code"], "tree");
}

#[test]
fn slow_and_silent_connections_keep_nobody_out() {
    let served = served(&[]);
    let slow: Vec<TcpStream> = (0..500)
        .map(|at| {
            let mut stream = served.connect();
            let begun: &[u8] = if at % 2 == 0 { b"POST /api/position HTTP/1.1\r\nHost: 127" } else { b"" };
            let _ = stream.write_all(begun);
            stream
        })
        .collect();
    let started = Instant::now();
    served.ask("position", &json!({ "line": line("dodgem", &[]) }));
    assert!(started.elapsed() < Duration::from_secs(5));
    drop(slow);
}

#[test]
fn broken_requests_break_nothing() {
    let count = shipped::hostile_cases(300);
    let mut random = fastrand::Rng::with_seed(7);
    let served = served(&[]);
    let whole = {
        let body = json!({ "line": line("dodgem", &["a3b3"]), "play": "a1a2" }).to_string();
        format!(
            "POST /api/position HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n{}\r\n{body}",
            body.len(),
            served.own()
        )
    };
    for _ in 0..count.min(10_000) {
        let mut bytes = whole.clone().into_bytes();
        for _ in 0..random.usize(1..12) {
            let at = random.usize(..bytes.len().max(1));
            match random.u8(..4) {
                _ if bytes.is_empty() => {}
                0 => bytes[at] = random.u8(..),
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, random.u8(..)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let mut stream = served.connect();
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 500"), "{}", String::from_utf8_lossy(&bytes));
    }
    served.ask("position", &json!({ "line": line("dodgem", &[]) }));
    assert_eq!(served.end(), "", "it complains of nothing");
}

#[test]
fn hostile_scripts_stay_in_the_sandbox() {
    let served = served(&[]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("a text");
        if text.len() > 200_000 {
            continue;
        }
        let source = json!({ "game": "dodgem", "script": { "name": "hostile", "text": text } });
        let line = json!({ "source": source });
        let answered = served.post("evaluation", &line);
        assert!((200..500).contains(&answered.status), "{:?}: {}", entry.path(), answered.body);
    }
    assert_eq!(served.end(), "");
}

#[test]
fn weights_are_written_back_into_the_text() {
    let served = served(&[]);
    let source = json!({ "game": "dodgem-textbook" });
    let all = served.ask("weights", &json!({ "source": source }));
    let one = &all["numbers"].as_array().expect("numbers")[0];
    assert_eq!(all["text"], Value::Null);
    let change = json!({ "source": source, "changes": [[one["name"], 77]] });
    let text = served.ask("weights", &change)["text"].clone();
    let source = json!({ "game": "dodgem-textbook", "text": text });
    let again = served.ask("weights", &json!({ "source": source }));
    assert_eq!(again["numbers"][0]["value"], 77);
    assert_eq!(again["numbers"][0]["own"], true, "it is written into the text that changes it");
    let unknown = json!({ "source": source, "changes": [["nothing", 1]] });
    assert_eq!(served.refused("weights", &unknown).1["code"], "weight");
}

#[test]
fn the_evaluation_names_the_cells_of_its_terms_and_threats_are_found() {
    let served = served(&[]);
    let found = served.ask("evaluation", &line("chess", &["e2e4"]));
    let terms = found["terms"].as_array().expect("terms");
    let sum: i64 = terms.iter().map(|term| term["score"].as_i64().expect("points")).sum();
    assert_eq!(found["score"], sum);
    let pawns = terms.iter().find(|term| term["name"] == "values.pawn").expect("a term");
    assert_eq!(pawns["cells"].as_array().map(Vec::len), Some(16));
    let three = served.ask("evaluation", &line("caro", &["h8", "a1", "h9", "a3", "h10"]));
    let open = three["terms"]
        .as_array()
        .and_then(|terms| terms.iter().find(|term| term["name"] == "lines.open-three"));
    assert_eq!(open.expect("a term")["cells"], json!(["h10", "h9", "h8"]));
    let line = json!({ "source": { "game": "tictactoe" }, "moves": ["a1", "c3", "a2", "c1"] });
    let threats = served.ask("threats", &line);
    assert_eq!((&threats["wins"], &threats["threats"]), (&json!(["a3"]), &json!(["c2"])));
}

#[test]
fn a_suite_is_run_and_its_failures_say_what_was_found() {
    let served = served(&[]);
    let text = "(game: \"dodgem\", cases: [\n(name: \"right\", expect: Unfinished),\n(name: \"wrong\", expect: Perft([7])),\n])";
    let asked = json!({ "source": { "game": "dodgem" }, "name": "dodgem", "text": text });
    let cases = served.ask("suite", &asked)["cases"].clone();
    assert_eq!((&cases[0]["verdict"], &cases[1]["verdict"]), (&json!("passed"), &json!("failed")));
    assert_eq!(cases[1]["line"], 3);
    assert!(cases[1]["found"].is_string());
    let broken = json!({ "source": { "game": "dodgem" }, "name": "dodgem", "text": "(game: 1" });
    assert!(served.refused("suite", &broken).1["diagnostics"][0]["line"].is_u64());
}

#[test]
fn trees_come_with_windows_cuts_and_counters() {
    let served = served(&[]);
    let figure = "(name: \"t\", root: Max, tree: Node(\"a\", [Node(\"b\", [Leaf(\"c\", 3), Leaf(\"d\", 12)]), Node(\"e\", [Leaf(\"f\", 2), Leaf(\"g\", 4)])]))";
    let asked = json!({ "figure": figure, "algorithm": "alpha-beta", "nodes": 100 });
    let tree = served.ask("tree", &asked);
    assert_eq!((&tree["cutoffs"], &tree["tree"]["value"]), (&json!(1), &json!(3)));
    assert_eq!(tree["tree"]["children"][1]["children"][1]["cut"], true);
    let asked = json!({ "line": line("tictactoe", &[]), "algorithm": "minimax", "depth": 2, "nodes": 50 });
    let tree = served.ask("tree", &asked);
    assert_eq!(tree["nodes"], 1 + 9 + 72);
    assert_eq!(tree["boards"]["0"].as_array().map(Vec::len), Some(9));
}

#[test]
fn a_game_from_elsewhere_is_served_when_it_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("far-away.toml");
    std::fs::write(&path, "[game]\nlanguage = 1\nname = \"Far\"\nextends = \"dodgem\"\n").expect("written");
    let served = served(&[&path.to_string_lossy()]);
    assert_eq!(served.get("/api/games").json()["first"], "far-away");
    let game = served.ask("game", &json!({ "source": { "game": "far-away" } }));
    assert_eq!(game["title"], "Far");
    served.ask("position", &json!({ "line": line("far-away", &["a3b3"]) }));
}
