import { counted } from "../../ui/data/format.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";

export type ImportedFrom = { source: "openapi" | "curl"; notes: { place: string; message: string }[] };

/** What an import guessed, changed or could not import. Stays with the draft until it is published. */
export function ImportNotes({ source, notes }: ImportedFrom) {
  const from = source === "curl" ? "the curl command" : "the OpenAPI document";
  if (notes.length === 0) return <p className="quiet">Everything of {from} was carried over.</p>;
  return (
    <details className="panel import-notes" open={notes.length <= 12}>
      <summary className="panel-head">
        <h2>
          {counted(notes.length, "thing")} to check from {from}
        </h2>
      </summary>
      <ScrollTable label="What to check" heads={["Place", "What happened"]}>
        {notes.map(({ place, message }) => (
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
