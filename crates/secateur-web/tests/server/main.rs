//! A server as its clients meet it: pages, questions, searches, and whoever should not be answered.

mod choices;
mod files;
mod load;
mod matches;
mod schema;

use secateur::tree::Tree;
use secateur_games::kalah::Kalah;
use secateur_games::nim::Nim;
use secateur_playground::Allowance;
use secateur_session::{GameEntry, Registry};
use secateur_web::{Config, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket, client};

type Socket = WebSocket<TcpStream>;

fn games() -> Registry {
    Registry::new()
        .with(GameEntry::new::<Nim>("nim", "take from a heap"))
        .with(GameEntry::new::<Tree>("tree", "a game tree written down"))
        .with(GameEntry::new::<Kalah>("kalah", "sow, and move again"))
}

fn served(config: Config) -> String {
    let server = Server::bind(games(), config).unwrap();
    let host = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    std::thread::spawn(|| server.run());
    host
}

/// Connects as a page of this origin would.
fn connect(host: &str, origin: Option<&str>, path: &str) -> Result<Socket, u16> {
    let mut request = format!("ws://{host}/{path}").into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    let stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    match client(request, stream) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(refused))) => {
            Err(refused.status().as_u16())
        }
        Err(other) => panic!("{other}"),
    }
}

fn client_of(host: &str) -> Socket {
    connect(host, Some(&format!("http://{host}")), "socket").unwrap()
}

fn send(socket: &mut Socket, message: &Value) {
    socket.send(Message::text(message.to_string())).unwrap();
}

/// The next reply, which is as the schema says.
fn next(socket: &mut Socket) -> Value {
    loop {
        if let Message::Text(text) = socket.read().unwrap() {
            let reply = serde_json::from_str(&text).unwrap();
            assert_eq!(schema::reply_fault(&reply), None, "{reply}");
            return reply;
        }
    }
}

/// The last reply to the message of this number.
fn last(socket: &mut Socket, id: u64) -> Value {
    loop {
        let reply = next(socket);
        if reply["id"] == id && reply["more"] != true {
            return reply;
        }
    }
}

/// The head of a page, and its status.
fn get(host: &str, lines: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "{lines}\r\nconnection: close\r\n\r\n").unwrap();
    let mut text = Vec::new();
    stream.read_to_end(&mut text).unwrap();
    let text = String::from_utf8_lossy(&text).into_owned();
    (text[9..12].parse().unwrap(), text)
}

/// A search that would take for ever.
fn endless(id: u64) -> Value {
    let place = json!({"game": "nim", "start": "99,98,97,96,95", "moves": []});
    json!({"id": id, "ask": {"analyse": {"place": place, "request": {"method": {"algorithm": "minimax"}, "limits": {"depth": 200}}}}})
}

#[test]
fn pages_are_served_to_our_own_host_alone() {
    let host = served(Config::default());
    let (status, page) = get(&host, &format!("GET / HTTP/1.1\r\nhost: {host}"));
    assert!(
        status == 200 && page.contains("<title>Secateur</title>") && page.contains("content-security-policy")
    );
    assert_eq!(get(&host, &format!("GET /../Cargo.toml HTTP/1.1\r\nhost: {host}")).0, 404);
    assert_eq!(get(&host, "GET / HTTP/1.1\r\nhost: evil.example").0, 403);
    assert_eq!(get(&host, &format!("GET / HTTP/1.1\r\nhost: {host}\r\norigin: http://evil.example")).0, 403);
}

