import { Form, Link, useNavigation, useSubmit } from "@remix-run/react";
import { ChartColumn, FileSpreadsheet, KeyRound, SquareTerminal, Terminal } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../ui/data/badge.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { Strip } from "../../ui/data/charts.tsx";
import { CodeBlock } from "../../ui/controls/code-block.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { CopyButton } from "../../ui/controls/copy-button.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { counted } from "../../ui/data/format.ts";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { Icon } from "../../ui/controls/icon.tsx";
import type { ColumnShape } from "../../ui/data/item.ts";
import { Ago } from "../../ui/time/time.tsx";
import { showToast } from "../../ui/feedback/toaster.tsx";
import type { Snippet } from "./snippets.ts";
import { curlLine, excelQuery, maskKey, pandasCode, powerBiLink } from "./snippets.ts";

export type StreamTable = {
  table: string;
  title: string;
  kind: "dataset" | "connector";
  rows: number | null;
  shape: ColumnShape[];
  updated_at: string | null;
};

export type StreamPanelProps = {
  now: string;
  /** Every table the viewer can read. */
  tables: StreamTable[];
  /** `?table=`: the chosen one, otherwise the first is. */
  selected: string | null;
  /** The streaming key, null when there is none yet. */
  api_key: string | null;
  /** A short-lived token for Excel's query and when it ends. */
  excel: { token: string; expires_at: string } | null;
  origin: string;
};

const tools = [
  {
    id: "excel",
    label: "Excel",
    icon: FileSpreadsheet,
    write: excelQuery,
    say: "Data, Get Data, From Other Sources, Blank Query, Advanced Editor: paste this. Every column arrives as text.",
    help: "/documentation#excel",
    name: "the Excel query",
  },
  {
    id: "powerbi",
    label: "Power BI",
    icon: ChartColumn,
    write: powerBiLink,
    say: "Get data, Web: paste this link. Whoever has the link has your key.",
    help: "/documentation#powerbi",
    name: "the Power BI link",
  },
  {
    id: "python",
    label: "Python pandas",
    icon: Terminal,
    write: pandasCode,
    say: "Needs pandas 1.3 or newer.",
    help: "/documentation#python",
    name: "the pandas lines",
  },
  {
    id: "curl",
    label: "curl",
    icon: SquareTerminal,
    write: curlLine,
    say: "Writes the table to a file, every cell exactly as it is: nothing disarms formulas.",
    help: "/documentation#streams",
    name: "the curl line",
  },
] as const;

export function StreamPanel(props: StreamPanelProps) {
  return (
    <div className="cols">
      <Steps {...props} />
      <aside className="side" aria-label="Streaming key">
        <KeyPanel {...props} />
      </aside>
    </div>
  );
}

