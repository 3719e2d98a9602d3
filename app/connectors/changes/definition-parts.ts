import { consentOf } from "#domain/connector-language/consent/consent.ts";
import {
  type Auth,
  type Definition,
  flatFields,
  type Operation,
  paramsFieldsOf,
} from "#domain/connector-language/definition/definition.ts";
import type { Field } from "#domain/connector-language/definition/schema.ts";
import { authName, urlOf } from "../../settings-form/definition-fields.ts";

/** What the parts of a connector are, in the order in which they are shown. */
export const PART_KINDS = ["host", "sign-in", "credential", "setting", "table", "column", "request"] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** A part of a connector as people speak of it; `facets`: what can be different in it, by its name in words. */
export type DefinitionPart = {
  readonly kind: PartKind;
  /** The same in both versions, if it is the same part. */
  readonly id: string;
  readonly name: string;
  readonly facets: Facets;
};
type Facets = ReadonlyMap<string, string>;

/** Everything in a definition that people who use the connector may have to know. `tablesNamed`: columns say of which table. */
export function definitionParts(definition: Definition, tablesNamed: boolean): readonly DefinitionPart[] {
  const { auths, operations } = definition;
  return [
    ...hostsOf(definition).map((host) => part("host", host, host)),
    ...auths.filter(({ type }) => type !== "none").map(signInPart),
    ...fieldParts(
      "credential",
      auths.flatMap(({ fields }) => fields),
      (field) => field.private !== false,
    ),
    ...fieldParts("setting", paramsFieldsOf(definition), (field) => field.private === true),
    ...[...definition.derived].map(([name, plan]) =>
      part("setting", `derived ${name}`, name, {
        "Made of": plan.from,
        Values: plan.map,
        "Joined by": plan.join,
        Otherwise: plan.default,
      }),
    ),
    ...operations.map(tablePart),
    ...operations.flatMap((operation) => columnParts(operation, tablesNamed)),
    ...operations.map(requestPart),
  ];
}

function part(kind: PartKind, id: string, name: string, facets: Record<string, unknown> = {}): DefinitionPart {
  const said = Object.entries(facets).flatMap(([facet, value]) => {
    const words = wordsOf(value);
    return words === "" ? [] : [[facet, words] as const];
  });
  return { kind, id, name, facets: new Map(said) };
}

/** A value in words; "" for what is not set. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const pairWords = (pairs: object) => Object.entries(pairs).map(([key, value]) => `${key} ${wordsOf(value)}`);

const knownHosts = new WeakMap<Definition, readonly string[]>();

/** All hosts that are called, whichever way to sign in is chosen; kept, because finding them reads every operation. */
function hostsOf(definition: Definition): readonly string[] {
  const found = knownHosts.get(definition) ?? hostsIn(definition);
  knownHosts.set(definition, found);
  return found;
}

function hostsIn(definition: Definition): readonly string[] {
  const hosts = definition.auths.flatMap((_, choice) => consentOf(definition, choice).hosts);
  return [...new Set(hosts)].map((host) => host.replace(/^https:\/\//, ""));
}

function signInPart(auth: Auth): DefinitionPart {
  const { written } = auth;
  return part("sign-in", `${auth.type} ${auth.label ?? ""}`, authName(auth), {
    "Sent in": `the ${auth.in} ${auth.name}`,
    "Sent as": auth.type === "basic" ? null : auth.format,
    Scopes: written.scopes,
    "Signs in at": written.authorization_url,
    "Token from": written.token_url ?? written.login?.url,
    Grant: written.grant_type,
  });
}

function fieldParts(
  kind: "credential" | "setting",
  fields: readonly Field[],
  isSecret: (field: Field) => boolean,
): readonly DefinitionPart[] {
  // The definition lists a credential of several ways to sign in once for each.
  const byKey = new Map(flatFields(fields).map((field) => [field.key, field]));
  return [...byKey.values()].map((field) =>
    part(kind, field.key, field.label ?? field.key, {
      Label: field.label,
      Description: field.description,
      Type: field.multiple ? `${field.type}, several` : field.type,
      Required: field.required,
      Secret: isSecret(field),
      Default: field.default,
      Options: field.options?.map(({ label }) => label),
      "Options from": field.options_endpoint?.url ?? field.options_endpoint?.operation,
      "Shown if": field.visible_if,
      Fields: field.fields?.map(({ key }) => key),
    }),
  );
}

function tablePart(operation: Operation): DefinitionPart {
  return part("table", operation.id, operation.name, {
    Name: operation.name,
    Columns: operation.columns === null ? "as the API sends them" : "declared",
    "Columns added": operation.addedColumns.map(({ name }) => name),
    "Fields left out": operation.droppedFields,
    Key: operation.primaryKey,
    "New rows": operation.writeDisposition,
    "Empty if": operation.nullValues,
    "Rows kept": operation.filters.length > 0 ? operation.filters : null,
    "From the row above": operation.includeFromParent,
  });
}

function columnParts({ id, name: table, columns }: Operation, tablesNamed: boolean): readonly DefinitionPart[] {
  return (columns ?? []).map((column) =>
    part("column", `${id}\n${column.name}`, tablesNamed ? `${column.name} of ${table}` : column.name, {
      Type: column.type ?? "as it comes",
      From: column.path,
      Value: column.value,
      "Empty if": column.null_values,
    }),
  );
}

function requestPart(operation: Operation): DefinitionPart {
  const { records, pagination, incremental } = operation;
  const named = (what: string, pairs: readonly [string, string][]) =>
    Object.fromEntries(pairs.map(([name, value]) => [`${what} ${name}`, value]));
  return part("request", operation.id, operation.name, {
    Address: `${operation.method} ${urlOf(operation)}`,
    ...named("Query", operation.query),
    ...named("Header", operation.headers),
    Body: operation.body,
    "Repeated for": operation.forEach.map(([name, source]) => `${name} in ${source}`),
    "Rows at": records.path === null ? null : wordsOf(records.path),
    "Shape of the rows": records.shape === "objects" ? null : records.shape,
    Pages: pagination.strategy === "none" ? "one" : pairWords(pagination),
    "Only what is new": incremental && pairWords(incremental),
    Format: operation.responseFormat,
    "Time between requests": operation.requestSpacing > 0 ? `${Math.ceil(operation.requestSpacing)} ms` : null,
    "At the same time": operation.concurrency,
    Attempts: operation.maxAttempts,
    "Answers that are special": operation.responseActions.length > 0 ? operation.responseActions : null,
  });
}
