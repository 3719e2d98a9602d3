import { Form } from "@remix-run/react";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { controlTime } from "../../history/moment.tsx";
import { type WhyNamed, WhyShown } from "./why-shown.tsx";

/** Asks what a person sees, and answers with the rules and what is shown by them. */
export function WhyAsked({
  person,
  asOf,
  why,
  people,
}: {
  /** As they were typed. */
  person: string;
  /** The time that was asked for; null: now. */
  asOf: string | null;
  why: WhyNamed | "unknown" | null;
  people: readonly string[];
}) {
  return (
    <Block id="why" title="What does a person see, and why?">
      <Form method="get" className="panel panel-body why-asked" aria-label="Explain the access of a person">
        <TextField
          name="person"
          label="Person"
          placeholder="Name or e-mail"
          defaultValue={person}
          list="people-with-access"
          maxLength={200}
          autoComplete="off"
          required
        />
        <datalist id="people-with-access">
          {people.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField
          name="as_of"
          label="As of"
          aside={<span className="opt">UTC, empty: now</span>}
          type="datetime-local"
          step="any"
          defaultValue={controlTime(asOf)}
        />
        <Button kind="primary">Explain</Button>
      </Form>
      {why === "unknown" && <Notice tone="bad" title="There was no such user or item at that time." />}
      {why !== null && why !== "unknown" && <WhyShown {...why} />}
    </Block>
  );
}
