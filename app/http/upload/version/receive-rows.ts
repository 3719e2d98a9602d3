import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { rowsToCsv } from "../../../versions/rows-to-csv.ts";
import { refuse, type Refused, refusedAs } from "../../call-result.ts";
import { type FormLimits, type ReceivedForm, watchBody } from "../receive-form.ts";
import type { Receive } from "../upload-port.ts";

/** Most bytes of rows in a body; more come as a file. */
export const MAX_ROWS_BYTES = 5_000_000;

const TYPES = {
  "application/json": "json",
  "application/x-ndjson": "lines",
  "application/ndjson": "lines",
  "text/csv": "table",
  "text/tab-separated-values": "table",
} as const;
type RowsType = (typeof TYPES)[keyof typeof TYPES];

/** What the body of rows is; null: nothing that can be read. */
export function rowsType(req: IncomingMessage): RowsType | null {
  const type = req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
  return Object.hasOwn(TYPES, type) ? TYPES[type as keyof typeof TYPES] : null;
}

/** Reads rows and passes them to `store` as a CSV file. They are small, so they are held in memory. */
export async function receiveRows(
  req: IncomingMessage,
  store: Receive,
  limits: FormLimits & {
    readonly type: RowsType;
    readonly columns: readonly { readonly name: string; readonly label: string }[];
  },
): Promise<ReceivedForm | Refused> {
  const body = await bodyWithin(req, limits);
  if (!Buffer.isBuffer(body)) return body;
  if (body.length === 0) return refuse("rows-missing");
  const text = body.toString("utf8");
  const csv =
    limits.type === "table"
      ? { ok: true as const, value: text }
      : rowsToCsv(text, limits.type === "lines", limits.columns);
  if (!csv.ok) return csv;
  return storeRows({ fields: new Map() }, csv.value, store);
}

/** Stores rows of a request as its file. */
export async function storeRows(
  { fields }: Pick<ReceivedForm, "fields">,
  rows: string,
  store: Receive,
): Promise<ReceivedForm | Refused> {
  const file = await store(Readable.from([Buffer.from(rows)]), new AbortController().signal);
  if (!file.ok) return refusedAs(file.refusal);
  return { ok: true, fields, fileName: "rows.csv", file: { bytes: file.bytes, sha256: file.sha256 } };
}

async function bodyWithin(req: IncomingMessage, limits: FormLimits): Promise<Buffer | Refused> {
  let fault: Refused | null = null;
  const cut = Promise.withResolvers<never>();
  cut.promise.catch(() => undefined);
  const unwatch = watchBody(req, limits, (found) => {
    fault ??= found;
    cut.reject(new Error(found.error));
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const read = async () => {
      for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > MAX_ROWS_BYTES) return refuse("body-too-large", { bytes: MAX_ROWS_BYTES });
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    };
    return await Promise.race([read(), cut.promise]);
  } catch (error) {
    if (fault !== null) return fault;
    throw error;
  } finally {
    unwatch();
  }
}
