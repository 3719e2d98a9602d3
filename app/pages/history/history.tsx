import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listCursorText, readListCursor } from "#domain/core/lists/list-order.ts";
import { untilTime } from "#domain/use-cases/history/history-time.ts";
import { LATEST_EVENTS } from "#projections/history/queries.ts";
import { EVENT_PURPOSES } from "../../history/event-words.ts";
import { historyPage, readableSubject, rowsThen, stateThen } from "../../history/history-calls.ts";
import { titleOf } from "../../history/title-of.ts";
import { throwNotFound, viewerOf } from "../../http/forms/page.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { HistoryView, type HistoryViewProps } from "./history-view.tsx";

const EVENTS_PER_PAGE = 20;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMeta({ title: shown ? `History of ${shown.title} | Tributary` : "Item not found | Tributary", noindex: true });

/** /history/{kind}/{id}?as_of=&about=&person=&after=: what happened, and what it was at a time. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const found = await readableSubject(context.platform, viewer, { kind: params["kind"] ?? "", id: params["id"] ?? "" });
  if (!found.ok) return throwNotFound();
  const subject = found.value;
  const query = new URL(request.url).searchParams;
  const given = query.get("as_of") ?? "";
  const asOf = given === "" ? null : untilTime(given);
  const now = new Date().toISOString();
  const time = asOf ?? untilTime(now)!;
  const about = EVENT_PURPOSES.find((each) => each === query.get("about")) ?? null;
  const person = query.get("person") || null;
  const after = readListCursor(query.get("after") ?? "", LATEST_EVENTS);
  const asked = { purpose: about, person, from: null, to: asOf };
  const range = { limit: EVENTS_PER_PAGE, offset: 0, after };
  const hasRows = asOf !== null && (subject.kind === "dataset" || subject.kind === "instance");
  const [page, state, rows] = await Promise.all([
    historyPage(context.platform, viewer, subject, asked, range),
    stateThen(context.platform, subject, time),
    hasRows ? rowsThen(context, viewer, subject, time) : null,
  ]);
  const shown: HistoryViewProps = {
    ...{ kind: subject.kind, id: subject.id, asOf, given, about, person, total: page.total, events: page.items },
    title: titleOf(state) ?? subject.id,
    state: JSON.stringify(state, null, 2),
    status: state.status,
    fault: given !== "" && asOf === null ? "Times are in ISO 8601, such as 2026-11-01T00:00:00Z." : null,
    rows: rows && (rows.ok ? rows.value : { refused: rows.error }),
    next: page.next && listCursorText(page.next),
  };
  return data(shown, { status: shown.fault === null ? 200 : 400 });
}

export default function History() {
  return <HistoryView {...useLoaderData<typeof loader>()} />;
}
