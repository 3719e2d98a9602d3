import type { z } from "zod";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { AppContext } from "../../platform.ts";
import type { Refused } from "../call-result.ts";
import { NO_PARAMETERS, type QuerySchema } from "./query.ts";

export const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/**
 * Who may call. `user`: somebody who is signed in. `owner`: the owner of the thing that the call is about. `reader`: somebody signed in
 * who may read all rows of the dataset. `key`: a streaming key, whatever the session.
 */
export type Who = "anyone" | "user" | "owner" | "reader" | "key";

/** What a call is about. Who may not see the thing is answered as if there were none. */
export type Thing = "connector" | "draft" | "instance" | "dataset" | "table";

/** One answer of an endpoint: JSON of this schema, or text of these media types. */
export type AnswerFacts = { readonly about?: string } & (
  { readonly body: z.ZodType; readonly types?: undefined } | { readonly types: readonly string[] }
);
export type Answers = { readonly [status: number]: AnswerFacts };

/** What the table of endpoints knows of each: all that is told, routed and checked from one place. */
export type EndpointFacts = {
  readonly method: Method;
  /** With its parameters in braces, as OpenAPI writes them. */
  readonly path: `/${string}`;
  readonly who: Who;
  readonly about?: Thing;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly query: QuerySchema;
  /** null: the call takes no fields. */
  readonly body: z.ZodType | null;
  /** The body is a form with files. */
  readonly isMultipart?: boolean;
  /** Further parameters that are not named, such as the filters of a stream. */
  readonly openQuery?: string;
  readonly answers: Answers;
  /** True for a GET that changes something: a HEAD, which must not, is refused. */
  readonly changes?: boolean;
};

type ParamsOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & ParamsOf<Rest>
  : unknown;

/** A request of an endpoint after its address and body were read and checked. */
export type EndpointRequest<V = UserRow | null, B = unknown, Q = unknown, P = unknown> = {
  readonly context: AppContext;
  readonly request: Request;
  readonly url: URL;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly viewer: V;
  readonly cause: Cause;
};

/** The same value where nothing may be written to it: what a read model gives can be sent as it is. */
export type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Sent<T[K]> }
    : T;

/** The JSON of one answer. */
export type BodyOf<F> = F extends { readonly body: infer S extends z.ZodType } ? Sent<z.output<S>> : never;

/** A body that is JSON already. */
export type JsonText = { readonly status: number; readonly text: string; readonly headers?: HeadersInit };

type AnswerOf<A extends Answers> = {
  [S in keyof A & number]: { readonly status: S; readonly body: BodyOf<A[S]>; readonly headers?: HeadersInit };
}[keyof A & number];

/** What `run` gives back: one of the declared answers, or a refusal. */
export type Reply<A extends Answers> = AnswerOf<A> | JsonText | Refused;

type Viewer<W extends Who> = W extends "user" | "owner" ? UserRow : UserRow | null;

/** What is left of an endpoint's code in the table, where its own types are forgotten. */
type Runs = {
  readonly run: (request: never) => Promise<Reply<Answers>>;
  readonly later?: (request: never, accepted: never) => Promise<Reply<Answers>>;
  readonly skipIdempotency?: boolean;
};

/** An endpoint that answers JSON. */
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
  /** True where nothing is changed and the answer is for one reader only: no answer is kept under an Idempotency-Key. */
  readonly skipIdempotency?: boolean;
  readonly run: (
    request: EndpointRequest<Viewer<W>, z.output<B>, z.output<Q>, ParamsOf<P>>,
  ) => Promise<Reply<NoInfer<A>>>;
  /** Of a call that answers 202: what has become of it, for those who send it again with its Idempotency-Key. `accepted` is the body of the 202. */
  readonly later?: (
    request: EndpointRequest<Viewer<W>, z.output<B>, z.output<Q>, ParamsOf<P>>,
    accepted: 202 extends keyof A ? BodyOf<A[202]> : never,
  ) => Promise<Reply<NoInfer<A>>>;
};

/** One method of one address: what comes in, what goes out, who may call, and what happens. */
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

/** The methods that an address answers to, as `Allow` names them. */
export function allowedMethods(endpoints: readonly Pick<EndpointFacts, "method" | "changes">[]): string {
  return endpoints
    .flatMap(({ method, changes }) => (method === "GET" && !changes ? ["GET", "HEAD"] : [method]))
    .join(", ");
}
