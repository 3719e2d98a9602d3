import { Form } from "@remix-run/react";
import type { SubjectKind } from "#domain/use-cases/history/subject.ts";
import { controlTime, momentWords } from "../../history/moment.tsx";
import type { StateShown } from "../../history/state-shown.ts";
import type { Timeline } from "../../history/timeline/timeline.ts";
import { History as HistoryIcon } from "../../ui/icons/all.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { PageHead } from "../../ui/frames/page-head.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { EventList, type ListedEvent } from "./events/event-list.tsx";
import { Files, Filters } from "./events/filters.tsx";
import { type HistoryAddress, historyHref } from "./history-address.ts";
import { RowsThen, type RowsShown } from "./rows-then.tsx";
import { StateParts } from "./state/state-parts.tsx";
import { stateSentence } from "./state/state-sentence.ts";
import type { VersionMark } from "./timeline/picture.ts";
import { TimelinePanel } from "./timeline/timeline-panel.tsx";

export type HistoryViewProps = {
  kind: SubjectKind;
  id: string;
  title: string;
  /** The time that is read; null: now. */
  asOf: string | null;
  address: HistoryAddress;
  fault: string | null;
  total: number;
  events: readonly ListedEvent[];
  /** Null: nothing happened. */
  timeline: { timeline: Timeline; versions: readonly VersionMark[] } | null;
  shown: StateShown;
  rows: RowsShown | null;
  next: string | null;
};

/** What happened to a connector, dataset, connection or user, and what it was at a time. */
export function HistoryView(props: HistoryViewProps) {
  const { id, title, kind, asOf, fault, shown, address, rows } = props;
  const at = `/history/${kind}/${encodeURIComponent(id)}`;
  return (
    <>
      {asOf !== null && <AsOfBar asOf={asOf} rows={rows} back={historyHref({ ...address, as_of: "" })} />}
      <div className="wrap">
        <PageHead
          above={[kind === "user" ? ACCOUNT : kind === "instance" ? MANAGE : DATASTORE]}
          title={`History of ${title}`}
          lead={
            <>
              {asOf === null ? "Now" : "At this moment"}: {stateSentence(shown)}. <a href={`${at}/access`}>Access</a>
            </>
          }
        >
          <AsOfForm {...props} />
        </PageHead>
        {fault !== null && <Notice tone="bad" role="alert" title={fault} />}
        {props.timeline && <TimelinePanel {...props.timeline} address={address} asOf={asOf} />}
        <div className="then">
          <section className="panel" aria-labelledby="events">
            <div className="panel-head">
              <h2 id="events">What happened</h2>
            </div>
            <Filters address={address} people={peopleOf(props)} />
            <EventList
              events={props.events}
              total={props.total}
              older={props.next && historyHref(address, { after: props.next })}
              href={(time) => historyHref(address, { as_of: time, from: "", to: "" })}
            />
            <Files kind={kind} id={id} address={address} />
          </section>
          <section className="stack" aria-labelledby="state">
            <div className="block-head">
              <h2 id="state">{asOf === null ? "What it is now" : "What it was"}</h2>
              <span className="end">
                <a href={`/api${at}/state${asOf === null ? "" : `?as_of=${encodeURIComponent(asOf)}`}`}>As JSON</a>
              </span>
            </div>
            <StateParts shown={shown} accessHref={`${at}/access`} />
            {rows && <RowsThen rows={rows} kind={kind} id={id} />}
          </section>
        </div>
      </div>
    </>
  );
}

const DATASTORE = { to: "/datastore", label: "DataStore" };
const MANAGE = { to: "/manage", label: "Manage Data" };
const ACCOUNT = { to: "/account", label: "Account" };

/** The names that occur, for the filter. */
function peopleOf({ events, shown }: HistoryViewProps): readonly string[] {
  const named = events.flatMap(({ by, about }) => [by?.name, about?.name]);
  const all = [...named, ...Object.values(shown.people)].filter((name) => name !== undefined);
  return [...new Set(all)].filter((name) => name !== "another user" && name !== "[erased]").toSorted();
}

/** Says all the way down the page that it is not about now. */
function AsOfBar({ asOf, rows, back }: { asOf: string; rows: RowsShown | null; back: string }) {
  return (
    <div className="as-of-bar" role="status">
      <div className="wrap">
        <Icon of={HistoryIcon} />
        <p>
          <strong>You are reading {momentWords(asOf)}.</strong> Versions, settings and access are as they were then
          {rows === null ? "." : "refused" in rows ? `. ${rows.refused}` : ", and so are the rows."}
        </p>
        <a href={back}>Back to now</a>
      </div>
    </div>
  );
}

function AsOfForm({ asOf, address }: HistoryViewProps) {
  const { as_of: _, ...kept } = address;
  return (
    <Form method="get" className="as-of" aria-label="Choose a moment" key={asOf}>
      {Object.entries(kept).map(([name, value]) =>
        value === "" ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <TextField
        name="as_of"
        label="As of"
        aside={<span className="opt">UTC</span>}
        type="datetime-local"
        step="any"
        defaultValue={controlTime(asOf)}
      />
      <Button kind="primary">Show this moment</Button>
    </Form>
  );
}
