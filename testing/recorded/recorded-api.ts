import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { httpServer, type TestServer } from "../servers/outbound-servers.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Texts = Readonly<Record<string, string>>;

/** What one request must have, and its answer. `times`: how often it is given; `trap`: no client may come here. */
type Exchange = {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query?: Texts;
    readonly query_absent?: readonly string[];
    readonly query_present?: readonly string[];
    readonly headers?: Texts;
    readonly body_form?: Texts;
  };
  readonly times?: number;
  readonly trap?: boolean;
  readonly response: {
    readonly status: number;
    readonly headers: Texts;
    readonly body?: Json;
    readonly body_text?: string;
    readonly body_base64?: string;
  };
};

type ExpectedRow = { readonly [column: string]: Json };
/** What a run must come to. Rows come in any order; of each only the columns named are compared. */
type Expected = {
  readonly status: string;
  readonly rows?: readonly ExpectedRow[];
  readonly table_after?: readonly ExpectedRow[];
  readonly columns?: readonly string[];
  readonly column_types?: Texts;
  readonly error_contains?: string;
  readonly warnings_contain?: readonly string[];
  readonly warnings?: readonly string[];
  readonly max_requests?: number;
};

/** An API as data: a definition, its answers, and runs with what they must come to. */
export type RecordedApi = {
  readonly id: string;
  readonly inputs: { readonly params: object; readonly secrets: object };
  readonly reference_definition: { readonly operations: readonly { readonly id: string }[] };
  readonly exchanges: readonly Exchange[];
  /** `continues`: the connection of the run before runs again; `with_children`: other operations run too. */
  readonly runs: readonly {
    readonly name: string;
    readonly operation: string;
    readonly continues?: boolean;
    readonly with_children?: boolean;
    readonly params?: object;
    readonly expect: Expected;
  }[];
};

/** Returns the recorded APIs of a folder, by name. */
export function recordedApis(folder: string): RecordedApi[] {
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")) as RecordedApi);
}

/** A recorded API as a server, and what it was asked. */
export type Played = {
  readonly server: TestServer;
  /** The definition with the server's address. */
  readonly definition: RecordedApi["reference_definition"];
  /** Requests so far; those that no exchange answers, or a trap, are `unexpected`. */
  readonly asked: string[];
  readonly unexpected: string[];
};

/** Starts a server that gives the answers of a recorded API. */
export async function playApi(api: RecordedApi): Promise<Played> {
  const given = new Map<Exchange, number>();
  const [asked, unexpected]: [string[], string[]] = [[], []];
  let origin = "";
  const server = await httpServer((request, response) => {
    void bodyOf(request).then((body) => {
      const asks = `${request.method} ${request.url}`;
      asked.push(asks);
      const found = api.exchanges.find(
        (exchange) => matches(exchange, request, body) && (given.get(exchange) ?? 0) < (exchange.times ?? Infinity),
      );
      if (found === undefined || found.trap === true) unexpected.push(asks);
      if (found === undefined) return void response.writeHead(501).end();
      given.set(found, (given.get(found) ?? 0) + 1);
      const { status, headers, body: json, body_text, body_base64 } = found.response;
      const text = body_text ?? (json === undefined ? "" : JSON.stringify(json).replaceAll("{{origin}}", origin));
      response.writeHead(status, { ...(json === undefined ? {} : { "content-type": "application/json" }), ...headers });
      response.end(body_base64 === undefined ? text : Buffer.from(body_base64, "base64"));
    });
  });
  origin = `http://127.0.0.1:${server.port}`;
  const definition = JSON.parse(
    JSON.stringify(api.reference_definition).replaceAll("{{origin}}", origin),
  ) as Played["definition"];
  return { server, definition, asked, unexpected };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function matches({ request: wanted }: Exchange, request: IncomingMessage, body: string): boolean {
  const url = new URL(request.url ?? "/", "http://recorded.test");
  const has = (texts: Texts | undefined, value: (name: string) => string | null | undefined) =>
    Object.entries(texts ?? {}).every(([name, text]) => value(name) === text);
  const form = new URLSearchParams(body);
  return (
    request.method === wanted.method &&
    url.pathname === wanted.path &&
    has(wanted.query, (name) => url.searchParams.get(name)) &&
    has(wanted.headers, (name) => request.headers[name.toLowerCase()] as string | undefined) &&
    has(wanted.body_form, (name) => form.get(name)) &&
    (wanted.query_absent ?? []).every((name) => !url.searchParams.has(name)) &&
    (wanted.query_present ?? []).every((name) => url.searchParams.has(name))
  );
}
