/// The module for JavaScript.
#[cfg(target_arch = "wasm32")]
mod module {
    fn games(list: &mut secateur_wasm::Registry) {
        *list = std::mem::take(list).with(super::game());
    }

    secateur_wasm::module!(games);
}
