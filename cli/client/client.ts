import { randomUUID } from "node:crypto";
import type { paths } from "./api.d.ts";
import { send, type Server } from "./send.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";
/** The paths that have this method. */
type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: object }> ? P : never;
}[keyof paths];
type OperationAt<M extends Method, P extends keyof paths> = M extends keyof paths[P] ? NonNullable<paths[P][M]> : never;
type Success = 200 | 201 | 202;
type JsonOf<R> = R extends { content: { "application/json": infer J } } ? J : never;

/** The JSON of a successful answer, with its status. */
export type AnswerOf<M extends Method, P extends keyof paths> =
  OperationAt<M, P> extends { responses: infer R }
    ? { [S in keyof R & Success]: { readonly status: S; readonly json: JsonOf<R[S]> } }[keyof R & Success]
    : never;

type ParametersIn<O, In extends string> = O extends { parameters: { [K in In]?: infer V } } ? NonNullable<V> : never;
type BodyOf<O> = O extends { requestBody?: infer B } ? JsonOf<NonNullable<B>> : never;

/** What a call is sent with: the parameters of its path and query, and its JSON, or a file. */
export type Asked<M extends Method, P extends keyof paths> = {
  readonly path?: ParametersIn<OperationAt<M, P>, "path">;
  readonly query?: ParametersIn<OperationAt<M, P>, "query">;
  readonly body?: BodyOf<OperationAt<M, P>>;
  readonly file?: Blob | FormData;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Calls of the API as the types of its OpenAPI document allow them. */
export function apiClient(server: Server) {
  async function call<const M extends Method, const P extends PathWith<M>>(
    method: M,
    path: P,
    { path: values = {} as never, query, body, file, headers }: Asked<M, P> = {},
  ): Promise<AnswerOf<M, P> & { readonly headers: Headers }> {
    const response = await send(server, {
      method: method.toUpperCase(),
      target: targetOf(path, values, query),
      headers: {
        accept: "application/json",
        ...(method === "get" ? {} : { "idempotency-key": randomUUID() }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(file === undefined ? (body === undefined ? {} : { body: JSON.stringify(body) }) : { body: file }),
    });
    const json: unknown = await response.json();
    return { status: response.status, json, headers: response.headers } as AnswerOf<M, P> & { headers: Headers };
  }

  /** All items of a list, page by page along the Link header. */
  async function* items<const P extends PathWith<"get">>(
    path: P,
    query: Asked<"get", P>["query"],
  ): AsyncGenerator<AnswerOf<"get", P>["json"] extends readonly (infer Item)[] ? Item : unknown> {
    let target: string | null = targetOf(path, {}, query);
    while (target !== null) {
      const response = await send(server, { method: "GET", target, headers: { accept: "application/json" } });
      yield* (await response.json()) as never[];
      target = nextOf(response.headers.get("link"));
    }
  }

  /** An answer as it comes, for bytes. */
  function open(target: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return send(server, { method: "GET", target, headers });
  }

  return { call, items, open };
}

export type Client = ReturnType<typeof apiClient>;

function targetOf(path: string, values: object, query: object | undefined): string {
  const named = values as Readonly<Record<string, string>>;
  const filled = path.replace(/\{(\w+)\}/g, (_found, name: string) => encodeURIComponent(named[name] ?? ""));
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? filled
    : `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Path and query of the next page. Its origin is left out: the key goes to no other server. */
function nextOf(link: string | null): string | null {
  const [, address] = /<([^>]+)>; rel="next"/.exec(link ?? "") ?? [];
  if (address === undefined) return null;
  const { pathname, search } = new URL(address, "http://local.invalid");
  return pathname + search;
}
