import { Form, Link, useSubmit } from "@remix-run/react";
import { ChartColumn, FileSpreadsheet, SquareTerminal, Terminal } from "../../ui/icons/all.ts";
import { useState } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { Pager } from "../../ui/controls/pager.tsx";
import { CodeBlock } from "../../ui/code/code-block.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { Strip } from "../../ui/data/charts.tsx";
import { counted } from "../../ui/data/format.ts";
import { pageParameters } from "../../ui/data/page-asked.ts";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { Ago } from "../../ui/time/time.tsx";
import { type StreamPanelProps, type StreamTable, TABLES_PREFIX } from "./manage-shown.ts";
import type { Snippet } from "./snippets.ts";
import { curlLine, excelQuery, pandasCode, powerBiLink } from "./snippets.ts";

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
    say: "Get data, Web: paste this link. Anyone with the link has your key.",
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
type Tool = Pick<(typeof tools)[number], "name" | "help" | "label"> & { readonly say: string };

/** Which table, where to open it, and what to copy; while there is no table, what lists the tables. */
export function StreamSteps(props: StreamPanelProps) {
  const { tables, tablePages, selected, now } = props;
  const chosen = tables.find(({ table }) => table === selected) ?? tables[0];
  return (
    <ol className="steps">
      <li>
        {chosen ? (
          <>
            <TableChoice tables={tables} page={tablePages.page} chosen={chosen} now={now} />
            <Pager {...tablePages} prefix={TABLES_PREFIX} label="Pages of tables" />
          </>
        ) : (
          <EmptyState title="There is no table to stream yet." level={2}>
            <p className="quiet">
              Connect to a dataset, run a connector or upload a CSV. <Link to="/datastore">Go to the DataStore</Link>
            </p>
          </EmptyState>
        )}
      </li>
      <OpenIn {...props} table={chosen?.table ?? null} />
    </ol>
  );
}

const LISTS_TABLES = "Lists the tables that you can read, each with its link.";

/** The choice of the tool, and what to copy into it. */
function OpenIn({ apiKey, excel, origin, now, table, columns }: StreamPanelProps & { table: string | null }) {
  const [tool, setTool] = useState<string>("excel");
  const facts = { origin, table, key: apiKey ?? "your-key-here", excelToken: excel?.token ?? "", columns };
  return (
    <>
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
              {one.id !== "excel" && !apiKey ? (
                <p className="panel-body">No key yet. Generate one at the right, then copy this.</p>
              ) : one.id === "excel" && !excel ? (
                <p className="panel-body">No short-lived token could be made. Reload the page.</p>
              ) : (
                <Open
                  snippet={one.write(facts)}
                  tool={table === null ? { ...one, say: LISTS_TABLES } : one}
                  {...(one.id === "excel" && excel ? { until: excel.expiresAt, now } : {})}
                />
              )}
            </div>
          ))}
        </div>
      </li>
    </>
  );
}

/** Each table of the page as a radio button; choosing one loads its page, at once with JavaScript. */
function TableChoice({
  tables,
  page,
  chosen,
  now,
}: {
  tables: readonly StreamTable[];
  page: number;
  chosen: StreamTable;
  now: string;
}) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  return (
    <Form
      action="/manage"
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true, replace: true })}
    >
      <input type="hidden" name="tab" value="stream" />
      {page > 1 && <input type="hidden" name={pageParameters(TABLES_PREFIX).page} value={page} />}
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
                {one.updatedAt && (
                  <>
                    , <Ago at={one.updatedAt} now={now} />
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
  );
}

/** What expires by itself is shown whole where there is no Copy. */
function Open({
  snippet,
  tool: { name, say, help, label },
  until,
  now,
}: {
  snippet: Snippet;
  tool: Tool;
  until?: string;
  now?: string;
}) {
  const hydrated = useHydrated();
  const minutes = until && now ? Math.max(0, Math.round((Date.parse(until) - Date.parse(now)) / 60_000)) : null;
  return (
    <>
      <div className="code-wrap">
        <CodeBlock text={snippet.copied} shown={hydrated || !until ? snippet.shown : snippet.copied} name={name} />
      </div>
      <div className="take">
        <span className="meta">
          {say}
          {minutes !== null &&
            ` It works for ${counted(minutes, "minute")}; then Refresh All fails, and you copy it again for newer rows.`}
        </span>
        <Link className="meta push" to={help}>
          Instructions<span className="visually-hidden"> for {label}</span>
        </Link>
      </div>
    </>
  );
}
