import { Form, Link } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import type { SubjectKind } from "#domain/use-cases/history/subject.ts";
import { EVENT_PURPOSES } from "../../../history/event-words.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { SelectField, TextField } from "../../../ui/form/field.tsx";
import { type HistoryAddress, historyHref } from "../history-address.ts";

const PURPOSE_OPTIONS = [
  { value: "", label: "All" },
  ...EVENT_PURPOSES.map((value) => ({ value, label: value.replace(/^./, (letter) => letter.toUpperCase()) })),
];

/** Which events are shown, by kind, person and day. `people`: names to choose from. */
export function Filters({ address, people }: { address: HistoryAddress; people: readonly string[] }) {
  const { as_of, about, person, from, to } = address;
  const isFiltered = about + person + from + to !== "";
  return (
    <Form method="get" className="history-filters" aria-label="Filter the history" key={historyHref(address)}>
      {as_of !== "" && <input type="hidden" name="as_of" value={as_of} />}
      <SelectField name="about" label="Events" options={PURPOSE_OPTIONS} defaultValue={about} />
      <TextField
        name="person"
        label="Person"
        placeholder="Name or e-mail"
        defaultValue={person}
        list="people-of-history"
        maxLength={200}
        autoComplete="off"
      />
      <datalist id="people-of-history">
        {people.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField name="from" label="From" type="date" defaultValue={cutText(from, 10)} />
      <TextField name="to" label="To" type="date" defaultValue={cutText(to, 10)} />
      <p className="acts">
        <Button small>Filter</Button>
        {isFiltered && <Link to={historyHref({ as_of, about: "", person: "", from: "", to: "" })}>Clear Filter</Link>}
      </p>
    </Form>
  );
}

/** The events that are shown as files, with hashes and proofs. */
export function Files({ kind, id, address }: { kind: SubjectKind; id: string; address: HistoryAddress }) {
  const { about, person, from, to, as_of } = address;
  const until = to === "" ? as_of : to;
  const asked = Object.entries({ about, person, from: from && wholeTime(from), as_of: until });
  const file = (format: string) =>
    `/api/history/${kind}/${encodeURIComponent(id)}/export?${new URLSearchParams([
      ...asked.filter(([, value]) => value !== ""),
      ["format", format],
    ])}`;
  return (
    <p className="panel-foot acts">
      <a href={file("csv")} download>
        Download as CSV
      </a>
      <a href={file("json")} download>
        Download as JSON
      </a>
    </p>
  );
}

/** The start of a day, or the time itself. */
export function wholeTime(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
}
