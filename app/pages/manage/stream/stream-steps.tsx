import { Link } from "@remix-run/react";
import { useState } from "react";
import type { SnippetFacts } from "../../../streaming/snippet.ts";
import { Pager } from "../../../ui/controls/pager.tsx";
import { Icon } from "../../../ui/icons/icon.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { CheckStep } from "./check-step.tsx";
import { KEY_PLACE, OpenTool } from "./open-tool.tsx";
import { type StreamOutcome, type StreamPanelProps, TABLES_PREFIX } from "./stream-shown.ts";
import { TableChoice } from "./table-choice.tsx";
import { TOOLS } from "./tools.ts";

type Props = StreamPanelProps & { outcome: StreamOutcome | undefined };

/** Which table, where to open it, what to copy, and whether it works; while there is no table, what lists the tables. */
export function StreamSteps(props: Props) {
  const { tables, tablePages, selected, now, outcome } = props;
  const chosen = tables.find(({ table }) => table === selected) ?? tables[0];
  const [tool, setTool] = useState<string>(outcome?.tool ?? props.tool ?? "excel");
  return (
    <ol className="steps">
      <li>
        {chosen ? (
          <>
            <TableChoice tables={tables} page={tablePages.page} chosen={chosen} now={now} tool={tool} />
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
      <li>
        <fieldset>
          <legend>Choose where to open it</legend>
          <div className="tools">
            {TOOLS.map(({ id, label, icon }) => (
              <label className="tool" key={id}>
                <Icon of={icon} />
                {label}
                <input type="radio" name="tool" id={`t-${id}`} checked={tool === id} onChange={() => setTool(id)} />
              </label>
            ))}
          </div>
        </fieldset>
      </li>
      <OpenAndCheck {...props} table={chosen?.table ?? null} />
    </ol>
  );
}

function OpenAndCheck({ outcome, apiKey, keys, excel, origin, now, table, columns }: Props & { table: string | null }) {
  const made = outcome?.made?.table === table ? outcome?.made : undefined;
  const key = made?.secret ?? apiKey;
  const facts: SnippetFacts = {
    ...{ origin, table, columns },
    key: key ?? KEY_PLACE,
    excelToken: excel?.token ?? "",
  };
  return (
    <>
      <li>
        <h2>Open it</h2>
        <div className="panel">
          {TOOLS.map((tool) => (
            <div className="how" id={`how-${tool.id}`} key={tool.id}>
              <OpenTool {...{ tool, facts, made, now }} hasKey={key !== null} keys={keys} excel={excel} />
            </div>
          ))}
        </div>
      </li>
      {table !== null && (
        <li>
          <h2>Check it works</h2>
          <div className="panel">
            {TOOLS.map((tool) => (
              <div className="how" id={`check-${tool.id}`} key={tool.id}>
                <CheckStep
                  {...{ tool, table, made }}
                  hasKey={key !== null}
                  keys={keys.length}
                  check={outcome?.check?.tool === tool.id && outcome.check.table === table ? outcome.check : undefined}
                />
              </div>
            ))}
          </div>
        </li>
      )}
    </>
  );
}
