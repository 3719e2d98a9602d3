import type { ODataRow } from "#domain/core/odata/odata-query.ts";
import { type CallResult, NOT_FOUND, refuse, type Refused } from "../http/call-result.ts";
import { sendRefusal } from "../http/security/refuse-request.ts";
import { type AskedRows, askedRows, contextOf, countRows, OUT_OF_RANGE } from "./entity-set.ts";
import { contentTypeOf, type JsonFormat, jsonFormat } from "./json-format.ts";
import { rowControls } from "./metadata.ts";
import type { ODataCall, ODataRouteOptions } from "./odata-call.ts";
import { sendAnswer } from "./send-answer.ts";
import { writeSkipToken } from "./skip-token.ts";

/** A page ends at whichever comes first: a reader of 8 MB holds its transaction for a moment only. */
export const MAX_PAGE_ROWS = 10_000;
export const MAX_PAGE_BYTES = 8_000_000;

export const NOT_OPENED = {
  gone: NOT_FOUND,
  "too-slow": refuse("rows-too-slow"),
  "too-large-to-sort": refuse("rows-too-large-to-sort"),
  "out-of-range": OUT_OF_RANGE,
} as const;

/** GET /odata/{set}: a page of rows, and the address of the next one while there are more. */
export async function sendRows(options: ODataRouteOptions, call: ODataCall): Promise<void> {
  const { req, res } = call;
  const opened = await openRows(options, call);
  if (!opened.ok) return sendRefusal(res, opened);
  const { asked, format, count, parts, size, applied } = opened.value;
  const write = rowWriter(call, asked, format);
  async function* pieces(): AsyncGenerator<string> {
    yield `{${[
      ...(format.metadata === "none"
        ? []
        : [`"@odata.context":${JSON.stringify(`${call.root}$metadata#${contextOf(asked)}`)}`]),
      ...(count === null ? [] : [`"@odata.count":${format.ieee754 ? `"${count}"` : count}`]),
      '"value":[',
    ].join(",")}`;
    const page = pageOf(parts, size, write);
    let next = await page.next();
    for (; !next.done; next = await page.next()) yield next.value;
    const { last, more, rows } = next.value;
    res.locals["rowsSent"] = rows;
    yield more && last !== null
      ? `],"@odata.nextLink":${JSON.stringify(nextLink(call, asked, last, rows))}}\n`
      : "]}\n";
  }
  const headers = {
    "Content-Type": contentTypeOf(format),
    ...(applied === null ? {} : { "Preference-Applied": `odata.maxpagesize=${applied}` }),
  };
  try {
    await sendAnswer(req, res, headers, pieces());
  } finally {
    await parts.return();
  }
}

type OpenRows = {
  readonly asked: AskedRows;
  readonly format: JsonFormat;
  readonly count: number | null;
  readonly parts: AsyncGenerator<readonly ODataRow[], void>;
  /** Rows of this page at most. */
  readonly size: number;
  /** The size that the client prefers and gets. */
  readonly applied: number | null;
};

async function openRows(options: ODataRouteOptions, call: ODataCall): Promise<CallResult<OpenRows>> {
  const format = jsonFormat(call.req, call.options.get("$format"));
  if (!format.ok) return format;
  const found = await askedRows(options, call, format.value);
  if (!found.ok) return found;
  const { value: asked } = found;
  const count = asked.query.count ? await countRows(options, call, asked) : null;
  if (count !== null && !count.ok) return count;
  const preferred = preferredSize(call);
  const size = Math.min(preferred ?? MAX_PAGE_ROWS, MAX_PAGE_ROWS, rowsLeft(asked));
  const parts = await openParts(options, call, asked, size);
  if ("ok" in parts) return parts;
  const applied = preferred === null ? null : Math.min(preferred, MAX_PAGE_ROWS);
  return { ok: true, value: { asked, format: format.value, count: count && count.value, parts, size, applied } };
}

/** One row more than the page has, unless `$top` ends it, shows whether there is another page. */
async function openParts(
  { tables }: ODataRouteOptions,
  { signal }: ODataCall,
  asked: AskedRows,
  size: number,
): Promise<OpenRows["parts"] | Refused> {
  const { physical, query, from } = asked;
  const limit = Math.min(size + 1, rowsLeft(asked));
  const opened = await tables.open({ physical, query, after: from, limit, signal });
  return opened.ok ? opened.parts : NOT_OPENED[opened.reason];
}

/** What is left of `$top`. */
function rowsLeft({ from, query: { top } }: AskedRows): number {
  return (from === null ? top : from.left) ?? Infinity;
}

