import type { z } from "zod";
import type { Scope } from "#domain/core/keys/scopes.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { AppContext, RequestContext } from "../../platform.ts";
import type { Refused } from "../call-result.ts";
import type { ApiRequest } from "./api-request.ts";
import { NO_PARAMETERS, type QuerySchema } from "./query.ts";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/**
 * Who may call. `user`: any logged-in user. `admin`: a user with that role; others get a 403. `owner`: the owner of the thing that the call is about. `reader`: a
 * logged-in user who may read all rows of the dataset. `key`: a streaming key, whatever the session.
 */
export type Who = "anyone" | "user" | "owner" | "admin" | "reader" | "key";

/** What a call is about; an "item" is a dataset or a connector. A thing that the viewer may not see is answered as missing. */
export type Thing = "connector" | "draft" | "instance" | "run" | "dataset" | "table" | "item";

/** The path of what an answer is about, by the answer's body, the parameters of the path and the body of the request. */
type LocationOf = (body: never, params: never, asked: never) => string;

/**
 * One answer of an endpoint: JSON of this schema, or text of these media types; `also`: if the client asks for it.
 * `location`: where what was made is, or what was begun can be followed; each 201 and 202 has one.
 */
export type AnswerFacts = { readonly about?: string; readonly location?: LocationOf } & (
  | { readonly body: z.ZodType; readonly types?: undefined; readonly also?: readonly string[] }
  | { readonly types: readonly string[] }
);
export type Answers = { readonly [status: number]: AnswerFacts };

/** What the table of endpoints declares for each: its documentation, routing and checks. */
export type EndpointFacts = {
  readonly method: Method;
  /** With its parameters in braces, as in OpenAPI. */
  readonly path: `/${string}`;
  readonly who: Who;
  readonly about?: Thing;
  /** What a key needs; "session": no key can call it. Absent: admin for admins, else read for GET and write for others. */
  readonly scope?: Scope | "session";
  /** Fields of the body that name things by their ids, besides the one in the path. */
  readonly names?: Readonly<Record<string, Thing>>;
  /**
   * For keys that are limited to chosen things. "chosen": the list has only these; "all": it tells nothing of a single
   * thing. Absent: they may only call it about things that they open.
   */
  readonly limitedKeys?: "chosen" | "all";
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly query: QuerySchema;
  /** null: the call takes no fields. */
  readonly body: z.ZodType | null;
  /** The body is a form with files. */
  readonly isMultipart?: boolean;
  /** Media types of a body that is the file itself, in place of the form. */
  readonly types?: readonly string[];
  /** Most bytes of a body that is held whole. Absent: 1 MB, and for files what uploads may have. */
  readonly bodyBytes?: number;
  /** Further parameters without fixed names, such as the filters of a stream. */
  readonly openQuery?: string;
  readonly answers: Answers;
  /** "odata": headers and errors are those of OData 4.0, not ours. */
  readonly protocol?: "odata";
  /** True for a GET that changes something: HEAD, which must not, is refused. */
  readonly changes?: boolean;
  /** True for a GET whose answer holds a secret: nobody may keep a copy of it. */
  readonly isSecret?: boolean;
};

/** The parameters of a path, by the names in its braces. */
export type ParamsOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & ParamsOf<Rest>
  : unknown;

/** A request of an endpoint after its URL and body were parsed and checked. */
export type EndpointRequest<V = UserRow | null, B = unknown, Q = unknown, P = unknown> = {
  readonly context: AppContext;
  readonly request: ApiRequest;
  readonly url: URL;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly viewer: V;
  readonly cause: Cause;
};

/** The same type, read-only: values of a read model can be returned directly. */
export type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Sent<T[K]> }
    : T;

/** The JSON of one answer. */
export type BodyOf<F> = F extends { readonly body: infer S extends z.ZodType } ? Sent<z.output<S>> : never;

/** A body that is JSON already. */
export type JsonText = { readonly status: number; readonly text: string; readonly headers?: HeadersInit };

/** Events as they happen, while `may` is true of who asks then. */
export type EventStream = {
  readonly status: 200;
  readonly may: (now: RequestContext) => Promise<boolean>;
  readonly stream: ReadableStream<Uint8Array>;
  readonly headers: HeadersInit;
};

