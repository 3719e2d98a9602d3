import type { UserRow } from "#projections/users/queries.ts";
import type { RequestContext, RequestKey } from "../../platform.ts";
import { type CallResult, refuse, type Refused } from "../call-result.ts";
import type { EndpointFacts } from "../json-api/endpoint.ts";
import { checked } from "../json-api/json-body.ts";
import { readQuery } from "../json-api/query.ts";
import { KEY_IN_ADDRESS, weakKey } from "../keys/key-refusals.ts";
import type { Reader } from "../keys/stream-credential.ts";
import { beyondLimits } from "../keys/within-limits.ts";

/** The parameters of a path by their names. */
export type PathParams = Readonly<Record<string, string | undefined>>;

/** Who calls, as it was judged before the endpoint was known. */
export type Caller = Pick<RequestContext, "viewer" | "key" | "facts">;

/** What a call brings. */
export type CallInput = {
  readonly params: PathParams;
  readonly search: URLSearchParams;
  /** Reads a JSON body. Absent: the endpoint reads its body itself. */
  readonly readBody?: () => Promise<CallResult<unknown>>;
  /** Reads the key of a stream, for endpoints whose `who` is "key". */
  readonly readKey?: () => Promise<Reader | Refused>;
};

/** A call that its endpoint takes. */
export type JudgedCall = {
  readonly viewer: UserRow | null;
  readonly key: RequestKey | null;
  /** Who reads with a key for streams; null: the endpoint takes sessions and other keys. */
  readonly reader: Reader | null;
  readonly params: PathParams;
  /** Empty where the names of parameters are open, as the filters of streams are. */
  readonly query: unknown;
  readonly body: unknown;
};

/**
 * Judges a call against its endpoint, in the same order for all endpoints: the key and its scope, login and role, the limits of the key,
 * parameters, body. A limited key learns nothing about a call beyond its reach. For an endpoint whose `who` is
 * "key" the key for streams decides alone. Throws if that key cannot be read.
 */
export async function judgeCall(
  endpoint: EndpointFacts,
  { viewer, key, facts }: Caller,
  { params, search, readBody, readKey }: CallInput,
): Promise<CallResult<JudgedCall>> {
  const { who, body: bodySchema, openQuery } = endpoint;
  if (who === "key") {
    if (!readKey) throw new Error(`Nothing reads the key of ${endpoint.method} ${endpoint.path}.`);
    const reader = await readKey();
    return reader.ok ? judged({ viewer: null, key: null, reader, params, query: {}, body: {} }) : reader;
  }
  const keyFault = facts.hasAddressKey ? KEY_IN_ADDRESS : weakKey(endpoint, key);
  if (keyFault) return keyFault;
  if (viewer === null && needsLogin(endpoint)) return refuse("login-needed");
  if (who === "admin" && !viewer?.roles.includes("admin")) return refuse("not-an-admin");
  const sent = bodySchema && readBody ? await readBody() : NOTHING;
  const beyond = beyondLimits(endpoint, key, { params, body: sent.ok ? sent.value : {} });
  if (beyond) return beyond;
  const query = openQuery === undefined ? readQuery(search, endpoint.query) : NOTHING;
  if (!query.ok) return query;
  const body = sent.ok && bodySchema && readBody ? checked(sent.value, bodySchema) : sent;
  return body.ok ? judged({ viewer, key, reader: null, params, query: query.value, body: body.value }) : body;
}

const NOTHING = { ok: true, value: {} } as const;

function judged(value: JudgedCall): CallResult<JudgedCall> {
  return { ok: true, value };
}

function needsLogin({ who }: EndpointFacts): boolean {
  return who === "user" || who === "owner" || who === "admin";
}
