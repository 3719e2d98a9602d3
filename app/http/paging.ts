import { failure, json } from "./api-route.ts";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;

/** A list as a JSON array: whole, or with `?page=&limit=` one page of it with Link and X-Total-Count. */
export function page(url: URL, items: readonly unknown[]): Response {
  const headers = { "X-Total-Count": String(items.length) };
  const query = url.searchParams;
  if (!query.has("page") && !query.has("limit")) return json(items, 200, headers);
  const number = wholeNumber(query.get("page"), 1);
  const limit = wholeNumber(query.get("limit"), DEFAULT_LIMIT);
  if (number === null || limit === null || limit > MAX_LIMIT) return failure(`page and limit are whole numbers from 1, limit at most ${MAX_LIMIT}.`, 400);
  const last = Math.max(1, Math.ceil(items.length / limit));
  const link = (rel: string, to: number) => {
    const target = new URLSearchParams(query);
    target.set("page", String(to));
    target.set("limit", String(limit));
    return `<${url.pathname}?${target}>; rel="${rel}"`;
  };
  const links = [link("first", 1), link("last", last)];
  if (number > 1) links.push(link("prev", Math.min(number - 1, last)));
  if (number < last) links.push(link("next", number + 1));
  return json(items.slice((number - 1) * limit, number * limit), 200, { ...headers, Link: links.join(", ") });
}

function wholeNumber(text: string | null, fallback: number): number | null {
  if (text === null) return fallback;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