#[test]
fn sockets_are_for_pages_of_ours() {
    let host = served(Config::default());
    assert_eq!(connect(&host, Some("http://evil.example"), "socket").err(), Some(403));
    assert_eq!(connect(&host, None, "socket").err(), Some(403));
    let with_token = served(Config { token: Some("a long secret".into()), ..Config::default() });
    let origin = format!("http://{with_token}");
    assert_eq!(connect(&with_token, Some(&origin), "socket").err(), Some(401));
    assert_eq!(connect(&with_token, Some(&origin), "socket?token=wrong").err(), Some(401));
    assert!(connect(&with_token, Some(&origin), "socket?token=a%20long%20secret").is_ok());
    let everywhere = Config { address: "0.0.0.0".parse().unwrap(), ..Config::default() };
    let refusal = Server::bind(Registry::new(), everywhere).err().unwrap().to_string();
    assert_eq!(
        refusal,
        "on 0.0.0.0, which others can reach, it takes a token; expected --token with 8 characters or more"
    );
}

#[test]
fn questions_are_answered_and_nonsense_is_refused_in_a_sentence() {
    let host = served(Config::default());
    let mut socket = client_of(&host);
    send(
        &mut socket,
        &json!({"id": 1, "ask": {"position": {"game": "nim", "start": "3,4,5", "moves": ["1-3"]}}}),
    );
    assert_eq!(last(&mut socket, 1)["position"]["position"], "0,4,5");
    socket.send(Message::text("{")).unwrap();
    let refusal = last(&mut socket, 0)["error"].as_str().unwrap().to_owned();
    assert!(refusal.starts_with("the message cannot be read: EOF"), "{refusal}");
    socket.send(Message::text("x".repeat(100_000))).unwrap();
    assert_eq!(last(&mut socket, 0)["error"], "the message has 100000 bytes, expected 65536 at most");
    send(&mut socket, &json!({"id": 2, "ask": {"position": {"game": "nm"}}}));
    assert!(
        last(&mut socket, 2)["error"]
            .as_str()
            .unwrap()
            .starts_with("unknown game 'nm' (did you mean 'nim'?)")
    );
    // A frame that nobody would send ends the conversation, and no other.
    let mut other = client_of(&host);
    let _ = socket.send(Message::text("x".repeat(2_000_000)));
    while socket.read().is_ok() {}
    send(&mut other, &json!({"id": 3, "ask": {"games": {}}}));
    assert_eq!(last(&mut other, 3)["games"].as_array().unwrap().len(), 3);
}

#[test]
fn searches_stop_when_told_and_when_their_client_leaves() {
    let host = served(Config { searches: 1, searches_each: 2, ..Config::default() });
    let mut socket = client_of(&host);
    send(&mut socket, &endless(1));
    send(&mut socket, &endless(2));
    send(&mut socket, &endless(3));
    let refusal = last(&mut socket, 3);
    assert!(refusal["error"].as_str().unwrap().starts_with("2 searches are under way"), "{refusal}");
    // Whatever is searched, what takes no search is answered at once.
    let asked = Instant::now();
    send(&mut socket, &json!({"id": 4, "ask": {"position": {"game": "nim"}}}));
    assert_eq!(last(&mut socket, 4)["position"]["side"], "first");
    assert!(asked.elapsed() < Duration::from_secs(5));
    send(&mut socket, &json!({"id": 0, "ask": {"stop": 1}}));
    assert_eq!(last(&mut socket, 1)["answer"]["stopped_by"], "interrupt");
    // The second one runs now; its client leaves, and another one's turn comes.
    drop(socket);
    let mut other = client_of(&host);
    let place = json!({"game": "tree", "start": "((3 12) (2 4))"});
    send(
        &mut other,
        &json!({"id": 5, "ask": {"trace": {"place": place, "request": {"limits": {"depth": 2}}}}}),
    );
    assert_eq!(last(&mut other, 5)["trace"]["header"]["value"], 3);
}

#[test]
fn a_search_keeps_within_its_allowance() {
    let allowance = Allowance { time: Duration::from_millis(200), ..Allowance::default() };
    let host = served(Config { allowance, ..Config::default() });
    let mut socket = client_of(&host);
    send(&mut socket, &endless(1));
    assert_eq!(last(&mut socket, 1)["answer"]["stopped_by"], "time");
}
