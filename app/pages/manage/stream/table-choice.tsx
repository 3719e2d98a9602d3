import { Form, useSubmit } from "@remix-run/react";
import { Button } from "../../../ui/controls/button.tsx";
import { Strip } from "../../../ui/data/charts.tsx";
import { counted } from "../../../ui/data/format.ts";
import { pageParameters } from "../../../ui/data/page-asked.ts";
import { useHydrated } from "../../../ui/layout/hydrated.ts";
import { Ago } from "../../../ui/time/time.tsx";
import { type StreamTable, TABLES_PREFIX } from "./stream-shown.ts";

/** Each table of the page as a radio button; choosing one loads its page, at once with JavaScript. */
export function TableChoice({
  tables,
  page,
  chosen,
  now,
  tool,
}: {
  tables: readonly StreamTable[];
  page: number;
  chosen: StreamTable;
  now: string;
  /** The chosen tool, which stays. */
  tool: string;
}) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  return (
    <Form
      action="/manage"
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true, replace: true })}
    >
      <input type="hidden" name="tab" value="stream" />
      <input type="hidden" name="tool" value={tool} />
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
