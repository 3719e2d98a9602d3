import type { Json } from "../json/json.ts";
import { placeholderNames } from "../json/placeholders.ts";
import { joinUrl } from "../json/url-template.ts";
import { credentialNames } from "../secrets/credential-names.ts";
import { flatFields, paramsFieldsOf, privateFields, tokenName } from "./definition.ts";
import type { Auth, Definition, Operation, RecordsPlan } from "./definition.ts";
import { LANGUAGE_VERSION } from "./migrations.ts";
import type { Field, LeafField, WrittenAuth, WrittenDefinition, WrittenOperation } from "./schema.ts";

const IMPLIED_FIELDS: Record<WrittenAuth["type"], [key: string, label: string][]> = {
  none: [],
  bearer: [["token", "Token"]],
  apikey: [["token", "API key"]],
  basic: [
    ["username", "User name"],
    ["password", "Password"],
  ],
  oauth2: [
    ["client_id", "Client ID"],
    ["client_secret", "Client secret"],
  ],
  session: [
    ["username", "User name"],
    ["password", "Password"],
  ],
};

/** What an oauth2 grant needs besides the client. */
const IMPLIED_BY_GRANT: Partial<Record<NonNullable<WrittenAuth["grant_type"]>, [key: string, label: string][]>> = {
  password: [
    ["username", "User name"],
    ["password", "Password"],
  ],
  refresh_token: [["refresh_token", "Refresh token"]],
};

/**
 * Fills in every default of the language, and makes private what signs requests in. Takes what the schema has accepted.
 */
export function normalise(written: WrittenDefinition): Definition {
  const auths = written.auth === undefined ? [{ type: "none" as const }] : [written.auth].flat();
  const params = new Set(
    [written, ...written.operations].flatMap((part) => (part.params_fields ?? []).map((field) => field.key)),
  );
  const bodies = new Map<string, Json>();
  const bodyOf = (template: Json): Json => {
    if (typeof template !== "string") return template;
    const body = bodies.get(template) ?? normaliseBody(template);
    bodies.set(template, body);
    return body;
  };
  const operations = written.operations.map((operation, index) =>
    normaliseOperation(operation, written, { index, bodyOf }),
  );
  const signIns = auths.map((auth) =>
    normaliseAuth(withWholeUrls(auth, written.base_url ?? written.operations[0]?.base_url), params),
  );
  const credentials = signIns.map((auth) => credentialNames(auth, params));
  const any = new Set(credentials.flatMap((names) => [...names]));
  const own = operations.map((each) => ({ ...each, paramsFields: madePrivate(each.paramsFields, any) }));
  return {
    version: written.version ?? LANGUAGE_VERSION,
    protocol: "rest",
    auths: signIns.map((auth, choice) => ({
      ...auth,
      fields: madePrivate(auth.fields, credentials[choice] ?? any),
      credentials: [...(credentials[choice] ?? [])],
    })),
    operations: own,
    check: written.check?.operation ?? null,
    derived: new Map(Object.entries(written.derived ?? {})),
    privateSettings: privateFields(paramsFieldsOf({ operations: own })).map(({ key }) => key),
    undeclaredSecrets: [
      ...signIns.flatMap(({ fields }, choice) =>
        namesOf(fields, ({ key, private: own }) => own === false && credentials[choice]?.has(key) === true),
      ),
      ...operations.flatMap(({ paramsFields }) =>
        namesOf(paramsFields, ({ key, private: own }) => own !== true && any.has(key)),
      ),
    ],
  };
}

function namesOf(fields: readonly Field[], chosen: (field: LeafField) => boolean): string[] {
  return flatFields(fields)
    .filter(chosen)
    .map(({ key }) => key);
}

/** The fields, those of these names private whatever the definition says. */
function madePrivate(fields: Field[], names: ReadonlySet<string>): Field[] {
  const made = <T extends LeafField>(field: T): T => (names.has(field.key) ? { ...field, private: true } : field);
  return fields.map((field) => ({
    ...made(field),
    ...(field.fields === undefined ? {} : { fields: field.fields.map(made) }),
  }));
}

function normaliseAuth(auth: WrittenAuth, params: ReadonlySet<string>): Omit<Auth, "credentials"> {
  const fields = auth.fields ?? impliedFields(auth, params);
  const first = (fields.find((field) => field.private !== false) ?? fields[0])?.key ?? "token";
  const carrier = auth.in ?? "header";
  const sent = tokenName(auth) ?? first;
  const bare = auth.type === "apikey" || (auth.in !== undefined && auth.in !== "header");
  return {
    type: auth.type,
    label: auth.label ?? null,
    in: carrier,
    name:
      auth.name ??
      (auth.type === "apikey"
        ? carrier === "header"
          ? "X-API-Key"
          : (fields[0]?.key ?? "token")
        : carrier === "header"
          ? "Authorization"
          : "access_token"),
    format: auth.format ?? (bare ? `{${sent}}` : `Bearer {${sent}}`),
    fields,
    refreshOn: (auth.refresh_on ?? EXPIRED).map((rule) =>
      typeof rule === "object"
        ? { status: rule.status, contains: rule.contains ?? null }
        : { status: rule, contains: null },
    ),
    written: auth,
  };
}

/** Gateways answer 403 for a token that has ended; if a fresh one gets it too, it means that something is forbidden. */
const EXPIRED = [401, 403];

