// Links into the playground: each can be opened in its place. Where the book does not lie within the site of the playground, they lead to
// the program on this machine. Without this script they are links like any other.
(async () => {
    // The page without its head: what to search is settled here, and the link above leads to all of it.
    const bare = (page) => {
        const style = page.createElement("style");
        style.textContent = ".top, .lab-head { display: none }";
        page.head.append(style);
    };

    const links = [...document.querySelectorAll('.content a[href^="../#/"]')];
    if (links.length === 0) return;

    const isBeside = await fetch("../secateur.wasm", { method: "HEAD" }).then(({ ok }) => ok, () => false);
    for (const link of links) {
        if (!isBeside) {
            link.href = "http://127.0.0.1:7373/" + link.getAttribute("href").slice("../".length);
            link.title = "This needs `secateur serve` to run";
            continue;
        }
        const paragraph = link.closest("p") ?? link.parentElement;
        paragraph.classList.add("live");
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = "Open it here";
        button.setAttribute("aria-expanded", "false");
        link.after(button);
        let frame;
        button.addEventListener("click", () => {
            if (frame) {
                frame.remove();
                frame = undefined;
            } else {
                frame = document.createElement("iframe");
                frame.src = link.href;
                frame.title = "The playground: " + link.textContent;
                frame.addEventListener("load", () => frame && bare(frame.contentDocument));
                button.after(frame);
            }
            button.textContent = frame ? "Close it" : "Open it here";
            button.setAttribute("aria-expanded", String(Boolean(frame)));
        });
    }
})();
