import type { z } from "zod";
import type { ApiEndpoint } from "#app/api/endpoints.ts";
import type { errorSchema } from "#app/http/error-body.ts";
import type { BodyOf, Method, Sent } from "#app/http/json-api/endpoint.ts";
import type { Answer, Ask } from "./call.ts";

/** "/api/assets/{id}" as the type of every path that it matches. */
type Addresses<P extends string> = P extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Addresses<After>}`
  : P;
type WithoutQuery<P extends string> = P extends `${infer Path}?${string}` ? Path : P;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The endpoint of such a request; never: there is none. */
type EndpointAt<M extends string, P extends string> = ApiEndpoint extends infer E
  ? E extends { readonly method: M; readonly path: infer Path extends string }
    ? Same<Addresses<Path>, WithoutQuery<P>> extends true
      ? E
      : never
    : never
  : never;

type AnswersOf<E> = E extends { readonly answers: infer A } ? { [S in keyof A]: BodyOf<A[S]> }[keyof A] : never;
type Refusal = Partial<Sent<z.output<typeof errorSchema>>>;
/** The consent to agree to, in the field in which it is sent. */
export type Agreed = { readonly consent?: NonNullable<Refusal["consent"]> };
type FileOf<E> = E extends { readonly types: readonly string[] } ? string : never;
type FieldsOf<E> = E extends { readonly body: infer B extends z.ZodType }
  ? Sent<z.input<B>> | FormData | FileOf<E>
  : [FileOf<E>] extends [never]
    ? undefined
    : FileOf<E>;

/** The answer to such a request: the declared fields, or those of a refusal. Pages have no JSON. */
export type JsonOf<M extends Method, P extends string> = P extends `/api/${string}`
  ? AnswersOf<EndpointAt<M, P>> & Refusal
  : unknown;

/** A call of the API whose fields and answer have the types of its endpoint. An unknown path is a type error. */
export type ApiCall = <const M extends Method, const P extends string>(
  method: M,
  path: P & (P extends `/api/${string}` ? ([EndpointAt<M, P>] extends [never] ? never : unknown) : unknown),
  ask?: Omit<Ask, "body"> & { readonly body?: P extends `/api/${string}` ? FieldsOf<EndpointAt<M, P>> : unknown },
) => Promise<Omit<Answer, "json"> & { readonly json: JsonOf<M, P> }>;

/** The same for POST with a JSON body. */
export type ApiPost = <const P extends string>(
  path: P & (P extends `/api/${string}` ? ([EndpointAt<"POST", P>] extends [never] ? never : unknown) : unknown),
  body?: FieldsOf<EndpointAt<"POST", P>>,
) => Promise<Omit<Answer, "json"> & { readonly json: JsonOf<"POST", P> }>;
