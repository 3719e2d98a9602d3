import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LATEST_KEY_CALLS } from "#domain/core/keys/key-calls.ts";
import { listCursorText, type ListOrder, readListCursor } from "#domain/core/lists/list-order.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { untilTime } from "#domain/use-cases/history/history-time.ts";
import { EARLIEST_GRANTS } from "#projections/catalogue/grant-queries.ts";
import { LATEST_EVENTS } from "#projections/history/queries.ts";
import { LATEST_LOOKS } from "#domain/core/history/access-looks.ts";
import { readsAllEvents } from "#domain/transparency/event-readers.ts";
import { type Subject, subjectText } from "#domain/use-cases/history/subject.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { accessLooksOf } from "../../access-audit/access-looks.ts";
import { accessEvents, type Grantee, granteesNow } from "../../access-audit/access-lists.ts";
import { openedStreams } from "../../access-audit/opened-streams.ts";
import { whyOf } from "../../access-audit/why-calls.ts";
import { type HistoryEvent, readableSubject, stateThen } from "../../history/history-calls.ts";
import { titleOf } from "../../history/title-of.ts";
import { throwNotFound, viewerOf } from "../../http/forms/page.ts";
import type { Platform } from "../../platform.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { AccessView, type AccessViewProps } from "./access-view.tsx";
import type { WhyNamed } from "./why-shown.tsx";

const ROWS_PER_PAGE = 20;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMeta({ title: shown ? `Access to ${shown.title} | Tributary` : "Item not found | Tributary", noindex: true });

/** /history/{kind}/{id}/access?person=&as_of=&grants=&events=&streams=: who has access, why, and who used it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { platform } = context;
  const viewer = await viewerOf(context, request);
  const found = await readableSubject(platform, viewer, { kind: params["kind"] ?? "", id: params["id"] ?? "" });
  if (!found.ok) return throwNotFound();
  const subject = found.value;
  const { kind, id } = subject;
  const query = new URL(request.url).searchParams;
  const [person, given] = [(query.get("person") ?? "").trim(), query.get("as_of") ?? ""];
  const asOf = given === "" ? null : untilTime(given);
  const isTimeWrong = given !== "" && asOf === null;
  const asksWhy = kind !== "user" && person !== "" && !isTimeWrong;
  const streamsAsked = { subject, asked: { person: null, item: null } };
  const [state, grants, events, streams, refused, looks, why] = await Promise.all([
    stateThen(platform, viewer, subject, untilTime(new Date().toISOString())!),
    kind === "dataset" ? granteesNow(platform, id, rangeOf(query, "grants", EARLIEST_GRANTS)) : null,
    accessEvents(platform, { viewer, subject }, rangeOf(query, "events", LATEST_EVENTS)),
    openedStreams(platform, viewer, streamsAsked, rangeOf(query, "streams", LATEST_KEY_CALLS)),
    openedStreams(platform, viewer, streamsAsked, rangeOf(query, "refused", LATEST_KEY_CALLS), { outcome: "refused" }),
    accessLooksOf(platform, viewer, subject, rangeOf(query, "looks", LATEST_LOOKS)),
    asksWhy ? whyOf(platform, viewer, { item: id, person, asOf }) : null,
  ]);
  const shown: AccessViewProps = {
    ...{ kind, id, person, asOf },
    title: titleOf(state) ?? id,
    fault: isTimeWrong ? "Times are in ISO 8601, such as 2026-11-01T00:00:00Z." : null,
    grants: grants && listed(grants),
    events: listed(events),
    streams: kind === "connector" ? null : listed(streams),
    refused: kind === "connector" ? null : listed(refused),
    looks: looks && listed(looks),
    why: why && (why.ok ? await named(platform, viewer, subject, { ...why.value, typed: person }) : "unknown"),
    people: peopleOf(grants?.items ?? [], events.items),
  };
  return data(shown, { status: isTimeWrong ? 400 : 200 });
}

/** The names of the person and of those behind the rules, as far as the viewer knows them. */
async function named(
  { queries }: Platform,
  viewer: UserRow,
  subject: Subject,
  why: Omit<WhyNamed, "names" | "own">,
): Promise<WhyNamed> {
  const ids = [...new Set([why.userId, ...why.rules.flatMap(({ by }) => (by === null ? [] : [by]))])];
  const isKnown = new Set(
    readsAllEvents(viewer.roles)
      ? ids
      : [viewer.id, ...(await queries.history.mentionedAmong(subjectText(subject), ids))],
  );
  const found = await queries.users.byIds(ids.filter((id) => isKnown.has(id)));
  return { ...why, own: why.userId === viewer.id, names: Object.fromEntries(found.map(({ id, name }) => [id, name])) };
}

/** Names that the page shows already. */
function peopleOf(grants: readonly Grantee[], events: readonly HistoryEvent[]): readonly string[] {
  const named = events.flatMap(({ by, about }) => [by?.name ?? "", about?.name ?? ""]);
  const unnamed = ["", "another user", "[erased]"];
  return [...new Set([...grants.map(({ name }) => name), ...named])].filter((name) => !unnamed.includes(name));
}

function rangeOf(query: URLSearchParams, name: string, order: ListOrder): ListRange {
  return { limit: ROWS_PER_PAGE, offset: 0, after: readListCursor(query.get(name) ?? "", order) };
}

function listed<T>({ items, total, next }: CursorPage<T>) {
  return { items, total, next: next && listCursorText(next) };
}

export default function Access() {
  return <AccessView {...useLoaderData<typeof loader>()} />;
}
