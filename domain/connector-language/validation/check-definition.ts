import { type Finding, finding, findingSentence } from "../../core/findings/finding.ts";
import { allPrivateKeys, flatFields, paramsFieldsOf } from "../definition/definition.ts";
import type { Auth, Definition, Operation } from "../definition/definition.ts";
import type { Fault } from "../definition/describe-fault.ts";
import { headerNameFault, headerValueFault } from "../definition/header-rules.ts";
import { operationsInCircles, parentOf } from "../definition/parents.ts";
import { placeholderNames } from "../json/placeholders.ts";
import type { Field } from "../definition/schema.ts";
import { rowFaults } from "./row-rules.ts";
import { secretFaults, secretNames } from "../secrets/secret-faults.ts";
import { parseUrlTemplate } from "../json/url-template.ts";
import type { UrlTemplateParse } from "../json/url-template.ts";

/**
 * Rules that a schema cannot express: rules between keys, URL templates, header names, references between operations.
 */
export function checkDefinition(definition: Definition): Fault[] {
  const secrets = allPrivateKeys(definition);
  return [
    ...secretFaults(definition),
    ...definition.operations.flatMap((operation, index) =>
      operationFaults(definition, operation, secrets, `operations[${index}]`),
    ),
    ...definition.auths.flatMap((auth, index) =>
      authFaults(auth, secrets, definition.auths.length === 1 ? "auth" : `auth[${index}]`),
    ),
    ...formFaults(definition),
    ...derivedFaults(definition, secrets),
    ...idFaults(definition),
    ...cycleFaults(definition),
    ...(definition.check !== null && !definition.operations.some((operation) => operation.id === definition.check)
      ? [{ path: "check.operation", message: `There is no operation "${definition.check}".` }]
      : []),
  ];
}

/** `secrets`: the names of all secrets of every auth. */
function operationFaults(
  definition: Definition,
  operation: Operation,
  secrets: ReadonlySet<string>,
  at: string,
): Fault[] {
  const faults: Fault[] = [];
  const add = (key: string, message: string | null) => {
    if (message !== null) faults.push({ path: `${at}.${key}`, message });
  };
  const url = parseUrlTemplate(operation.url, operation.baseUrl);
  const base = url.ok ? null : baseFault(operation);
  const fault = base === null ? urlFault(url, secretNames(operation, secrets)) : null;
  if (fault !== null) faults.push({ path: `${at}.url`, ...fault });
  add("base_url", base);
  faults.push(...headerFaults(operation.headers, `${at}.headers`));
  faults.push(...fieldFaults(operation.paramsFields, secrets, `${at}.params_fields`));
  add("body_template", bodyFault(operation));
  const { pagination } = operation;
  if (pagination.in === "header") {
    for (const key of ["page_param", "offset_param", "cursor_param", "limit_param"] as const) {
      if (pagination[key] !== undefined) add(`pagination.${key}`, sentenceOf(headerNameFault(pagination[key])));
    }
  }
  for (const [key, message] of rowFaults(operation)) add(key, message);
  for (const [name, source] of operation.forEach) {
    const parent = parentOf(definition, source);
    if (parent === null && placeholderNames(source).length === 0)
      add(`for_each.${name}`, sourceFault(definition, source));
  }
  return faults;
}

function headerFaults(headers: readonly (readonly [name: string, value: string])[], at: string): Fault[] {
  return headers.flatMap(([name, value]): Fault[] => {
    const path = `${at}.${name}`;
    const ofName = headerNameFault(name);
    if (ofName !== null) return [{ path, ...said(ofName), ofName: true }];
    const found = headerValueFault(name, value);
    return found === null ? [] : [{ path, ...said(found) }];
  });
}

/** A finding as a fault without its path. */
function said(found: Finding): Pick<Fault, "message" | "finding"> {
  return { message: findingSentence(found), finding: found };
}

/** Why a URL cannot be read because of its base URL, or null. */
function baseFault({ url, baseUrl }: Operation): string | null {
  if (baseUrl === undefined || /^https?:/i.test(url) || url.startsWith("//")) return null;
  if (baseUrl === "") return "This is empty.";
  const base = parseUrlTemplate("", baseUrl);
  return base.ok ? null : findingSentence(base.finding);
}

/** The fault of a `for_each` source that is neither a parent's field nor a setting. */
function sourceFault({ operations }: Definition, source: string): string {
  if (operations.some(({ id }) => id === source)) return `Name a field of "${source}" too, such as "${source}.id".`;
  const dot = source.indexOf(".");
  return dot > 0
    ? `There is no operation "${source.slice(0, dot)}".`
    : 'This must be "<operation id>.<field>" or "{setting}".';
}

type UrlFault = Pick<Fault, "message" | "finding" | "ofSecrets">;

/** What is wrong with a URL, or null. DNS servers see host names, so a host must not contain a secret. */
function urlFault(parsed: UrlTemplateParse, secrets: ReadonlySet<string>): UrlFault | null {
  if (!parsed.ok) return said(parsed.finding);
  const { origin, baseField } = parsed.template;
  const hidden = [...placeholderNames(origin ?? ""), ...(baseField === null ? [] : [baseField])].find((name) =>
    secrets.has(name),
  );
  if (hidden === undefined) return null;
  const ofSecrets = finding("secret-in-host", { name: hidden });
  return { ...said(ofSecrets), ofSecrets };
}

function sentenceOf(found: Finding | null): string | null {
  return found === null ? null : findingSentence(found);
}

/** A body that is not JSON needs a Content-Type. */
function bodyFault(operation: Operation): string | null {
  if (typeof operation.body !== "string") return null;
  const type = operation.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  return type === "" || /json/i.test(type)
    ? "This text is not a JSON object or list. Another kind of body needs its own Content-Type header."
    : null;
}