function Steps({ tables, selected, api_key, excel, origin, now }: StreamPanelProps) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  const [tool, setTool] = useState<string>("excel");
  const chosen = tables.find(({ table }) => table === selected) ?? tables[0];
  if (!chosen) {
    return (
      <EmptyState title="There is no table to stream yet." level={2}>
        <p className="quiet">
          Connect to a dataset, run a connector or upload a CSV. <Link to="/datastore">Go to the DataStore</Link>
        </p>
      </EmptyState>
    );
  }
  const facts = { origin, table: chosen.table, key: api_key ?? "your-key-here", excelToken: excel?.token ?? "" };
  return (
    <ol className="steps">
      <li>
        <Form
          action="/manage"
          onChange={(event) => submit(event.currentTarget, { preventScrollReset: true, replace: true })}
        >
          <input type="hidden" name="tab" value="stream" />
          <fieldset>
            <legend>Choose a table</legend>
            <div className="panel picks">
              {tables.map((one) => (
                <label className="pick" key={one.table}>
                  <input type="radio" name="table" value={one.table} defaultChecked={one === chosen} />
                  <span>
                    <strong>{one.title}</strong>
                    <code>{one.table}</code>
                  </span>
                  <Strip columns={one.shape} />
                  <span className="num">{one.rows === null ? "" : counted(one.rows, "row")}</span>
                  <span className="upd meta">
                    {one.kind === "dataset" ? "Dataset" : "API"}
                    {one.updated_at && (
                      <>
                        , <Ago at={one.updated_at} now={now} />
                      </>
                    )}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          {!hydrated && (
            <Button small className="mt-2">
              Choose this table
            </Button>
          )}
        </Form>
      </li>
      <li>
        <fieldset>
          <legend>Choose where to open it</legend>
          <div className="tools">
            {tools.map(({ id, label, icon }) => (
              <label className="tool" key={id}>
                <Icon of={icon} />
                {label}
                <input type="radio" name="tool" id={`t-${id}`} checked={tool === id} onChange={() => setTool(id)} />
              </label>
            ))}
          </div>
        </fieldset>
      </li>
      <li>
        <h2>Open it</h2>
        <div className="panel">
          {tools.map((one) => (
            <div className="how" id={`how-${one.id}`} key={one.id}>
              {one.id !== "excel" && !api_key ? (
                <p className="panel-body">No key yet. Generate one at the right, then copy this.</p>
              ) : one.id === "excel" && !excel ? (
                <p className="panel-body">No short-lived token could be made. Reload the page.</p>
              ) : (
                <Open
                  snippet={one.write(facts)}
                  name={one.name}
                  say={one.say}
                  help={one.help}
                  tool={one.label}
                  {...(one.id === "excel" && excel ? { until: excel.expires_at, now } : {})}
                />
              )}
            </div>
          ))}
        </div>
      </li>
    </ol>
  );
}

/** What expires by itself is shown whole where there is no Copy. */
function Open({
  snippet,
  name,
  say,
  help,
  tool,
  until,
  now,
}: {
  snippet: Snippet;
  name: string;
  say: string;
  help: string;
  tool: string;
  until?: string;
  now?: string;
}) {
  const hydrated = useHydrated();
  const minutes = until && now ? Math.max(0, Math.round((Date.parse(until) - Date.parse(now)) / 60_000)) : null;
  return (
    <>
      <div className="code-wrap">
        <CodeBlock text={snippet.copied} name={name}>
          {hydrated || !until ? snippet.shown : snippet.copied}
        </CodeBlock>
      </div>
      <div className="take">
        <span className="meta">
          {say}
          {minutes !== null &&
            ` It works for ${counted(minutes, "minute")}; then Refresh All fails, and you copy it again for newer rows.`}
        </span>
        <Link className="meta push" to={help}>
          Instructions<span className="visually-hidden"> for {tool}</span>
        </Link>
      </div>
    </>
  );
}

const newKeyWarning =
  "Power BI, pandas and everything else that uses the present key stops at once until you enter the new one there. Excel queries that you have copied stop too.";

function KeyPanel({ api_key }: StreamPanelProps) {
  const busy = useNavigation().formData?.get("intent") === "generate-key";
  return (
    <section className="panel" aria-labelledby="key-title">
      <div className="panel-head">
        <h2 id="key-title">Your streaming key</h2>
        {api_key && <Badge tone="ok">Active</Badge>}
      </div>
      <div className="panel-body stack">
        {api_key ? (
          <>
            <details className="key-line">
              <summary>
                {maskKey(api_key)}
                <span className="visually-hidden">, show the key</span>
              </summary>
              <code className="break-all">{api_key}</code>
            </details>
            <div className="row">
              <CopyButton text={api_key} label="Copy Key" onCopied={() => showToast("success", "Key copied")} />
              <Confirm
                name="new-key"
                label="Generate New Key"
                kind="plain"
                title="Generate a new key?"
                verb="Generate New Key"
                fields={{ intent: "generate-key" }}
              >
                <p>{newKeyWarning}</p>
              </Confirm>
            </div>
            <p className="meta">Opens every table you can read. Treat it like a password.</p>
          </>
        ) : (
          <>
            <p>No key yet.</p>
            <Form method="post" action="/manage?tab=stream">
              <input type="hidden" name="intent" value="generate-key" />
              <Button kind="primary" icon={KeyRound} off={busy}>
                Generate New Key
              </Button>
            </Form>
          </>
        )}
      </div>
    </section>
  );
}
