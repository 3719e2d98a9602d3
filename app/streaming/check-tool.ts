import { recordCounter } from "./count-records.ts";
import { rowsPath } from "./snippet.ts";
import type { ToolId } from "./tool-ids.ts";
import type { OwnAnswer, OwnCalls } from "../platform.ts";

/** What calling a table as a tool does gave. */
export type ToolCheck = {
  readonly tool: ToolId;
  readonly table: string;
  readonly status: number;
  /** Rows that arrived. */
  readonly rows: number;
  /** Rows that there are, if the answer says so. */
  readonly total: number | null;
  /** False: the check was ended before the last row. */
  readonly whole: boolean;
  readonly firstByteMs: number;
  readonly ms: number;
  readonly bytes: number;
  readonly contentType: string;
  /** How it was called, in words. */
  readonly how: string;
  /** The server's own sentence, if it refused. */
  readonly error: string | null;
};

type Credential = "address" | "bearer" | "basic";
const CREDENTIAL: Readonly<Record<ToolId, Credential>> = {
  ...{ excel: "address", sheets: "address" },
  ...{ python: "bearer", duckdb: "bearer", r: "bearer", curl: "bearer" },
  ...{ powerbi: "basic", odata: "basic" },
};
const COMPRESSED: ReadonlySet<ToolId> = new Set(["excel", "powerbi", "sheets"]);
const CREDENTIAL_WORDS: Readonly<Record<Credential, string>> = {
  address: "key in the address",
  bearer: "Bearer token",
  basic: "Basic password",
};
const LIMITS = { maxBytes: 64_000_000, withinMs: 15_000 };
/** Rows of the preview that Power BI asks for. */
const PREVIEW_ROWS = 1_000;
const MAX_TEXT_BYTES = 16_000_000;

type Check = { readonly tool: ToolId; readonly table: string; readonly key: string };

/** Calls a table as a tool does: with its address, its kind of credential and its compression, and without cookies. */
export async function checkTool(calls: OwnCalls, check: Check): Promise<ToolCheck> {
  return CREDENTIAL[check.tool] === "basic" ? checkFeed(calls, check) : checkRows(calls, check);
}

function headersOf({ tool, key }: Check): Record<string, string> {
  const credential = CREDENTIAL[tool];
  return {
    "User-Agent": `Tributary-check/${tool}`,
    ...(COMPRESSED.has(tool) ? { "Accept-Encoding": "gzip" } : {}),
    ...(credential === "bearer" ? { Authorization: `Bearer ${key}` } : {}),
    ...(credential === "basic"
      ? { Authorization: `Basic ${Buffer.from(`key:${key}`).toString("base64")}`, "OData-MaxVersion": "4.0" }
      : {}),
  };
}

/** The address of the rows in the snippet of the tool. */
function addressOf({ tool, table, key }: Check): string {
  const secret = `api_key=${encodeURIComponent(key)}`;
  return `/${rowsPath(table)}${CREDENTIAL[tool] === "address" ? `?${secret}` : ""}`;
}

/** Reads the rows as CSV and counts them. */
async function checkRows(calls: OwnCalls, check: Check): Promise<ToolCheck> {
  const records = recordCounter();
  const start = textCollector();
  const answer = await calls.get(addressOf(check), headersOf(check), {
    onChunk: (chunk) => {
      records.onChunk(chunk);
      start.onChunk(chunk);
    },
    ...LIMITS,
  });
  const isGood = answer.status === 200;
  return { ...found(check, answer), rows: isGood ? records.count() : 0, error: isGood ? null : errorOf(start.text()) };
}

/** The root, $metadata and the preview of the table, as Power BI asks for them; the answer of the first that fails. */
async function checkFeed(calls: OwnCalls, check: Check): Promise<ToolCheck> {
  const target = `/odata/${encodeURIComponent(check.table)}?$top=${PREVIEW_ROWS}&$count=true`;
  let ms = 0;
  for (const path of ["/odata/", "/odata/$metadata", target]) {
    const body = textCollector();
    const answer = await calls.get(path, headersOf(check), { onChunk: body.onChunk, ...LIMITS });
    ms += answer.ms;
    const isGood = answer.status === 200 && answer.whole;
    if (isGood && path !== target) continue;
    const page = isGood ? pageOf(body.text()) : { rows: 0, total: null };
    return { ...found(check, answer), ...page, ms, error: answer.status === 200 ? null : errorOf(body.text()) };
  }
  throw new Error("The preview is the last of these addresses");
}

function found({ tool, table }: Check, answer: OwnAnswer) {
  const how = [CREDENTIAL_WORDS[CREDENTIAL[tool]], ...(COMPRESSED.has(tool) ? ["gzip"] : []), "no cookies"].join(", ");
  return { tool, table, ...answer, how };
}

function pageOf(text: string): { readonly rows: number; readonly total: number | null } {
  const page = JSON.parse(text) as { readonly value: readonly unknown[]; readonly "@odata.count"?: number };
  return { rows: page.value.length, total: page["@odata.count"] ?? null };
}

function errorOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { readonly error?: string | { readonly message?: string } };
    return (typeof error === "string" ? error : error?.message) ?? null;
  } catch {
    return null;
  }
}

function textCollector() {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    onChunk(chunk: Buffer): void {
      if (bytes < MAX_TEXT_BYTES) chunks.push(chunk);
      bytes += chunk.length;
    },
    text: () => Buffer.concat(chunks).toString("utf8"),
  };
}
