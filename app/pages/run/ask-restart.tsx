import { Form, useNavigation } from "@remix-run/react";
import { Button } from "../../ui/controls/button.tsx";
import { plural } from "../../ui/data/format.ts";
import { TableNames } from "../../ui/data/table-names.tsx";
import { FollowsRun } from "../../runs/follow-runs.tsx";

/**
 * Posts `intent=restart` with `how` (add or replace): decides what a run that would read from the beginning does with
 * its table. Settings for one run only are not stored, so such a run cannot be started from here.
 */
export function AskRestart({
  tables,
  replaceable,
  ownSettings,
}: {
  tables: readonly string[];
  replaceable: boolean;
  ownSettings: boolean;
}) {
  const posted = useNavigation().formData?.get("intent") === "restart";
  return (
    <section className="panel" aria-labelledby="restart-title">
      <div className="panel-head">
        <h2 id="restart-title">Read from the beginning?</h2>
      </div>
      <div className="panel-body stack">
        <p>
          The settings or the definition ask for other rows than before. The {plural(tables.length, "table")}{" "}
          <TableNames names={tables} /> {plural(tables.length, "keeps the rows it has", "keep the rows they have")}, and
          rows without a key cannot be recognised when they come again.
        </p>
        {ownSettings && (
          <p>
            This run had settings of its own, which are not kept. Save them under Setup and run again to decide, or send{" "}
            <code>restart</code> or <code>override</code> with the call.
          </p>
        )}
      </div>
      {!ownSettings && (
        <Form method="post" className="panel-foot">
          <input type="hidden" name="intent" value="restart" />
          <FollowsRun />
          {replaceable && (
            <Button kind="primary" name="how" value="replace" off={posted}>
              Replace the {plural(tables.length, "table")}
            </Button>
          )}
          <Button name="how" value="add" off={posted}>
            Add all rows again
          </Button>
        </Form>
      )}
    </section>
  );
}
