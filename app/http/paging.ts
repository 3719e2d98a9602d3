import { failure, json } from "./api-route.ts";
import { type CallResult, no } from "./call-result.ts";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;

type Window = { readonly page: number; readonly limit: number; readonly offset: number };

/** A list as a JSON array: whole, or with `?page=&limit=` one page of it with Link and X-Total-Count. */
export function page(url: URL, items: readonly unknown[]): Response {
  const query = url.searchParams;
  if (!query.has("page") && !query.has("limit")) return json(items, 200, { "X-Total-Count": String(items.length) });
  const asked = pageAsked(url);
  if (!asked.ok) return failure(asked.error, asked.status);
  const { offset, limit } = asked.value;
  return windowed(url, asked.value, items.length, items.slice(offset, offset + limit));
}

/** Which part of a list `?page=&limit=` asks for, for lists that are too long to be read whole. */
export function pageAsked(url: URL): CallResult<Window> {
  const number = wholeNumber(url.searchParams.get("page"), 1);
  const limit = wholeNumber(url.searchParams.get("limit"), DEFAULT_LIMIT);
  if (number === null || limit === null || limit > MAX_LIMIT) return no(400, `page and limit are whole numbers from 1, limit at most ${MAX_LIMIT}.`);
  return { ok: true, value: { page: number, limit, offset: (number - 1) * limit } };
}

/** One page of a list of `total` items, with Link and X-Total-Count. */
export function windowed(url: URL, { page: number, limit }: Window, total: number, items: readonly unknown[]): Response {
  const last = Math.max(1, Math.ceil(total / limit));
  const link = (rel: string, to: number) => {
    const target = new URLSearchParams(url.searchParams);
    target.set("page", String(to));
    target.set("limit", String(limit));
    return `<${url.pathname}?${target}>; rel="${rel}"`;
  };
  const links = [link("first", 1), link("last", last)];
  if (number > 1) links.push(link("prev", Math.min(number - 1, last)));
  if (number < last) links.push(link("next", number + 1));
  return json(items, 200, { "X-Total-Count": String(total), Link: links.join(", ") });
}

function wholeNumber(text: string | null, fallback: number): number | null {
  if (text === null) return fallback;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
