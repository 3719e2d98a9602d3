import { Link } from "@remix-run/react";
import type { SubjectKind } from "#domain/use-cases/history/subject.ts";
import type { AccessExport, Grantee } from "../../access-audit/access-lists.ts";
import type { ShownLook } from "../../access-audit/access-looks.ts";
import type { OpenedStream } from "../../access-audit/opened-streams.ts";
import { eventWords } from "../../history/event-words.ts";
import type { HistoryEvent } from "../../history/history-calls.ts";
import { Moment } from "../../history/moment.tsx";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { counted } from "../../ui/data/format.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { PageHead } from "../../ui/frames/page-head.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { Looks } from "./looks.tsx";
import { Streams } from "./streams-list.tsx";
import { WhyAsked } from "./why-asked.tsx";
import type { WhyNamed } from "./why-shown.tsx";

type Shown<T> = { items: readonly T[]; total: number; next: string | null };
type ShownEvent = Pick<HistoryEvent, "position" | "type" | "at" | "by" | "about" | "reason" | "proof">;

export type AccessViewProps = {
  kind: SubjectKind;
  id: string;
  title: string;
  /** As it was typed. */
  person: string;
  /** The time that is asked about; null: now. */
  asOf: string | null;
  fault: string | null;
  /** Null: access to this is not given by grants. */
  grants: Shown<Grantee> | null;
  events: Shown<ShownEvent>;
  /** Null: it has no rows. */
  streams: Shown<OpenedStream> | null;
  refused: Shown<OpenedStream> | null;
  /** Who looked at what people see; null: not for this viewer. */
  looks: Shown<ShownLook> | null;
  why: WhyNamed | "unknown" | null;
  /** Names to choose from. */
  people: readonly string[];
};

/** Who has access to something and why, what changed that, and which streams were opened. */
export function AccessView(props: AccessViewProps) {
  const { kind, id, title, fault, grants, events, streams, refused, looks } = props;
  return (
    <div className="wrap">
      <PageHead
        above={[{ to: `/history/${kind}/${encodeURIComponent(id)}`, label: `History of ${title}` }]}
        title={`Access ${kind === "user" ? "of" : "to"} ${title}`}
        lead="Who may see it and why, what changed that, and who read it."
      />
      <div className="blocks">
        {fault !== null && <Notice tone="bad" role="alert" title={fault} />}
        {kind !== "user" && <WhyAsked {...props} />}
        {grants && <Grants {...grants} />}
        <Events {...events} file={`/api/history/${kind}/${id}/export?about=access&format=csv`} />
        {streams && (
          <Streams outcome="opened" {...streams}>
            <Foot list="streams" next={streams.next} file={fileOf("streams")} />
          </Streams>
        )}
        {refused && refused.total > 0 && (
          <Streams outcome="refused" {...refused}>
            <Foot list="refused" next={refused.next} file={fileOf("refused")} />
          </Streams>
        )}
        {looks && looks.total > 0 && (
          <Looks {...looks}>
            <More list="looks" next={looks.next} />
          </Looks>
        )}
      </div>
    </div>
  );
}

const fileOf = (list: AccessExport) => `access.csv?list=${list}`;

/** A way to the next page of a list. */
function More({ list, next }: { list: string; next: string | null }) {
  return next === null ? null : (
    <ButtonLink small to={`?${list}=${next}#${list}`}>
      More
    </ButtonLink>
  );
}

/** The same, and a way to the whole list as a file. */
function Foot({ list, next, file }: { list: string; next: string | null; file: string }) {
  return (
    <div className="table-foot">
      <More list={list} next={next} />
      <a href={file} download>
        Download as CSV<span className="visually-hidden">: {list}</span>
      </a>
    </div>
  );
}

function Grants({ items, total, next }: Shown<Grantee>) {
  return (
    <Block id="grants" title="Who has access now" meta={`${counted(total, "person", "people")} besides the owner`}>
      {total > 0 && (
        <ScrollTable panel label="Who has access now" heads={["Person", "Since", "Until", "Why"]}>
          {items.map(({ id, name, since, until }) => (
            <tr key={id}>
              <td data-head="Person">{name}</td>
              <td data-head="Since">
                <Moment at={since} />
              </td>
              <td data-head="Until">{until === null ? "no end" : <Moment at={until} />}</td>
              <td data-head="Why">
                <Link to={`?person=${encodeURIComponent(id)}#why`}>
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
                <Moment at={event.at} />
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
