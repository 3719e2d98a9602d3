import { Link } from "@remix-run/react";
import type { Preview } from "#domain/core/ports/work-ports.ts";
import type { SubjectKind } from "#domain/use-cases/history/subject.ts";
import type { MadeBy } from "../../history/history-calls.ts";
import { PreviewPanel } from "../../items/preview-panel.tsx";
import { CodeList } from "../../ui/data/code-list.tsx";

export type RowsShown = { version: number; madeBy: MadeBy | null; preview: Preview } | { refused: string };

/** The first rows of the version that readers saw, and what made it. */
export function RowsThen({ rows, kind, id }: { rows: RowsShown; kind: SubjectKind; id: string }) {
  if ("refused" in rows)
    return (
      <section aria-labelledby="rows">
        <div className="block-head">
          <h2 id="rows">Rows at that time</h2>
        </div>
        <p className="panel panel-body quiet">{rows.refused}</p>
      </section>
    );
  const { version, madeBy, preview } = rows;
  return (
    <section aria-label="Rows at that time" className="rows-then">
      <PreviewPanel
        title="Rows at that time"
        preview={preview}
        note={
          <>
            Version {version}
            {kind === "dataset" && (
              <>
                , <Link to={`/dataset_profile/${encodeURIComponent(id)}?version=${version}#rows`}>open it</Link>
              </>
            )}
            .{madeBy && <Origin {...madeBy} />}
            {preview.runs && " The number of a row leads to its run."}
          </>
        }
      />
    </section>
  );
}

/** The run behind a version of a table. */
function Origin({ runId, connectorVersion, settingKeys }: MadeBy) {
  return (
    <>
      {" "}
      Made by <Link to={`/run/${encodeURIComponent(runId)}`}>this run</Link>
      {connectorVersion !== null && ` of connector version ${connectorVersion}`}.{" "}
      {settingKeys.length === 0 ? (
        "It had no settings."
      ) : (
        <>
          Its settings: <CodeList names={settingKeys} />.
        </>
      )}
    </>
  );
}
