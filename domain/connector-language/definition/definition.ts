import type { Json } from "../json/json.ts";
import type { PathSource } from "../json/paths.ts";
import type {
  Column,
  Field,
  Matcher,
  Pagination,
  ResponseAction,
  WrittenAuth,
  WrittenDerived,
  WrittenOperation,
} from "./schema.ts";

/** A definition with every default filled in, as made by parseDefinition. The rest of the product uses this form. */
export interface Definition {
  version: number;
  protocol: "rest";
  /** The ways to sign in that the user chooses from; at least one, `none` if the author gives none. */
  auths: Auth[];
  /** At least one; the profile shows the URL of the first. */
  operations: Operation[];
  /** The id of the operation that tests an instance. */
  check: string | null;
  /** Placeholders that are made of settings, by their names. None is made of a secret. */
  derived: ReadonlyMap<string, WrittenDerived>;
  /** The keys of params fields whose values are secrets; of all operations, also where a part is left. */
  privateSettings: string[];
  /** Fields that are private by their use, although the definition does not say so. */
  undeclaredSecrets: string[];
}

/** One way to sign in; `written` is the author's own entry. */
export interface Auth {
  type: WrittenAuth["type"];
  label: string | null;
  in: "header" | "query" | "body";
  name: string;
  /** The template of what is sent; basic has none. */
  format: string;
  fields: Field[];
  /** The names whose values sign requests in; their fields are private. */
  credentials: string[];
  /** The answers that mean that a token of a sign-in has expired; the first that matches counts. */
  refreshOn: RefreshRule[];
  /** The definition's own entry, for oauth2 and session. */
  written: WrittenAuth;
}

/** An answer by its status and, unless it is null, by a text in its body in whatever case. */
export interface RefreshRule {
  readonly status: number | string;
  readonly contains: string | null;
}

/** Where the rows are in a response, and their format. */
export interface RecordsPlan {
  /** Null is the default: the root list, else its only list of objects, else the root as one row. */
  path: PathSource | null;
  shape: "objects" | "table" | "keyed" | "columns" | "values";
  keyField: string;
  expand: PathSource | null;
  keep: PathSource[] | boolean;
  optional: boolean;
}

/** One operation: its request, its paging, and how rows are made. It fills one table. */
export interface Operation {
  id: string;
  name: string;
  method: "GET" | "POST";
  url: string;
  baseUrl: string | undefined;
  headers: [name: string, template: string][];
  query: [name: string, template: string][];
  paramsFields: Field[];
  /** An object or array, or text that is not JSON (sent with the definition's own Content-Type), or null. */
  body: Json;
  records: RecordsPlan;
  pagination: Pagination;
  forEach: [name: string, source: string][];
  includeFromParent: string[];
  incremental: NonNullable<WrittenOperation["incremental"]> | null;
  /** The labels of the columns that identify a row. */
  primaryKey: string[];
  writeDisposition: "merge" | "replace" | "append" | null;
  responseActions: ResponseAction[];
  maxAttempts: number;
  waitHeader: string | null;
  responseFormat: "json" | "ndjson" | "csv" | "xml";
  delimiter: string;
  /** The only columns; null: all fields, less those that are dropped, and those that are added. */
  columns: Column[] | null;
  addedColumns: Column[];
  droppedFields: PathSource[];
  filters: Matcher[];
  nullValues: Json[];
  /** Least time between two requests in milliseconds; 0 without a limit. */
  requestSpacing: number;
  /** Rounds that are read at the same time. */
  concurrency: number;
}

/** The auth that the user chose; the first if the number is out of range. */
export function chosenAuth(definition: Definition, choice = 0): Auth {
  const auth = definition.auths[choice] ?? definition.auths[0];
  if (auth === undefined) throw new Error("A definition has at least one auth.");
  return auth;
}

/** The fields of a list with those of groups beside them, as the flat settings hold them. */
export function flatFields(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => (field.type === "group" && !field.multiple ? (field.fields ?? []) : [field]));
}

/** Every params field of the definition once, as the first operation that declares it. */
export function paramsFieldsOf(definition: Pick<Definition, "operations">): Field[] {
  const seen = new Map<string, Field>();
  for (const operation of definition.operations) {
    for (const field of operation.paramsFields) {
      const known = seen.get(field.key);
      if (known === undefined) seen.set(field.key, field);
      else if (field.private === true && known.private !== true) seen.set(field.key, { ...known, private: true });
    }
  }
  return [...seen.values()];
}

/** The template name of a sign-in's token, or null for an auth whose fields are sent directly. */
export function tokenName(auth: Pick<Auth, "type">): "access_token" | "token" | null {
  return auth.type === "oauth2" ? "access_token" : auth.type === "session" ? "token" : null;
}

/**
 * The keys whose values are secrets: auth fields unless `private: false`, tokens of a sign-in, params fields with
 * `private: true`.
 */
export function privateKeys(definition: Definition, authChoice = 0): Set<string> {
  const auth = chosenAuth(definition, authChoice);
  return new Set([...signInKeys(auth), ...definition.privateSettings]);
}

/** The keys of the secrets of one way to sign in: its private fields and its token. */
export function signInKeys(auth: Auth): string[] {
  const fields = flatFields(auth.fields).filter((field) => field.private !== false);
  return [...fields.map((field) => field.key), ...[tokenName(auth) ?? []].flat()];
}

/** The keys of all secrets, whichever way to sign in is chosen. */
export function allPrivateKeys(definition: Definition): Set<string> {
  return new Set(definition.auths.flatMap((_auth, choice) => [...privateKeys(definition, choice)]));
}

/** Those of the fields, and of the members of groups, whose values are secrets. */
export function privateFields(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => {
    const inner = field.fields ?? [];
    if (field.type === "group" && !field.multiple)
      return inner.filter((leaf) => field.private === true || leaf.private === true);
    // A list of groups is one setting, so one private member makes all of it private.
    return field.private === true || inner.some((leaf) => leaf.private === true) ? [field] : [];
  });
}
