import { classNames } from "../../../ui/controls/class-names.ts";
import { counted } from "../../../ui/data/format.ts";
import { Ago } from "../../../ui/time/time.tsx";
import type { ShownCall } from "./stream-shown.ts";
import { TOOLS } from "./tools.ts";

/** What people call a program that names itself in a request. */
function programName(client: string | null): string {
  if (client === null) return "A program without a name";
  if (client.startsWith("Microsoft.Data.Mashup")) return "Excel or Power BI";
  const [name = client, more] = client.split("/", 2);
  const checked = name === "Tributary-check" ? TOOLS.find(({ id }) => id === more) : undefined;
  return checked ? `Check for ${checked.label}` : name;
}

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
              <span className="who">{programName(client)}</span>
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
