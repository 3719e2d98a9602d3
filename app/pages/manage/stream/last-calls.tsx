import { classNames } from "../../../ui/controls/class-names.ts";
import { counted } from "../../../ui/data/format.ts";
import { Ago } from "../../../ui/time/time.tsx";
import type { ShownCall } from "./stream-shown.ts";

/** The last calls of tables with the keys of the viewer. */
export function LastCalls({ calls, now }: { calls: readonly ShownCall[]; now: string }) {
  return (
    <section className="panel" aria-labelledby="calls-title">
      <div className="panel-head">
        <h2 id="calls-title">Last calls with your keys</h2>
      </div>
      {calls.length === 0 ? (
        <p className="panel-body quiet">
          No program has read a table with a key of yours yet. Its calls are listed here.
        </p>
      ) : (
        <ol className="key-calls">
          {calls.map(({ at, client, table, status, rows, ms, key }) => (
            <li key={`${at} ${table}`}>
              <Ago at={at} now={now} />
              <span className="who">{client ?? "A program without a name"}</span>
              <span className={classNames("status", status < 400 ? "status-ok" : "status-bad", "num")}>
                {status < 400 && rows !== null ? counted(rows, "row") : status}
              </span>
              <span className="meta sub">
                <code>{table}</code>, {ms.toLocaleString("en-US")} ms{key === null ? "" : `, key ${key}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
