//! Who may ask: the names of the host and of the origin, and the token.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use std::net::IpAddr;

/// The conditions under which a request is answered.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// Whether the server listens on a loopback address alone. Then the host has to be named so, too: a name that somebody
    /// else's name server leads here (DNS rebinding) is refused.
    pub(crate) is_local: bool,
    /// What whoever searches has to know.
    pub(crate) token: Option<String>,
}

impl Guard {
    /// Whether a request is refused: one sentence on why.
    pub(crate) fn refuses(&self, headers: &HeaderMap) -> Option<&'static str> {
        let named = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let Some(host) = named(HOST) else { return Some("the request names no host") };
        if self.is_local && !is_loopback(host) {
            return Some("the request names another host, expected localhost or 127.0.0.1");
        }
        match named(ORIGIN) {
            Some(origin) if origin.split_once("://").is_none_or(|(_, from)| from != host) => {
                Some("the request comes from a page of another site")
            }
            _ => None,
        }
    }

    /// Whether this is the token, if there is one. Takes equally long for all wrong ones of the same length.
    pub(crate) fn knows(&self, given: Option<&str>) -> bool {
        let Some(token) = &self.token else { return true };
        let given = given.unwrap_or_default();
        let differ = token.bytes().zip(given.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
        token.len() == given.len() && differ == 0
    }
}

/// Whether `host`, with or without a port, names this very machine.
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuses(is_local: bool, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        Guard { is_local, token: None }.refuses(&headers).is_some()
    }

    #[test]
    fn only_pages_of_our_own_are_answered() {
        for host in ["127.0.0.1:8080", "localhost:8080", "localhost", "[::1]:8080"] {
            assert!(!refuses(true, host, None));
            assert!(!refuses(true, host, Some(&format!("http://{host}"))));
            assert!(refuses(true, host, Some("http://evil.example")));
            assert!(refuses(true, host, Some("null")));
        }
        assert!(refuses(true, "evil.example:8080", Some("http://evil.example:8080"))); // its name leads here
        assert!(refuses(true, "localhost:8080", Some("http://localhost:9090")));
        assert!(!refuses(false, "lab.example:8080", Some("http://lab.example:8080")));
    }

    #[test]
    fn the_token_is_the_whole_token() {
        let guard = Guard { is_local: false, token: Some("secret".into()) };
        assert!(guard.knows(Some("secret")));
        assert!(
            ![None, Some(""), Some("secre"), Some("secret2"), Some("Secret")]
                .into_iter()
                .any(|t| guard.knows(t))
        );
        assert!(Guard { is_local: true, token: None }.knows(None));
    }
}
