import { Form, Link } from "@remix-run/react";
import type { SubjectKind } from "#domain/use-cases/history/subject.ts";
import type { AccessExport, Grantee } from "../../access-audit/access-lists.ts";
import type { OpenedStream } from "../../access-audit/opened-streams.ts";
import type { Why } from "../../access-audit/why-calls.ts";
import { eventWords } from "../../history/event-words.ts";
import type { HistoryEvent } from "../../history/history-calls.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { counted, formatBytes } from "../../ui/data/format.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { WhyShown } from "./why-shown.tsx";

type Shown<T> = { items: readonly T[]; total: number; next: string | null };
type ShownEvent = Pick<HistoryEvent, "position" | "type" | "at" | "by" | "about" | "reason" | "proof">;

export type AccessViewProps = {
  kind: SubjectKind;
  id: string;
  title: string;
  /** As they were typed. */
  person: string;
  given: string;
  fault: string | null;
  /** Null: access to this is not given by grants. */
  grants: Shown<Grantee> | null;
  events: Shown<ShownEvent>;
  /** Null: it has no rows. */
  streams: Shown<OpenedStream> | null;
  why: Why | "unknown" | null;
};

/** Who has access to something and why, what changed that, and which streams were opened. */
export function AccessView(props: AccessViewProps) {
  const { kind, id, title, fault, grants, events, streams } = props;
  return (
    <div className="wrap">
      <div className="hero">
        <div>
          <div className="hero-name">
            <h1>
              Access {kind === "user" ? "of" : "to"} {title}
            </h1>
          </div>
          <p className="lead">
            <Link to={`/history/${kind}/${id}`}>All that happened</Link>
          </p>
        </div>
      </div>
      <div className="blocks">
        {fault !== null && <Notice tone="bad" role="alert" title={fault} />}
        {kind !== "user" && <WhyAsked {...props} />}
        {grants && <Grants {...grants} />}
        <Events {...events} file={`/api/history/${kind}/${id}/export?about=access&format=csv`} />
        {streams && <Streams {...streams} />}
      </div>
    </div>
  );
}

function WhyAsked({ person, given, why }: AccessViewProps) {
  return (
    <Block id="why" title="Why can a person see this?">
      <Form method="get" className="panel panel-body stack" aria-label="Explain the access of a person">
        <TextField name="person" label="Person" hint="The id of a user." defaultValue={person} />
        <TextField
          name="as_of"
          label="As of"
          hint="A time in UTC, such as 2026-11-01T00:00:00Z. Empty: now."
          defaultValue={given}
          optional
        />
        <div>
          <Button>Explain</Button>
        </div>
      </Form>
      {why === "unknown" && <Notice tone="bad" title="There was no such user or item at that time." />}
      {why !== null && why !== "unknown" && <WhyShown {...why} />}
    </Block>
  );
}

const fileOf = (list: AccessExport) => `access.csv?list=${list}`;

/** A way to the next page of a list, and to the whole list as a file. */
function Foot({ list, next, file }: { list: string; next: string | null; file: string }) {
  return (
    <div className="table-foot">
      {next !== null && <ButtonLink to={`?${list}=${next}#${list}`}>More</ButtonLink>}
      <a href={file} download>
        Download as CSV<span className="visually-hidden">: {list}</span>
      </a>
    </div>
  );
}

function Grants({ items, total, next }: Shown<Grantee>) {
  return (
    <Block id="grants" title="Who has access now" meta={`${counted(total, "person", "people")} beside the owner`}>
      {total > 0 && (
        <ScrollTable panel label="Who has access now" heads={["Person", "Since", "Until", "Why"]}>
          {items.map(({ id, name, since, until }) => (
            <tr key={id}>
              <td data-head="Person">{name}</td>
              <td data-head="Since">
                <time dateTime={since}>{since}</time>
              </td>
              <td data-head="Until">{until ?? "no end"}</td>
              <td data-head="Why">
                <Link to={`?person=${id}#why`}>
                  Explain<span className="visually-hidden"> the access of {name}</span>
                </Link>
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
      <Foot list="grants" next={next} file={fileOf("grants")} />
    </Block>
  );
}

function Events({ items, total, next, file }: Shown<ShownEvent> & { file: string }) {
  return (
    <Block id="events" title="What changed access" meta={`${counted(total, "event")}, the latest first`}>
      {total > 0 && (
        <ScrollTable panel label="What changed access" heads={["Time", "Event", "By", "About", "Reason", "Proof"]}>
          {items.map((event) => (
            <tr key={event.position}>
              <td data-head="Time">
                <time dateTime={event.at}>{event.at}</time>
              </td>
              <td data-head="Event">{eventWords(event)}</td>
              <td data-head="By">{event.by?.name ?? "the system"}</td>
              <td data-head="About">{event.about?.name}</td>
              <td data-head="Reason" className="wrap-cell">
                {event.reason}
              </td>
              <td data-head="Proof">
                <a href={event.proof} download>
                  Download<span className="visually-hidden"> the proof of {eventWords(event)}</span>
                </a>
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
      <Foot list="events" next={next} file={file} />
    </Block>
  );
}

const STREAM_HEADS = [
  ...["Time", "Person", "Table"],
  { label: "Version", num: true },
  { label: "Status", num: true },
  { label: "Rows", num: true },
  { label: "Size", num: true },
  ...["Program", "Key"],
];

function Streams({ items, total, next }: Shown<OpenedStream>) {
  return (
    <Block id="streams" title="Streams opened" meta={`${counted(total, "stream")}, the latest first`}>
      {total > 0 && (
        <ScrollTable panel label="Streams opened" heads={STREAM_HEADS}>
          {items.map((stream) => (
            <StreamRow key={`${stream.at} ${stream.user.id} ${stream.table}`} stream={stream} />
          ))}
        </ScrollTable>
      )}
      <Foot list="streams" next={next} file={fileOf("streams")} />
    </Block>
  );
}

function StreamRow({ stream }: { stream: OpenedStream }) {
  const { at, user, table, version, status, rows, bytes, client, key } = stream;
  return (
    <tr>
      <td data-head="Time">
        <time dateTime={at}>{at}</time>
      </td>
      <td data-head="Person">{user.name}</td>
      <td data-head="Table">
        <code>{table}</code>
      </td>
      <td data-head="Version" className="num">
        {version}
      </td>
      <td data-head="Status" className="num">
        {status}
      </td>
      <td data-head="Rows" className="num">
        {rows?.toLocaleString("en-US")}
      </td>
      <td data-head="Size" className="num">
        {bytes === null ? "" : formatBytes(bytes)}
      </td>
      <td data-head="Program">{client}</td>
      <td data-head="Key">{key}</td>
    </tr>
  );
}