type AnswerOf<A extends Answers> = {
  [S in keyof A & number]: { readonly status: S; readonly body: BodyOf<A[S]>; readonly headers?: HeadersInit };
}[keyof A & number];

/** What `run` returns: one of the declared answers, or a refusal. */
export type Reply<A extends Answers> = AnswerOf<A> | JsonText | EventStream | Refused;

/** Who calls: a user where the endpoint needs one. */
export type Viewer<W extends Who> = W extends "user" | "owner" | "admin" ? UserRow : UserRow | null;

/** An endpoint's functions without its own types, for the table. */
type Runs = {
  readonly run: (request: never) => Promise<Reply<Answers>>;
  readonly later?: (request: never, accepted: never) => Promise<Reply<Answers>>;
  readonly skipIdempotency?: boolean;
};

/** An endpoint that answers with JSON. */
export type AnyEndpoint = EndpointFacts & Runs;
export type Endpoint<
  M extends Method,
  P extends `/${string}`,
  A extends Answers,
  Q extends QuerySchema,
  B extends z.ZodType | null,
> = Omit<EndpointFacts, "method" | "path" | "answers" | "query" | "body"> & {
  readonly method: M;
  readonly path: P;
  readonly answers: A;
  readonly query: Q;
  readonly body: B;
} & Runs;

type Definition<
  M extends Method,
  P extends `/${string}`,
  W extends Who,
  A extends Answers,
  Q extends QuerySchema,
  B extends z.ZodType,
> = Omit<EndpointFacts, "query" | "body" | "method" | "path" | "who" | "answers"> & {
  readonly method: M;
  readonly path: P;
  readonly who: W;
  readonly answers: A;
  /** Absent: the call has no parameters. */
  readonly query?: Q;
  /** Absent: the call takes no fields. */
  readonly body?: B;
  /**
   * True if the call changes nothing and its answer is for one reader only: no answer is stored under an
   * Idempotency-Key.
   */
  readonly skipIdempotency?: boolean;
  readonly run: (
    request: EndpointRequest<Viewer<W>, z.output<B>, z.output<Q>, ParamsOf<P>>,
  ) => Promise<Reply<NoInfer<A>>>;
  /**
   * For a call that answers 202: its later result, for clients that repeat it with its Idempotency-Key. `accepted` is
   * the body of the 202.
   */
  readonly later?: (
    request: EndpointRequest<Viewer<W>, z.output<B>, z.output<Q>, ParamsOf<P>>,
    accepted: 202 extends keyof A ? BodyOf<A[202]> : never,
  ) => Promise<Reply<NoInfer<A>>>;
};

/** One method of one path: its input, its answers, who may call it, and what it does. */
export function endpoint<
  const M extends Method,
  const P extends `/${string}`,
  const W extends Who,
  const A extends Answers,
  Q extends QuerySchema = typeof NO_PARAMETERS,
  B extends z.ZodType = z.ZodObject<Record<never, never>>,
>(definition: Definition<M, P, W, A, Q, B>): Endpoint<M, P, A, Q, B> {
  return { ...definition, query: definition.query ?? NO_PARAMETERS, body: definition.body ?? null } as never;
}

/** "GET /api/users/me" */
export function nameOf({ method, path }: Pick<EndpointFacts, "method" | "path">): string {
  return `${method} ${path}`;
}

/** Whether an endpoint takes calls of this method: HEAD counts as the GET that it is. */
export function takesMethod(endpoint: Pick<EndpointFacts, "method" | "changes">, method: string): boolean {
  return endpoint.method === method || (method === "HEAD" && endpoint.method === "GET" && !endpoint.changes);
}

/** Lists the methods of a path in the order of METHODS, as in `Allow`. */
export function allowedMethods(endpoints: readonly Pick<EndpointFacts, "method" | "changes">[]): string {
  return endpoints
    .toSorted((one, other) => METHODS.indexOf(one.method) - METHODS.indexOf(other.method))
    .flatMap(({ method, changes }) => (method === "GET" && !changes ? ["GET", "HEAD"] : [method]))
    .join(", ");
}
