import { kindNames, kindOf } from "#app/ui/data/item.ts";
import type { ApiCall, ApiPost, JsonOf } from "#testing/api-client.ts";
import type { Product } from "#testing/product.ts";
import type { Made, Outcome, Table } from "./answers.ts";

export type Instance = JsonOf<"GET", "/api/connectors/my">[number];
type RowsPath = `/api/assets/${string}/data` | `/api/assets/table/${string}`;

/** A person who is a program: calls of the API with a cookie, as a page's script would make them. */
export type HttpCalls = {
  readonly product: Product;
  readonly session: { cookie: string };
  readonly call: ApiCall;
  readonly post: ApiPost;
  /** This person's connection to a version of a connector. */
  instanceOf(connectorId: string): Promise<Instance | undefined>;
  table(path: RowsPath): Promise<Table>;
};

/** The calls of one person, who is not signed in yet. */
export function httpCalls(product: Product): HttpCalls {
  const session = { cookie: "" };

  const call: ApiCall = async (method, path, ask = {}) => {
    const answer = await product.call(method, path, {
      ...ask,
      ...(session.cookie === ""
        ? {}
        : { headers: { ...ask.headers, cookie: session.cookie, "sec-fetch-site": "same-origin" } }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      if (pair.startsWith("token=")) session.cookie = pair === "token=" ? "" : pair;
    }
    return answer;
  };
  const post: ApiPost = (path, body) => call("POST", path, { body: body ?? {} } as never);

  async function instanceOf(connectorId: string): Promise<Instance | undefined> {
    const { json } = await call("GET", "/api/connectors/my");
    return json.find((each) => each.connector_id === connectorId);
  }

  async function table(path: RowsPath): Promise<Table> {
    const answer = await call("GET", path);
    if (answer.status !== 200) throw new Error(`Cannot read rows: ${answer.status} ${answer.text}`);
    const { columns, rows, total } = answer.json;
    return {
      total,
      columns: columns.map(({ name, type }) => ({ name, kind: kindNames[kindOf(type)] })),
      rows: rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellText(value)]))),
    };
  }

  return { product, session, call, post, instanceOf, table };
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** How a call ended, with the product's message. */
export function outcome({ status, json }: { readonly status: number; readonly json: unknown }): Outcome {
  const { error, message } = (json ?? {}) as { readonly error?: string; readonly message?: string };
  return { ok: status < 400, said: error ?? message ?? "" };
}

/** What a call has made, or why it has not. */
export function made(answer: { readonly status: number; readonly json: unknown }): Made {
  const { ok, said } = outcome(answer);
  const { id } = (answer.json ?? {}) as { readonly id?: string };
  return ok && id !== undefined ? { ok: true, id, said } : { ok: false, said };
}
