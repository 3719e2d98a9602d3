import type { Pages } from "../../browser/pages.ts";
import type { HttpCalls } from "../../http/http-calls.ts";
import { eventWords } from "#app/history/event-words.ts";

export type HistoryOf = "connector" | "dataset";
/** An event: what happened, and when. */
export type Happened = { readonly what: string; readonly at: string };

/** What people read of what has happened. */
export type Histories = {
  /** The events about an item, the latest first; null: it is missing for this person. */
  historyOf(kind: HistoryOf, id: string): Promise<readonly Happened[] | null>;
  /** What it was at a time, replayed, as text. */
  stateThen(kind: HistoryOf, id: string, at: string): Promise<string>;
  /** The rows of a dataset at a time, as text. */
  rowsThen(id: string, at: string): Promise<string>;
};

/** The same by calls of the API. */
export function httpHistories({ call }: HttpCalls): Histories {
  return {
    async historyOf(kind: string, id) {
      const { status, json } = await call("GET", `/api/history/${kind}/${id}`);
      return status === 404 ? null : json.map(({ type, at }) => ({ what: eventWords({ type }), at }));
    },
    stateThen: async (kind: string, id, at) => (await call("GET", `/api/history/${kind}/${id}/state?as_of=${at}`)).text,
    rowsThen: async (id, at, kind: string = "dataset") =>
      (await call("GET", `/api/history/${kind}/${id}/rows?as_of=${at}`)).text,
  };
}

/** The same on the page of a history. */
export function browserHistories({ at: open }: Pages): Histories {
  const blockAt = async (address: string, block: string) => (await open(address)).page.locator(block).innerText();
  return {
    async historyOf(kind, id) {
      const { page } = await open(`/history/${kind}/${id}`);
      const events = page.locator(".history-events > li");
      if ((await events.count()) === 0) return null;
      return events.evaluateAll((items) =>
        items.map((item) => ({
          what: item.querySelector(".what")?.textContent ?? "",
          at: item.querySelector("time")?.dateTime ?? "",
        })),
      );
    },
    stateThen: (kind, id, at) => blockAt(`/history/${kind}/${id}?as_of=${at}`, "section[aria-labelledby=state]"),
    rowsThen: (id, at) => blockAt(`/history/dataset/${id}?as_of=${at}`, "section[aria-label='Rows at that time']"),
  };
}