function preferredSize({ req }: ODataCall): number | null {
  const [, size] = /(?:^|[,;\s])(?:odata\.)?maxpagesize=(\d{1,9})(?:$|[,;\s])/i.exec(req.get("Prefer") ?? "") ?? [];
  return size === undefined || Number(size) < 1 ? null : Number(size);
}

/** The rows of a page with commas between them; returns the last one, and whether there are more. */
async function* pageOf(
  parts: OpenRows["parts"],
  size: number,
  write: (row: ODataRow) => string,
): AsyncGenerator<string, { readonly last: string | null; readonly more: boolean; readonly rows: number }> {
  let [rows, bytes, last]: [number, number, string | null] = [0, 0, null];
  for await (const part of parts) {
    let piece = "";
    for (const row of part) {
      if (rows >= size || bytes >= MAX_PAGE_BYTES) {
        yield piece;
        return { last, more: true, rows };
      }
      const json = write(row);
      piece += `${rows === 0 ? "" : ","}\n${json}`;
      bytes += json.length;
      rows += 1;
      last = row.id;
    }
    yield piece;
  }
  return { last, more: false, rows };
}

/** Returns how rows are written: with what `odata.metadata=full` says of each, if it is asked for. */
function rowWriter({ root }: ODataCall, asked: AskedRows, { metadata }: JsonFormat): (row: ODataRow) => string {
  if (metadata !== "full") return ({ json }) => json;
  const controls = rowControls(asked, asked.query.select, root);
  return ({ id, json }) => json.replace("{", () => `{${controls(id)}`);
}

/** The same request, continued after this row of this version. */
function nextLink({ params, root }: ODataCall, asked: AskedRows, last: string, sent: number): string {
  const left = rowsLeft(asked);
  const token = writeSkipToken({ version: asked.version, rowId: last, left: left === Infinity ? null : left - sent });
  const same = [...params].filter(([name]) => !["$skip", "$top", "$skiptoken"].includes(name));
  const parts = [...same, ["$skiptoken", token] as const].map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return `${root}${asked.name}?${parts.join("&")}`;
}

/** The marks that OData uses stay readable, which keeps addresses short. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%24/g, "$").replace(/%2C/g, ",");
}

/** GET /odata/{set}({row}): one row. */
export async function sendRow(options: ODataRouteOptions, call: ODataCall, key: string): Promise<void> {
  const { req, res } = call;
  const format = jsonFormat(req, call.options.get("$format"));
  if (!format.ok) return sendRefusal(res, format);
  const found = await askedRows(options, call, format.value);
  if (!found.ok) return sendRefusal(res, found);
  const [, id] = /^(?:_row_id=)?(\d{1,15})$/.exec(key) ?? [];
  if (id === undefined) return sendRefusal(res, refuse("odata-key-invalid"));
  const { name, version, physical, columns, total } = found.value;
  const query = { ...found.value.query, filter: null, orderBy: [], skip: 0 };
  const asked = {
    name,
    version,
    physical,
    columns,
    total,
    query,
    from: { version, rowId: String(Number(id) - 1), left: null },
  };
  if (Number(id) < 1) return sendRefusal(res, NOT_FOUND);
  const parts = await openParts(options, call, asked, 1);
  if ("ok" in parts) return sendRefusal(res, parts);
  try {
    const row = (await parts.next()).value?.[0];
    if (row?.id !== String(Number(id))) return sendRefusal(res, NOT_FOUND);
    const context = `"@odata.context":${JSON.stringify(`${call.root}$metadata#${contextOf(asked)}/$entity`)},`;
    const json = rowWriter(call, asked, format.value)(row);
    const whole = format.value.metadata === "none" ? json : json.replace("{", () => `{${context}`);
    res.locals["rowsSent"] = 1;
    await sendAnswer(req, res, { "Content-Type": contentTypeOf(format.value) }, piecesOf(`${whole}\n`));
  } finally {
    await parts.return();
  }
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  yield text;
}

/** GET /odata/{set}/$count: the number of rows that match, as text. */
export async function sendCount(options: ODataRouteOptions, call: ODataCall): Promise<void> {
  const { req, res } = call;
  const found = await askedRows(options, call, { metadata: "minimal", ieee754: false });
  if (!found.ok) return sendRefusal(res, found);
  const count = await countRows(options, call, found.value);
  if (!count.ok) return sendRefusal(res, count);
  await sendAnswer(req, res, { "Content-Type": "text/plain; charset=utf-8" }, piecesOf(String(count.value)));
}
