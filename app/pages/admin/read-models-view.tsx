import { Form } from "@remix-run/react";
import { Fragment } from "react";
import { ChevronDown, RefreshCw } from "../../ui/icons/all.ts";
import type { ReadModelReport } from "../../platform.ts";
import { Badge } from "../../ui/data/badge.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { CodeBlock } from "../../ui/code/code-block.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { CheckField, ErrorLine, TextField } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { counted, formatExact } from "../../ui/data/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Ago } from "../../ui/time/time.tsx";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { AdminFrame } from "./admin-frame.tsx";

export type ShownEvent = {
  type: string;
  stream: string;
  revision: number;
  position: string;
  recordedAt: string;
  /** Whether this version of the product can read it. */
  isKnown: boolean;
  data: string;
};
export type ShownModel = Pick<ReadModelReport, "model" | "state" | "position" | "behind"> & {
  halted: { rebuild: boolean; since: string | null; error: string; event: ShownEvent | null } | null;
};
export type ReadModelsPage = { models: ShownModel[]; unknownTypes: { type: string; stream: string }[]; now: string };

const LEAD =
  "Pages and API read from these tables, which are filled from the log. A model that cannot apply an event halts; the others continue.";

/** Read models and their state; a halted one with its event and the possible actions. */
export function ReadModelsView({ models, unknownTypes, now, form }: ReadModelsPage & { form?: FormState }) {
  const halted = models.filter((model) => model.halted !== null);
  return (
    <AdminFrame tab="/admin/read-models" lead={LEAD}>
      {halted.length === 0 && <Notice tone="ok" title="No read model has halted." />}
      {unknownTypes.length > 0 && <UnknownTypes types={unknownTypes} />}
      {halted.map((model) => (
        <HaltedModel
          key={model.model}
          model={model}
          now={now}
          form={form?.values?.["model"] === model.model ? form : undefined}
        />
      ))}
      <div className="panel">
        <ScrollTable label="Read models" heads={["Model", "State", "Progress", "Position"]}>
          {models.map(({ model, state, behind, position }) => (
            <tr key={model}>
              <th scope="row">{model}</th>
              <td>
                <State state={state} />
              </td>
              <td>
                {behind === 0
                  ? "up to date"
                  : behind >= 1000
                    ? "1,000 or more events behind"
                    : `${counted(behind, "event")} behind`}
              </td>
              <td>
                <code>{position ?? "at the start"}</code>
              </td>
            </tr>
          ))}
        </ScrollTable>
      </div>
    </AdminFrame>
  );
}

/** Events of a newer version that none of the models can be about. */
function UnknownTypes({ types }: { types: ReadModelsPage["unknownTypes"] }) {
  return (
    <Notice tone="warn" title="The log has events that this version of Tributary does not know.">
      A newer version wrote them. No read model shows such things here, so none has halted. Upgrade this server. First
      of each type:{" "}
      {types.map(({ type, stream }, at) => (
        <Fragment key={type}>
          {at > 0 && ", "}
          <code>{type}</code> in <code>{stream}</code>
        </Fragment>
      ))}
    </Notice>
  );
}

const STATES = {
  following: ["ok", "Following"],
  rebuilding: ["info", "Rebuilding"],
  halted: ["bad", "Halted"],
  missing: ["warn", "Not made yet"],
  newer: ["warn", "From a newer version"],
} as const;

function State({ state }: { state: ShownModel["state"] }) {
  const [tone, word] = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}

function HaltedModel({
  model: { model, halted },
  now,
  form,
}: {
  model: ShownModel;
  now: string;
  form: FormState | undefined;
}) {
  if (halted === null) return null;
  const { event, rebuild, since, error } = halted;
  const heading = `halted-${model}`;
  return (
    <section className="panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h3 id={heading}>{rebuild ? `The rebuild of ${model} has halted` : `${model} has halted`}</h3>
        {since && (
          <span className="meta">
            <Ago at={since} now={now} />
          </span>
        )}
      </div>
      <div className="panel-body stack">
        <Notice tone="bad" title="It cannot apply this event.">
          {error}
        </Notice>
        {rebuild && <p>The previous tables are used until it is done.</p>}
        {event?.isKnown === false && (
          <p>Do not skip it if you can upgrade: a newer version, which knows the event, would leave it out too.</p>
        )}
        {event === null ? (
          <p>
            The log has no such event any more. Rebuild the model: <code>{`npm run rebuild -- ${model}`}</code>
          </p>
        ) : (
          <EventAndActions model={model} event={event} form={form} />
        )}
      </div>
    </section>
  );
}

function EventAndActions({ model, event, form }: { model: string; event: ShownEvent; form: FormState | undefined }) {
  const about = (
    <>
      <input type="hidden" name="model" value={model} />
      <input type="hidden" name="position" value={event.position} />
    </>
  );
  return (
    <>
      <Facts
        facts={[
          { label: "Event", value: <code>{event.type}</code> },
          { label: "Stream", value: <code>{event.stream}</code> },
          { label: "Revision", value: String(event.revision) },
          { label: "Recorded", value: <time dateTime={event.recordedAt}>{formatExact(event.recordedAt)}</time> },
          { label: "Position", value: <code>{event.position}</code> },
        ]}
      />
      <details>
        <summary className="btn btn-quiet btn-sm">
          <Icon of={ChevronDown} size="sm" />
          Data, as the log holds it
        </summary>
        <CodeBlock text={event.data} name={`data of the event at which ${model} halted`} />
      </details>
      <Form method="post" className="row">
        {about}
        <Button icon={RefreshCw} name="intent" value="retry">
          Try again
        </Button>
        <span className="meta">After an upgrade that fixes the fault.</span>
      </Form>
      <Form method="post" className="stack" aria-label={`Skip the event in ${model}`}>
        {about}
        <TextField
          label="Why the event is skipped"
          name="reason"
          hint="Kept in the log with your name."
          required
          maxLength={1000}
          {...(form ? { state: form } : {})}
        />
        <CheckField
          label="Leave this event out of this model, now and in every rebuild"
          name="confirmed"
          value="yes"
          required
          hint="The log keeps the event. This model will not show what it changed."
          {...(form ? { state: form } : {})}
        />
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
        <div>
          <Button kind="danger" name="intent" value="skip">
            Skip this event
          </Button>
        </div>
      </Form>
    </>
  );
}
