import type { JsonValue } from "#domain/core/values/json.ts";
import { eventWords } from "../../../history/event-words.ts";
import type { HistoryEvent } from "../../../history/history-calls.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { counted } from "../../../ui/data/format.ts";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";
import { Moment } from "../../../history/moment.tsx";

export type ListedEvent = Omit<HistoryEvent, "data"> & { readonly detail: string };

/** The events, the latest first; each opens to what it changed, its hash and its proof. */
export function EventList({
  events,
  total,
  older,
  href,
}: {
  events: readonly ListedEvent[];
  total: number;
  /** The address of older events; null: there are none. */
  older: string | null;
  /** The address of a moment. */
  href: (at: string) => string;
}) {
  if (events.length === 0) return <p className="panel-body quiet">No event is like that.</p>;
  return (
    <>
      <ol className="history-events">
        {events.map((event) => (
          <li key={event.position}>
            <Event event={event} href={href(event.at)} />
          </li>
        ))}
      </ol>
      <div className="table-foot">
        <p className="meta">
          {older === null
            ? counted(total, "event")
            : `${events.length} of ${counted(total, "event")}, the latest first`}
        </p>
        {older !== null && (
          <ButtonLink small to={older}>
            Older events
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function Event({ event, href }: { event: ListedEvent; href: string }) {
  const { at, by, about, key, reason, changes, proof, hash, detail, type, revision, stream } = event;
  return (
    <details>
      <summary>
        <Moment at={at} />
        <span className="who">
          <strong className="what">{eventWords(event)}</strong>
          {detail !== "" && <span className="detail"> {detail}</span>}
          {by && <> by {by.name}</>}
          {about && <> about {about.name}</>}
        </span>
      </summary>
      <div className="event-body">
        {reason !== null && <p>Reason: {reason}</p>}
        {changes.length > 0 && <Changes event={event} changes={changes} />}
        <p className="meta">
          <code>{type}</code>, event {revision} of <code>{stream}</code>
          {key !== null && (
            <>
              , by the key <code>{key}</code>
            </>
          )}
        </p>
        <p className="meta hash">
          <code>{hash}</code>
        </p>
        <p className="acts">
          <a href={href}>
            Show this moment<span className="visually-hidden">: {eventWords(event)}</span>
          </a>
          <a href={proof} download>
            Download proof<span className="visually-hidden"> of {eventWords(event)}</span>
          </a>
        </p>
      </div>
    </details>
  );
}

function Changes({ event, changes }: { event: ListedEvent; changes: HistoryEvent["changes"] }) {
  return (
    <ScrollTable panel label={`What changed: ${eventWords(event)}`} heads={["Field", "Before", "After"]}>
      {changes.map(({ path, before, after }) => (
        <tr key={path}>
          <td data-head="Field">
            <code>{path}</code>
          </td>
          <td className="wrap-cell" data-head="Before">
            {before === null ? <span className="quiet">nothing</span> : <del>{jsonText(before)}</del>}
          </td>
          <td className="wrap-cell" data-head="After">
            {after === null ? <span className="quiet">nothing</span> : <ins>{jsonText(after)}</ins>}
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}

function jsonText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
