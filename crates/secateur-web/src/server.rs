//! The server: where it listens, and what it answers.

use crate::client::{Client, LONGEST_FRAME};
use crate::guard::Guard;
use crate::pages::{page, said};
use axum::Router;
use axum::body::Body;
use axum::extract::{Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::get;
use secateur_lab::shelf::Shelf;
use secateur_playground::{Allowance, Room};
use secateur_session::Registry;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

/// Where a server listens, and what its clients may ask of it.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// What clients have to know, as `?token=...` in the address of the page. Needed on any address but a loopback one.
    pub token: Option<String>,
    /// The most that one search may take.
    pub allowance: Allowance,
    /// The searches that each client may have under way.
    pub searches_each: usize,
    /// The searches that may run at once, of all clients together: more have to wait.
    pub searches: usize,
    /// The matches and choices that may be under way at once, of all clients together: more have to wait. Apart from searches, since
    /// they are long.
    pub matches: usize,
    /// The clients that may be connected at once.
    pub clients: usize,
    /// The room for records of searches, of all clients together.
    pub room: Room,
    /// The files of the laboratory that are shown.
    pub shelf: Arc<Shelf>,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            address: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            token: None,
            allowance: Allowance::default(),
            searches_each: 3,
            searches: cores.max(2),
            matches: (cores / 2).max(1),
            clients: 256,
            room: Room::default(),
            shelf: Arc::default(),
        }
    }
}

/// A server that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    house: Arc<House>,
}

/// What all clients share.
pub(crate) struct House {
    pub(crate) games: Registry,
    pub(crate) config: Config,
    guard: Guard,
    /// A permit for every client that may be connected.
    seats: Arc<Semaphore>,
    /// A permit for every search that may run.
    pub(crate) searches: Arc<Semaphore>,
    /// A permit for every match or choice that may be under way.
    pub(crate) matches: Arc<Semaphore>,
}

impl Server {
    /// A server over these games, which listens from now on, and answers once it runs.
    ///
    /// # Errors
    ///
    /// One sentence if the address is not a loopback one and there is no token, or if the system refuses the address.
    pub fn bind(games: Registry, config: Config) -> io::Result<Server> {
        let is_local = config.address.is_loopback();
        if !is_local && config.token.as_ref().is_none_or(|token| token.len() < 8) {
            let why = format!(
                "on {}, which others can reach, it takes a token; expected --token with 8 characters or more",
                config.address
            );
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let address = SocketAddr::new(config.address, config.port);
        let listener = runtime
            .block_on(TcpListener::bind(address))
            .map_err(|error| io::Error::new(error.kind(), format!("cannot listen on {address}: {error}")))?;
        let guard = Guard { is_local, token: config.token.clone() };
        let seats = Arc::new(Semaphore::new(config.clients));
        let searches = Arc::new(Semaphore::new(config.searches.max(1)));
        let matches = Arc::new(Semaphore::new(config.matches.max(1)));
        let house = House { games, config, guard, seats, searches, matches };
        Ok(Server { runtime, listener, house: Arc::new(house) })
    }

    /// The address of the first page.
    pub fn url(&self) -> String {
        let address = self.listener.local_addr().unwrap_or_else(|_| SocketAddr::from(([127, 0, 0, 1], 0)));
        format!("http://{address}/")
    }

    /// Answers, for ever.
    ///
    /// # Errors
    ///
    /// If the system takes the address away.
    pub fn run(self) -> io::Result<()> {
        let Server { runtime, listener, house } = self;
        let router = Router::new()
            .route("/socket", get(socket))
            .fallback(get(async |uri: Uri| page(uri.path())))
            .layer(from_fn_with_state(house.clone(), guarded))
            .with_state(house);
        runtime.block_on(async { axum::serve(listener, router).await })
    }
}

/// Refuses what comes from elsewhere.
async fn guarded(State(house): State<Arc<House>>, request: Request, next: Next) -> Response<Body> {
    match house.guard.refuses(request.headers()) {
        Some(why) => said(StatusCode::FORBIDDEN, why),
        None => next.run(request).await,
    }
}

/// Another client.
async fn socket(
    State(house): State<Arc<House>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    if headers.get("origin").is_none() && house.guard.token.is_none() {
        // Browsers always say where they come from.
        return said(
            StatusCode::FORBIDDEN,
            "the request names no origin, expected the address of this server",
        );
    }
    if !house.guard.knows(query.get("token").map(String::as_str)) {
        return said(StatusCode::UNAUTHORIZED, "the token is not the one that was agreed on");
    }
    let Ok(seat) = house.seats.clone().try_acquire_owned() else {
        return said(StatusCode::SERVICE_UNAVAILABLE, "there are too many clients, expected fewer");
    };
    let upgrade = upgrade.max_message_size(LONGEST_FRAME).max_frame_size(LONGEST_FRAME);
    upgrade
        .on_upgrade(async move |socket| {
            Client::new(house).talk(socket).await;
            drop(seat);
        })
        .into_response()
}
