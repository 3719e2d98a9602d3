import { Form, useNavigation } from "@remix-run/react";
import { Button } from "../../ui/button.tsx";

/** Posts `intent=restart` with `how` (add or replace): decides what a run that would read from the beginning does with its table. */
export function AskRestart({ table, replaceable }: { table: string; replaceable: boolean }) {
  const posted = useNavigation().formData?.get("intent") === "restart";
  return (
    <section className="panel" aria-labelledby="restart-title">
      <div className="panel-head"><h2 id="restart-title">Read from the beginning?</h2></div>
      <div className="panel-body stack">
        <p>The settings or the definition ask for other rows than before. The table <code>{table}</code> keeps the rows it has, and rows without a key cannot be recognised when they come again.</p>
        <Form method="post" className="actions">
          <input type="hidden" name="intent" value="restart" />
          {replaceable && <Button kind="primary" name="how" value="replace" off={posted}>Replace the table</Button>}
          <Button name="how" value="add" off={posted}>Add all rows again</Button>
        </Form>
      </div>
    </section>
  );
}
