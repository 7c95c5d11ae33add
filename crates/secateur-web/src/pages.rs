//! The pages, which lie within the program.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{Response, StatusCode};
use rust_embed::RustEmbed;

/// The built files of the front end; `cargo xtask web` makes them anew.
#[derive(RustEmbed)]
#[folder = "pages/"]
struct Pages;

/// Scripts and pictures are our own alone; the styles of single elements are set by scripts of ours.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The page at this path.
pub(crate) fn page(path: &str) -> Response<Body> {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(file) = Pages::get(name) else {
        return said(StatusCode::NOT_FOUND, "there is no such page");
    };
    // The names of files among the assets change with their contents.
    let kept = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    Response::builder()
        .header(CONTENT_TYPE, kind(name))
        .header(CACHE_CONTROL, kept)
        .header(CONTENT_SECURITY_POLICY, POLICY)
        .header(X_CONTENT_TYPE_OPTIONS, "nosniff")
        .body(Body::from(file.data.into_owned()))
        .expect("headers are plain text")
}

/// One sentence, with a status.
pub(crate) fn said(status: StatusCode, sentence: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(sentence));
    *response.status_mut() = status;
    response
}

/// The kind of a file, by its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
