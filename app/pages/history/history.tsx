import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listCursorText, readListCursor } from "#domain/core/lists/list-order.ts";
import { untilTime } from "#domain/use-cases/history/history-time.ts";
import { LATEST_EVENTS } from "#projections/history/queries.ts";
import { eventDetail } from "../../history/event-detail.ts";
import { EVENT_PURPOSES } from "../../history/event-words.ts";
import { historyPage, readableSubject, rowsThen, stateThen } from "../../history/history-calls.ts";
import { personOf } from "../../history/person-of.ts";
import { stateShown } from "../../history/state-shown.ts";
import { timelineOf } from "../../history/timeline/timeline.ts";
import { titleOf } from "../../history/title-of.ts";
import { versionMarks } from "../../history/version-marks.ts";
import { throwNotFound, viewerOf } from "../../http/forms/page.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { wholeTime } from "./events/filters.tsx";
import type { HistoryAddress } from "./history-address.ts";
import { HistoryView, type HistoryViewProps } from "./history-view.tsx";

const EVENTS_PER_PAGE = 20;
const WRONG_TIME = "Times are in ISO 8601, such as 2026-11-01T00:00:00Z.";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMeta({ title: shown ? `History of ${shown.title} | Tributary` : "Item not found | Tributary", noindex: true });

/** /history/{kind}/{id}?as_of=&about=&person=&from=&to=&after=: what happened, and what it was at a time. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { platform } = context;
  const viewer = await viewerOf(context, request);
  const found = await readableSubject(platform, viewer, { kind: params["kind"] ?? "", id: params["id"] ?? "" });
  if (!found.ok) return throwNotFound();
  const subject = found.value;
  const query = new URL(request.url).searchParams;
  const address = addressOf(query);
  const asOf = untilTime(address.as_of);
  const [from, to] = [untilTime(wholeTime(address.from)), untilTime(address.to)];
  const isTimeWrong = [[address.as_of, asOf] as const, [address.from, from] as const, [address.to, to] as const].some(
    ([text, time]) => text !== "" && time === null,
  );
  const time = asOf ?? untilTime(new Date().toISOString())!;
  const asked = {
    purpose: EVENT_PURPOSES.find((each) => each === address.about) ?? null,
    person: address.person === "" ? null : await personOf(platform, viewer, subject, address.person),
    from: from && wholeTime(address.from),
    to: earlier(to, asOf),
  };
  const range = { limit: EVENTS_PER_PAGE, offset: 0, after: readListCursor(query.get("after") ?? "", LATEST_EVENTS) };
  const hasRows = asOf !== null && (subject.kind === "dataset" || subject.kind === "instance");
  const now = new Date().toISOString();
  const counted = { person: asked.person, to: asOf };
  const [page, state, rows, timeline] = await Promise.all([
    historyPage(platform, viewer, subject, asked, range),
    stateThen(platform, viewer, subject, time),
    hasRows ? rowsThen(context, viewer, subject, time) : null,
    timelineOf(platform, subject, counted, now),
  ]);
  const shown: HistoryViewProps = {
    ...{ kind: subject.kind, id: subject.id, asOf, address, total: page.total },
    title: titleOf(state) ?? subject.id,
    events: page.items.map(({ data: said, ...event }) => ({ ...event, detail: eventDetail(said) })),
    timeline: timeline && { timeline, versions: versionMarks(state) },
    shown: await stateShown(platform, state),
    fault: isTimeWrong ? WRONG_TIME : null,
    rows: rows && (rows.ok ? rows.value : { refused: rows.error }),
    next: page.next && listCursorText(page.next),
  };
  return data(shown, { status: isTimeWrong ? 400 : 200 });
}

function addressOf(query: URLSearchParams): HistoryAddress {
  const given = (name: string) => (query.get(name) ?? "").trim();
  return {
    ...{ as_of: given("as_of"), about: given("about"), person: given("person") },
    ...{ from: given("from"), to: given("to") },
  };
}

/** The earlier of two times; null: no limit. */
function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

export default function History() {
  return <HistoryView {...useLoaderData<typeof loader>()} />;
}
