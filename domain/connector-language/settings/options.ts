import { chosenAuth, flatFields, paramsFieldsOf, privateKeys } from "../definition/definition.ts";
import type { Auth, Definition, Operation } from "../definition/definition.ts";
import { isJsonObject, scalarText } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { pathText, readPath } from "../json/paths.ts";
import type { PathSource } from "../json/paths.ts";
import { placeholderNames } from "../json/placeholders.ts";
import type { Field } from "../definition/schema.ts";
import { joinUrl } from "../json/url-template.ts";

export type OptionsEndpoint = NonNullable<Field["options_endpoint"]>;
export type Option = { value: string; label: string };
export type ReadOptions = { ok: true; options: Option[] } | { ok: false; message: string };

/** More options than this are too many to choose from. */
const MAX_OPTIONS = 1_000;

/**
 * A field of the definition, its groups or the chosen auth whose options are loaded from the API; null if there is
 * none.
 */
export function dynamicField(
  definition: Definition,
  authChoice: number,
  key: string,
): { field: Field; endpoint: OptionsEndpoint } | null {
  const field = [
    ...flatFields(paramsFieldsOf(definition)),
    ...flatFields(chosenAuth(definition, authChoice).fields),
  ].find((each) => each.key === key && each.options_endpoint !== undefined);
  return field?.options_endpoint === undefined ? null : { field, endpoint: field.options_endpoint };
}

/** The keys of the fields that need a value before the options can be loaded. */
function neededFor(endpoint: OptionsEndpoint): string[] {
  return endpoint.depends_on === undefined ? [] : [endpoint.depends_on].flat();
}

/** The labels of those fields that are still empty. */
export function missingFor(
  definition: Definition,
  authChoice: number,
  endpoint: OptionsEndpoint,
  filled: (key: string) => boolean,
): string[] {
  const fields: readonly Field[] = [
    ...flatFields(paramsFieldsOf(definition)),
    ...flatFields(chosenAuth(definition, authChoice).fields),
  ];
  return neededFor(endpoint)
    .filter((key) => !filled(key))
    .map((key) => fields.find((field) => field.key === key)?.label ?? key);
}

/** Every separate URL that options are loaded from, as a template with its host. */
export function optionUrls(definition: Definition, auth: Auth): string[] {
  return flatFields([...auth.fields, ...paramsFieldsOf(definition)]).flatMap((field) => {
    const url = field.options_endpoint?.url;
    return url === undefined ? [] : [optionUrl(definition, url)];
  });
}

/** A relative URL belongs to base_url, or without one to the first operation's host. */
function optionUrl(definition: Definition, url: string): string {
  const home = optionsHome(definition);
  return /^https?:\/\//i.test(url) || home === undefined ? url : joinUrl(home, url);
}

/** The connector's own host; requests for options to it carry the credentials. */
export function optionsHome({ operations: [first] }: Definition): string | undefined {
  return first?.baseUrl ?? /^(https?:\/\/[^/?#]*|\{[^}]*\})/i.exec(first?.url ?? "")?.[0];
}

/**
 * The operation that loads options from a URL of their own: a GET with the first operation's plain headers. Credentials
 * are sent to the connector's own host only, headers that hold a secret to no other host.
 */
export function optionsOperation(
  definition: Definition,
  authChoice: number,
  endpoint: OptionsEndpoint & { url: string },
): Operation {
  const [first] = definition.operations;
  if (first === undefined) throw new Error("A definition has at least one operation.");
  const hidden = privateKeys(definition, authChoice);
  return {
    ...first,
    id: "options",
    name: "Options",
    method: "GET",
    body: null,
    query: [],
    forEach: [],
    includeFromParent: [],
    url: optionUrl(definition, endpoint.url),
    // Sets the home origin, so that a request to another one carries no credentials.
    baseUrl: optionsHome(definition),
    headers: first.headers.filter(
      ([name, value]) =>
        name.toLowerCase() !== "content-type" && !placeholderNames(value).some((key) => hidden.has(key)),
    ),
    pagination: { strategy: "none" },
    records: {
      path: endpoint.records ?? null,
      shape: "values",
      keyField: "key",
      expand: null,
      keep: false,
      optional: false,
    },
    incremental: null,
    columns: null,
    addedColumns: [],
    droppedFields: [],
    filters: [],
    primaryKey: [],
    writeDisposition: null,
    responseActions: [],
    responseFormat: "json",
  };
}

/**
 * Reads the options from records, each value once. The value is at `value_path` or else `id`, the label at `label_path`
 * or else `name` or the value; a scalar is its own label.
 */
export function readOptions(records: readonly Json[], endpoint: OptionsEndpoint): ReadOptions {
  const options = new Map<string, Option>();
  for (const record of records) {
    const value = partOf(record, endpoint.value_path ?? "id");
    if (value === null)
      return {
        ok: false,
        message: `An option has no "${pathText(endpoint.value_path ?? "id")}" that could be its value.`,
      };
    const label = partOf(record, endpoint.label_path ?? "name");
    if (!options.has(value)) options.set(value, { value, label: label ?? value });
    if (options.size > MAX_OPTIONS) return { ok: false, message: `The API gave more than ${MAX_OPTIONS} options.` };
  }
  return { ok: true, options: [...options.values()] };
}

function partOf(record: Json, path: PathSource): string | null {
  if (!isJsonObject(record)) return scalarText(record);
  const found = readPath(record, path);
  return found.found ? scalarText(found.value) : null;
}
