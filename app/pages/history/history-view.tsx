import { Form, Link } from "@remix-run/react";
import type { JsonValue } from "#domain/core/values/json.ts";
import type { Preview } from "#domain/core/ports/work-ports.ts";
import type { SubjectKind } from "#domain/use-cases/history/subject.ts";
import { EVENT_PURPOSES, eventWords } from "../../history/event-words.ts";
import type { HistoryEvent, MadeBy } from "../../history/history-calls.ts";
import { CodeBlock } from "../../ui/code/code-block.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { counted } from "../../ui/data/format.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { PageHead } from "../../ui/frames/page-head.tsx";
import { Block } from "../../ui/layout/block.tsx";

export type HistoryViewProps = {
  kind: SubjectKind;
  id: string;
  title: string;
  status: string;
  /** The time that is read; null: now. */
  asOf: string | null;
  /** As it was typed. */
  given: string;
  fault: string | null;
  about: string | null;
  person: string | null;
  total: number;
  events: readonly HistoryEvent[];
  /** The replayed state as text. */
  state: string;
  rows: { version: number; madeBy: MadeBy | null; preview: Preview } | { refused: string } | null;
  next: string | null;
};

/** What happened to a connector, dataset, connection or user, and what it was at a time. */
export function HistoryView(props: HistoryViewProps) {
  const { id, title, kind, status, asOf, fault, state, rows } = props;
  const name = kind === "instance" ? "Connection" : kind.replace(/^./, (letter) => letter.toUpperCase());
  return (
    <>
      {asOf !== null && <AsOfBar asOf={asOf} />}
      <div className="wrap">
        <PageHead
          above={[kind === "user" ? ACCOUNT : kind === "instance" ? MANAGE : DATASTORE]}
          title={`History of ${title}`}
          lead={
            <>
              {name}, {status} {asOf === null ? "now" : "then"}. <a href={`/history/${kind}/${id}/access`}>Access</a>
            </>
          }
        />
        <div className="blocks">
          {fault !== null && <Notice tone="bad" role="alert" title={fault} />}
          <Filters {...props} />
          <Events {...props} />
          {rows && (
            <Block id="rows" title="Rows at that time">
              {"refused" in rows ? <p>{rows.refused}</p> : <Rows {...rows} />}
            </Block>
          )}
          <Block id="state" title={asOf === null ? "Now" : "At that time"}>
            <CodeBlock name="state" text={state}>
              {state}
            </CodeBlock>
          </Block>
        </div>
      </div>
    </>
  );
}

const DATASTORE = { to: "/datastore", label: "DataStore" };
const MANAGE = { to: "/manage", label: "Manage Data" };
const ACCOUNT = { to: "/account", label: "Account" };

/** Says all the way down the page that it is not about now. */
function AsOfBar({ asOf }: { asOf: string }) {
  return (
    <div className="as-of-bar" role="status">
      <div className="wrap">
        <p>
          <strong>You are reading {timeWords(asOf)}.</strong> Versions, settings and access are as they were then.
        </p>
        <a href="?">Back to now</a>
      </div>
    </div>
  );
}

/** "2026-11-01T10:00:05.123456Z" as "2026-11-01 10:00:05 UTC". */
function timeWords(time: string): string {
  return time.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");
}

function Filters({ kind, id, given, about, person }: HistoryViewProps) {
  const asked = Object.entries({ as_of: given, about, person }).filter((each): each is [string, string] => !!each[1]);
  const file = (format: string) =>
    `/api/history/${kind}/${encodeURIComponent(id)}/export?${new URLSearchParams([...asked, ["format", format]])}`;
  return (
    <Form method="get" className="panel panel-body history-filters" aria-label="Filter the history">
      <TextField
        name="as_of"
        label="As of"
        hint="A time in UTC, such as 2026-11-01T00:00:00Z. Empty: now."
        defaultValue={given}
        optional
      />
      <label className="field">
        <span className="label">Events</span>
        <select className="select" name="about" defaultValue={about ?? ""}>
          <option value="">All</option>
          {EVENT_PURPOSES.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <TextField name="person" label="Person" hint="The id of a user." defaultValue={person ?? ""} optional />
      <div className="acts">
        <Button kind="primary">Show</Button>
        <a className="btn" href={file("csv")} download>
          Download as CSV
        </a>
        <a className="btn" href={file("json")} download>
          Download as JSON
        </a>
      </div>
    </Form>
  );
}

function Events({ events, total, next, given, about, person }: HistoryViewProps) {
  const older = new URLSearchParams({ as_of: given, about: about ?? "", person: person ?? "", after: next ?? "" });
  return (
    <Block id="events" title="What happened" meta={`${counted(total, "event")}, the latest first`}>
      <ol className="panel history-events">
        {events.map((event) => (
          <li key={event.position}>
            <Event event={event} />
          </li>
        ))}
      </ol>
      {next !== null && (
        <div className="table-foot">
          <ButtonLink to={`?${older}`}>Older events</ButtonLink>
        </div>
      )}
    </Block>
  );
}

function Event({ event }: { event: HistoryEvent }) {
  const { at, by, about, reason, changes, proof, hash } = event;
  return (
    <>
      <p>
        <strong className="what">{eventWords(event)}</strong>
        {by && <> by {by.name}</>}
        {about && <> about {about.name}</>}
      </p>
      {reason !== null && <p>Reason: {reason}</p>}
      <p className="meta">
        <time dateTime={at}>{timeWords(at)}</time> <code>{hash}</code>{" "}
        <a href={proof} download>
          Download proof<span className="visually-hidden"> of {eventWords(event)}</span>
        </a>
      </p>
      {changes.length > 0 && (
        <ScrollTable panel label={`What changed: ${eventWords(event)}`} heads={["Field", "Before", "After"]}>
          {changes.map(({ path, before, after }) => (
            <tr key={path}>
              <td>
                <code>{path}</code>
              </td>
              <td className="wrap-cell">{before === null ? "" : <del>{jsonText(before)}</del>}</td>
              <td className="wrap-cell">{after === null ? "" : <ins>{jsonText(after)}</ins>}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </>
  );
}

function jsonText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function Rows({
  version,
  madeBy,
  preview: { columns, rows, total },
}: {
  version: number;
  madeBy: MadeBy | null;
  preview: Preview;
}) {
  return (
    <div className="stack">
      <p className="meta">
        Version {version}: rows 1 to {rows.length} of {total}.{madeBy && <Origin {...madeBy} />}
      </p>
      <ScrollTable panel label="Rows at that time" heads={columns.map(({ label }) => label)}>
        {rows.map((row, at) => (
          <tr key={at}>
            {columns.map(({ name }) => (
              <td key={name}>{jsonText(row[name] ?? "")}</td>
            ))}
          </tr>
        ))}
      </ScrollTable>
    </div>
  );
}

/** The run behind a version of a table. */
function Origin({ runId, connectorVersion, settingKeys }: MadeBy) {
  return (
    <>
      {" "}
      Made by <Link to={`/run/${encodeURIComponent(runId)}`}>this run</Link>
      {connectorVersion !== null && ` of connector version ${connectorVersion}`}.{" "}
      {settingKeys.length === 0 ? "It had no settings." : `Its settings: ${settingKeys.join(", ")}.`}
    </>
  );
}
