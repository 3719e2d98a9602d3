import { Link } from "@remix-run/react";
import { useState } from "react";
import { counted, formatBytes } from "../../ui/data/format.ts";
import { sendUpload } from "../../file-upload/send-upload.ts";
import { titleFromFileName } from "../../file-upload/title-from-file-name.ts";

/** What became of one of several files. */
type Outcome =
  | { readonly state: "waiting" }
  | { readonly state: "sending"; readonly percent: number }
  | { readonly state: "done"; readonly href: string }
  | { readonly state: "failed"; readonly error: string };

const WAITING: Outcome = { state: "waiting" };

/** Each of several files becomes a dataset with the card of the form and a title of its own. */
export function useSeveralFiles() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<File, Outcome>>(new Map());
  const [isSending, setSending] = useState(false);
  const note = (file: File, outcome: Outcome) => setOutcomes((before) => new Map(before).set(file, outcome));

  /** Sends those that are not published yet, one after the other, as long as the session lasts. */
  const send = async (form: HTMLFormElement): Promise<void> => {
    setSending(true);
    const card = new FormData(form);
    card.delete("file");
    let sessionEnded = false;
    for (const file of files) {
      if (sessionEnded || outcomes.get(file)?.state === "done") continue;
      note(file, { state: "sending", percent: 0 });
      card.set("title", titleOf(file));
      card.set("file", file);
      const answer = await sendUpload(form.action, card, (bytes, of) =>
        note(file, { state: "sending", percent: of === 0 ? 100 : Math.floor((bytes / of) * 100) }),
      );
      note(file, answer.ok ? { state: "done", href: answer.redirectUrl } : { state: "failed", error: answer.error });
      sessionEnded = !answer.ok && answer.sessionEnded;
    }
    setSending(false);
  };
  return { files, outcomes, isSending, choose: setFiles, send };
}

/** The files with their titles, and how far each one is. */
export function SeveralFiles({ files, outcomes }: { files: readonly File[]; outcomes: ReadonlyMap<File, Outcome> }) {
  const count = (wanted: Outcome["state"]) => files.filter((file) => outcomes.get(file)?.state === wanted).length;
  const [done, failed] = [count("done"), count("failed")];
  const isBegun = files.some((file) => outcomes.has(file));
  const notPublished = failed > 0 ? ` ${failed} could not be published.` : "";
  return (
    <div className="panel mt-4">
      <div className="panel-body stack">
        <p>Each file becomes a dataset of its own, with the same description and a title from its name.</p>
        <ol className="grid gap-2" aria-label="Files">
          {files.map((file, at) => (
            <li key={`${at} ${file.name}`} className="row" dir="auto">
              <strong>{titleOf(file)}</strong>
              <span className="meta">
                {file.name}, {formatBytes(file.size)}
              </span>
              <Result outcome={outcomes.get(file) ?? WAITING} title={titleOf(file)} />
            </li>
          ))}
        </ol>
        <p className="meta" role="status">
          {isBegun && `${done} of ${counted(files.length, "file")} published.${notPublished}`}
        </p>
      </div>
    </div>
  );
}

function Result({ outcome, title }: { outcome: Outcome; title: string }) {
  switch (outcome.state) {
    case "waiting":
      return null;
    case "sending":
      return (
        <span className="status status-run">{outcome.percent < 100 ? `${outcome.percent} % sent` : "Loading"}</span>
      );
    case "done":
      return (
        <>
          <span className="status status-ok">Published</span>
          <Link to={outcome.href}>
            Open<span className="visually-hidden"> {title}</span>
          </Link>
        </>
      );
    case "failed":
      return <span className="status status-bad status-sentence">{outcome.error}</span>;
  }
}

/** A file that is named by its ending alone keeps its name. */
const titleOf = (file: File) => titleFromFileName(file.name) || file.name;