/** Sign-in URLs may be relative to `base_url`, like those of operations; a login's body may be JSON text, like theirs. */
function withWholeUrls(auth: WrittenAuth, base: string | undefined): WrittenAuth {
  const whole = (url: string) => (base === undefined || /^(https?:|\/\/|\{)/i.test(url) ? url : joinUrl(base, url));
  return {
    ...auth,
    ...(auth.token_url === undefined ? {} : { token_url: whole(auth.token_url) }),
    ...(auth.authorization_url === undefined ? {} : { authorization_url: whole(auth.authorization_url) }),
    ...(auth.login === undefined
      ? {}
      : { login: { ...auth.login, url: whole(auth.login.url), body: normaliseBody(auth.login.body ?? null) } }),
  };
}

/** Without `fields`: the names in `format` that no params field declares, else the usual fields of the auth type. */
function impliedFields(auth: WrittenAuth, params: ReadonlySet<string>): Field[] {
  const written =
    auth.type === "bearer" || auth.type === "apikey"
      ? placeholderNames(auth.format ?? "").filter((key) => !params.has(key))
      : [];
  const granted = auth.type === "oauth2" ? (IMPLIED_BY_GRANT[auth.grant_type ?? "authorization_code"] ?? []) : [];
  const implied: [string, string][] =
    written.length > 0 ? written.map((key) => [key, key]) : [...IMPLIED_FIELDS[auth.type], ...granted];
  return implied.map(([key, label]) => ({ key, label, type: "text", required: true, multiple: false, private: true }));
}

/** Top-level keys are the defaults of each operation; headers and query parameters merge name by name. */
/** `bodyOf`: the body that a template means; one that all operations inherit is read once. */
type Within = { readonly index: number; readonly bodyOf: (template: Json) => Json };

function normaliseOperation(own: WrittenOperation, top: WrittenDefinition, { index, bodyOf }: Within): Operation {
  const { $schema, version, protocol, auth, operations, check, derived, ...defaults } = top;
  const operation: WrittenOperation = { ...defaults, ...own };
  const id = own.id ?? `operation_${index + 1}`;
  const rate = operation.rate_limit;
  return {
    id,
    name: own.name ?? id,
    method: operation.method ?? "GET",
    url: operation.url,
    baseUrl: operation.base_url,
    headers: mergeNames(top.headers, own.headers, (name) => name.toLowerCase()),
    query: mergeNames(top.query, own.query, (name) => name),
    paramsFields: mergeFields(top.params_fields ?? [], own.params_fields ?? []),
    body: bodyOf(operation.body_template ?? null),
    records: recordsOf(operation.records),
    pagination: operation.pagination ?? { strategy: "none" },
    forEach: Object.entries(operation.for_each ?? {}),
    includeFromParent: operation.include_from_parent ?? [],
    incremental: operation.incremental ?? null,
    primaryKey: keyLabels(operation),
    writeDisposition: operation.write_disposition ?? null,
    responseActions: operation.response_actions ?? [],
    maxAttempts: operation.retry?.max_attempts ?? 5,
    waitHeader: operation.retry?.wait_header ?? null,
    responseFormat: operation.response_format ?? "json",
    delimiter: operation.delimiter ?? ",",
    ...columnsOf(operation.columns),
    filters: operation.filter === undefined ? [] : [operation.filter].flat(),
    nullValues: operation.null_values ?? [],
    requestSpacing: rate === undefined ? 0 : (1_000 * periodSeconds(rate.per)) / rate.requests,
    concurrency: operation.concurrency ?? 1,
  };
}

function columnsOf(
  written: WrittenOperation["columns"],
): Pick<Operation, "columns" | "addedColumns" | "droppedFields"> {
  return Array.isArray(written) || written === undefined
    ? { columns: written ?? null, addedColumns: [], droppedFields: [] }
    : { columns: null, addedColumns: written.add ?? [], droppedFields: written.drop ?? [] };
}

/** A key names a declared column, or a field by its path, which becomes the column `parent__child`. */
function keyLabels({ primary_key: key, columns }: WrittenOperation): string[] {
  const listed = Array.isArray(columns) ? columns : (columns?.add ?? []);
  const declared = new Set(listed.map((column) => column.name));
  return key === undefined ? [] : [key].flat().map((name) => (declared.has(name) ? name : name.replaceAll(".", "__")));
}

function periodSeconds(per: number | "second" | "minute" | "hour" | "day"): number {
  if (typeof per === "number") return per;
  return { second: 1, minute: 60, hour: 3_600, day: 86_400 }[per];
}

function mergeNames(
  top: Record<string, string> | undefined,
  own: Record<string, string> | undefined,
  identity: (name: string) => string,
): [string, string][] {
  const merged = new Map<string, [string, string]>();
  for (const [name, value] of [...Object.entries(top ?? {}), ...Object.entries(own ?? {})])
    merged.set(identity(name), [name, value]);
  return [...merged.values()];
}

function mergeFields(top: Field[], own: Field[]): Field[] {
  const keys = new Set(own.map((field) => field.key));
  return [...top.filter((field) => !keys.has(field.key)), ...own];
}

/** A string that contains a JSON object or array becomes that value; any other string stays a text body. */
export function normaliseBody(template: Json): Json {
  if (typeof template !== "string") return template;
  if (template.trim() === "") return null;
  try {
    const value = JSON.parse(template) as Json;
    return typeof value === "object" && value !== null ? value : template;
  } catch {
    return template;
  }
}

function recordsOf(written: WrittenOperation["records"]): RecordsPlan {
  const given =
    written === undefined || typeof written === "string" || Array.isArray(written) ? { path: written } : written;
  return {
    path: given.path ?? null,
    shape: given.shape ?? "objects",
    keyField: given.key_field ?? "key",
    expand: given.expand ?? null,
    keep: given.keep ?? false,
    optional: given.optional ?? false,
  };
}