function authFaults(auth: Auth, secrets: ReadonlySet<string>, at: string): Fault[] {
  const faults = fieldFaults(auth.fields, secrets, `${at}.fields`);
  const add = (key: string, message: string) => faults.push({ path: `${at}.${key}`, message });
  if (auth.in === "header") {
    const fault = headerNameFault(auth.name) ?? headerValueFault(auth.name, auth.format);
    if (fault !== null) add("name", findingSentence(fault));
  }
  const { written } = auth;
  for (const [key, url] of [
    ["token_url", written.token_url],
    ["authorization_url", written.authorization_url],
    ["login.url", written.login?.url],
  ] as const) {
    const fault = url === undefined ? null : urlFault(parseUrlTemplate(url), secrets);
    if (fault !== null) faults.push({ path: `${at}.${key}`, ...fault });
  }
  faults.push(...headerFaults(Object.entries(written.login?.headers ?? {}), `${at}.login.headers`));
  if (
    auth.type === "oauth2" &&
    written.token_url === undefined &&
    !auth.fields.some((field) => field.key === "access_token")
  ) {
    add("token_url", "oauth2 needs a token_url.");
  }
  if (auth.type === "session") {
    if (written.login === undefined) add("login", "session needs a login request.");
    if (written.token_path === undefined) add("token_path", "session needs the token_path of the login's answer.");
  }
  return faults;
}

function fieldFaults(fields: readonly Field[], secrets: ReadonlySet<string>, at: string): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  const visit = (field: Field, path: string, isInner: boolean) => {
    if (seen.has(field.key))
      faults.push({ path: `${path}.key`, message: `The field "${field.key}" is declared twice.` });
    seen.add(field.key);
    if (field.type === "group" && isInner)
      faults.push({ path: `${path}.type`, message: "A group must not hold another group." });
    else if (field.type === "group" && (field.fields ?? []).length === 0)
      faults.push({ path, message: "A group needs its own fields." });
    const url = field.options_endpoint?.url;
    if (url !== undefined && /^(https?:)?\/\//i.test(url)) {
      const fault = urlFault(parseUrlTemplate(url), secrets);
      if (fault !== null) faults.push({ path: `${path}.options_endpoint.url`, ...fault });
    }
    if (!(field.type === "group" && field.multiple))
      (field.fields ?? []).forEach((inner, index) => visit(inner, `${path}.fields[${index}]`, true));
  };
  fields.forEach((field, index) => visit(field, `${at}[${index}]`, false));
  return faults;
}

/** A derived value is shown and written into hosts, so no secret may be in it. */
function derivedFaults(definition: Definition, secrets: ReadonlySet<string>): Fault[] {
  const { auths, operations, derived } = definition;
  const fields = [...flatFields(paramsFieldsOf(definition)), ...auths.flatMap((auth) => flatFields(auth.fields))];
  const keys = new Set(fields.map(({ key }) => key));
  const taken = new Set([
    ...[...keys, ...secrets],
    ...operations.flatMap(({ forEach }) => forEach.map(([name]) => name)),
  ]);
  return [...derived].flatMap(([name, { from, map, join }]): Fault[] => {
    const path = `derived.${name}`;
    const fault = (key: string, message: string): Fault[] => [{ path: `${path}${key}`, message }];
    if (taken.has(name) || /^(incremental|row)\./.test(name)) return fault("", `The name "${name}" is taken.`);
    if (secrets.has(from))
      return fault(".from", `The private field "${from}" must not be carried on under another name.`);
    if (!keys.has(from)) return fault(".from", `No field declares {${from}}.`);
    return (map === undefined) === (join === undefined) ? fault("", "This needs either a map or join.") : [];
  });
}

/** What all forms of a connector hold: fields, options to choose from, and values that defaults fill lists with. */
const MOST_FIELDS = 2_000;
const MOST_OPTIONS = 10_000;
const MOST_FILLED = 5_000;

function formFaults(definition: Definition): Fault[] {
  const fields = [...paramsFieldsOf(definition), ...definition.auths.flatMap((auth) => auth.fields)];
  const all = [...fields, ...fields.flatMap((field) => field.fields ?? [])];
  const options = all.reduce((sum, field) => sum + (field.options ?? []).length, 0);
  const filled = all
    .filter(({ multiple }) => multiple)
    .reduce((sum, field) => sum + [field.default ?? []].flat().length * Math.max(1, membersOf(field)), 0);
  const fault = (message: string): Fault[] => [{ path: "params_fields", message }];
  if (all.length > MOST_FIELDS) return fault("The connector has more than 2,000 fields in total.");
  if (options > MOST_OPTIONS) return fault("The fields have more than 10,000 options in total.");
  return filled > MOST_FILLED ? fault("The defaults of the lists hold too many entries in total.") : [];
}

function membersOf(field: object): number {
  return "fields" in field && Array.isArray(field.fields) ? field.fields.length : 0;
}

function idFaults(definition: Definition): Fault[] {
  const seen = new Set<string>();
  return definition.operations.flatMap(({ id }, index) => {
    const isTaken = seen.has(id);
    seen.add(id);
    return isTaken ? [{ path: `operations[${index}].id`, message: `The id "${id}" is used twice.` }] : [];
  });
}

function cycleFaults(definition: Definition): Fault[] {
  const inCircles = operationsInCircles(definition);
  return definition.operations.flatMap((operation, index) =>
    inCircles.has(operation)
      ? [{ path: `operations[${index}].for_each`, message: "The operation waits for itself." }]
      : [],
  );
}
