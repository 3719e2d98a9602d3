import type { Cursor } from "#domain/core/lists/list-page.ts";
import type { Subject } from "#domain/use-cases/history/subject.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { Platform } from "../platform.ts";
import { type Cell, sheetLine } from "./csv.ts";
import { type HistoryAsked, type HistoryEvent, historyPage } from "./history-calls.ts";

export const HISTORY_FORMATS = ["json", "csv"] as const;
export type HistoryFormat = (typeof HISTORY_FORMATS)[number];

/** Events in memory at a time. */
const AT_ONCE = 200;

const CSV_COLUMNS: readonly (readonly [string, (event: HistoryEvent) => Cell])[] = [
  ["at", ({ at }) => at],
  ["type", ({ type }) => type],
  ["by_id", ({ by }) => by?.id],
  ["by_name", ({ by }) => by?.name],
  ["key", ({ key }) => key],
  ["about_id", ({ about }) => about?.id],
  ["about_name", ({ about }) => about?.name],
  ["cause", ({ cause }) => cause],
  ["reason", ({ reason }) => reason],
  ["changes", ({ changes }) => JSON.stringify(changes)],
  ["data", ({ data }) => JSON.stringify(data)],
  ["stream", ({ stream }) => stream],
  ["revision", ({ revision }) => revision],
  ["position", ({ position }) => position],
  ["hash", ({ hash }) => hash],
  ["proof", ({ proof }) => proof],
];

/** A whole history as a file, the latest event first, made while it is sent: one page of it is in memory. */
export async function* historyFile(
  platform: Platform,
  viewer: UserRow,
  subject: Subject,
  asked: HistoryAsked,
  format: HistoryFormat,
): AsyncIterable<string> {
  const events = allEvents(platform, viewer, subject, asked);
  if (format === "csv") {
    yield sheetLine(CSV_COLUMNS.map(([name]) => name));
    for await (const event of events) yield sheetLine(CSV_COLUMNS.map(([, cell]) => cell(event)));
    return;
  }
  let between = "[\n";
  for await (const event of events) {
    yield between + JSON.stringify(event);
    between = ",\n";
  }
  yield between === "[\n" ? "[]\n" : "\n]\n";
}

/** Every event, with the whole address of its proof. */
async function* allEvents(
  platform: Platform,
  viewer: UserRow,
  subject: Subject,
  asked: HistoryAsked,
): AsyncIterable<HistoryEvent> {
  for (let after: Cursor | null = null; ;) {
    const range = { limit: AT_ONCE, offset: 0, after };
    const { items, next }: Awaited<ReturnType<typeof historyPage>> = await historyPage(
      ...([platform, viewer, subject, asked, range] as const),
      // Nobody reads how many there are.
      () => Promise.resolve(0),
    );
    for (const event of items) yield { ...event, proof: `${platform.site.appUrl}${event.proof}` };
    if (next === null) return;
    after = next;
  }
}
