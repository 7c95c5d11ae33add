// The files of the laboratory that the server was given: experiments, stores, matches and reports, read and never written.

import { useEffect, useState } from "preact/hooks";
import { ask, isStatic } from "../link";
import type { FileLine } from "../protocol";
import { link, route } from "../route";
import { ExperimentShown, SearchesShown } from "./Experiments";
import { MatchesShown } from "./Matches";
import { ReportShown, type Report } from "./Report";
import { useFile } from "./useFile";

const KINDS: Record<FileLine["kind"], string> = { experiment: "Experiment", searches: "Store of searches", matches: "Matches", report: "Report" };

export function StudiesPage() {
  const { files, fault } = useFiles();
  const query = route.value.query;
  const chosen = query.file === undefined ? undefined : files?.find(({ number }) => String(number) === query.file);
  return (
    <div class="compare studies">
      <h1>Studies</h1>
      <p class="quiet">Experiments, matches and reports of the laboratory, as their files stand. What is being written is shown as it comes in.</p>
      {isStatic && <p class="fault">Files of the laboratory are shown by <code>secateur serve --lab</code>, and not in the browser alone.</p>}
      {fault && <p class="fault" role="alert">{fault}.</p>}
      {files?.length === 0 && <p>No files were given to this server. <code>secateur serve --lab experiments/fixed-depth.toml secateur.db</code> shows an experiment and its store.</p>}
      {files && files.length > 0 && (
        <nav aria-label="Files">
          <ul class="cards">
            {files.map((file) => (
              <li>
                <a class="card" href={link("studies", { file: file.number })} aria-current={file === chosen ? "true" : undefined}>
                  <strong>{file.name}</strong>
                  <span>{KINDS[file.kind]}{file.about && `: ${file.about}`}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {chosen && <Open file={chosen} from={Number(query.from) || 0} />}
    </div>
  );
}

/** The files, asked for once. */
function useFiles(): { files: FileLine[] | null; fault: string } {
  const [files, setFiles] = useState<FileLine[] | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    if (isStatic) return;
    ask({ files: {} }).done.then((said) => setFiles(said.files ?? []), (error: Error) => setFault(error.message));
  }, []);
  return { files, fault };
}

function Open({ file, from }: { file: FileLine; from: number }) {
  const { view, error } = useFile(file.number, from);
  const { experiment, searches, matches, report } = view?.contents ?? {};
  return (
    <section class="study" aria-label={file.name}>
      <p class="fault" role="alert">{error ? `${error}.` : ""}</p>
      {!view && !error && <p role="status">Reading {file.name} …</p>}
      {experiment && <ExperimentShown experiment={experiment} />}
      {searches && <SearchesShown name={file.name} searches={searches} />}
      {matches && <MatchesShown file={file} matches={matches} />}
      {report !== undefined && <ReportShown report={report as Report} />}
    </section>
  );
}
