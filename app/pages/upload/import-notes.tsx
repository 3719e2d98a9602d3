import type { importWords } from "#domain/connector-import/import-note-words.ts";
import type { DraftSource } from "#domain/draft/events.ts";
import { counted } from "../../ui/data/format.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";

/** What a draft was imported from, for people. */
export type ImportedFrom = NonNullable<ReturnType<typeof importWords<DraftSource["source"]>>>;

/** What the source of an import is called. */
const SOURCES: Readonly<Record<DraftSource["source"], string>> = {
  openapi: "the OpenAPI document",
  curl: "the curl command",
  airbyte: "the Airbyte manifest",
  postman: "the Postman collection",
  har: "the HAR file",
};

/** Lines up to which a list is open at first. */
const OPEN_UP_TO_LINES = 12;

/** What an import lost, guessed or changed. Stays with the draft until it is published. */
export function ImportNotes({ source, notes, lost }: ImportedFrom) {
  const from = SOURCES[source];
  if (notes.length === 0 && lost.length === 0) return <p className="quiet">Everything of {from} was carried over.</p>;
  return (
    <>
      {lost.length > 0 && (
        <Lines
          title={`${counted(lost.length, "thing")} of ${from} that ${lost.length === 1 ? "is" : "are"} lost`}
          label="What is lost"
          lines={lost}
        />
      )}
      {notes.length > 0 && (
        <Lines title={`${counted(notes.length, "thing")} to check from ${from}`} label="What to check" lines={notes} />
      )}
    </>
  );
}

function Lines({ title, label, lines }: { title: string; label: string; lines: ImportedFrom["notes"] }) {
  return (
    <details className="panel import-notes" open={lines.length <= OPEN_UP_TO_LINES}>
      <summary className="panel-head">
        <h2>{title}</h2>
      </summary>
      <ScrollTable label={label} heads={["Place", "What happened"]}>
        {lines.map(({ place, message }) => (
          <tr key={`${place} ${message}`}>
            <td className="place">
              <code>{place}</code>
            </td>
            <td className="wrap-cell">{message}</td>
          </tr>
        ))}
      </ScrollTable>
    </details>
  );
}
