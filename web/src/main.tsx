import { render } from "preact";
import { useEffect } from "preact/hooks";
import { BoardPage } from "./board/BoardPage";
import { ChoosePage } from "./choose/ChoosePage";
import { Exercises } from "./Exercises";
import { Home } from "./Home";
import { ComparePage } from "./lab/ComparePage";
import { connected, isStatic } from "./link";
import { MatchPage } from "./match/MatchPage";
import { link, route } from "./route";
import { StudiesPage } from "./studies/StudiesPage";
import { TreePage } from "./tree/TreePage";
import "./styles.css";

const PAGES = [
  { page: "tree", name: "Tree laboratory", Shown: TreePage },
  { page: "compare", name: "Comparison", Shown: ComparePage },
  { page: "match", name: "Matches", Shown: MatchPage },
  { page: "choose", name: "Choice", Shown: ChoosePage },
  { page: "studies", name: "Studies", Shown: StudiesPage },
  { page: "exercises", name: "Exercises", Shown: Exercises },
  { page: "board", name: "Boards", Shown: BoardPage },
];

function App() {
  const { page } = route.value;
  const here = PAGES.find((one) => one.page === page);
  const Shown = here?.Shown ?? Home;
  useEffect(() => {
    document.title = here ? `${here.name} · Secateur` : "Secateur: see a search think";
  }, [here]);
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the page
      </a>
      <header class="top">
        <a class="brand" href="#/" aria-label="Secateur, start">
          <img src="./icon.svg" alt="" width="28" height="28" />
          Secateur
        </a>
        <nav aria-label="Pages">
          {PAGES.map(({ page: to, name }) => (
            <a href={link(to)} aria-current={to === page ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <Connection />
      </header>
      <main id="main" tabIndex={-1}>
        <Shown />
      </main>
    </>
  );
}

/** The address belongs to the page shown, so the jump is made by hand. */
function skip(event: Event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function Connection() {
  if (connected.value !== "no") return null;
  return (
    <p class="connection" role="status">
      {isStatic ? "This browser cannot run the searches." : "The server is away; trying again."}
    </p>
  );
}

render(<App />, document.getElementById("app")!);
