import { type Finding, finding, mapTexts } from "../../core/findings/finding.ts";
import { applyAuth, derivedSecrets } from "../sign-in/auth.ts";
import { droppedAt, newLabels } from "../table/columns.ts";
import type { Dropped, Labels } from "../table/columns.ts";
import { originAllowed } from "../consent/consent.ts";
import { allPrivateKeys, chosenAuth, flatFields, paramsFieldsOf, privateKeys } from "../definition/definition.ts";
import type { Auth, Definition, Operation, RefreshRule } from "../definition/definition.ts";
import type { PullInput, PullResult, RequestSummary, SignedIn } from "./engine-ports.ts";
import { PLAIN_HEADERS } from "../definition/header-rules.ts";
import { scalarText } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { secretMask } from "../sign-in/mask.ts";
import { secretNames } from "../secrets/secret-faults.ts";
import { typedBodySecrets, typedHeaderSecrets, withParts } from "../secrets/typed-secrets.ts";
import { unagreedSecret } from "../secrets/unagreed-secret.ts";
import { isUnset, placeholderNames } from "../json/placeholders.ts";
import { isStreamed } from "../response/read-answer.ts";
import { finishRequest, renderRequest } from "../request/request.ts";
import type { OutgoingRequest, PagePatch, RequestOverrides } from "../request/request.ts";
import type { Row } from "../table/row.ts";
import { withDerived } from "../settings/derived.ts";
import { hiddenKeys } from "../settings/settings.ts";
import { renderOrigin, urlTemplateOf } from "../json/url-template.ts";
import type { UrlSource } from "../json/url-template.ts";

/** What stays the same during the pull of one operation. */
export interface PullContext {
  operation: Operation;
  auth: Auth;
  /** Every declared name with its value; null if unset. */
  values: Map<string, Json>;
  /** Those of them that are no secrets: all that rows and the start of incremental reading can be made of. */
  publicValues: ReadonlyMap<string, Json>;
  /** The names of secrets in the operation's texts. */
  privateNames: ReadonlySet<string>;
  overrides: RequestOverrides;
  /** The overrides of the whole definition. */
  typed: RequestOverrides;
  mask: (text: string) => string;
  /** The base URL alone. */
  home: UrlSource;
  labels: Labels;
  dropped: Dropped;
  /** The most recent row. */
  lastRow: Row | undefined;
  /** Every secret that `mask` removes. */
  secrets: Set<string>;
  /** The names of columns that the definition declares, or else the table has; grows with the pages. */
  known: Set<string>;
  /** Rules of `refresh_on` whose answers a fresh token has got too. */
  lasting: Set<RefreshRule>;
}

/** The context at the start of a pull, before signing in. */
export function pullContext(input: PullInput, operation: Operation): PullContext {
  const { definition } = input;
  const auth = chosenAuth(definition, input.authChoice);
  const values = declaredValues(definition, auth, input);
  const privateNames = secretNames(operation, allPrivateKeys(definition));
  const first = operation === definition.operations[0];
  const overrides: RequestOverrides = first ? (input.overrides ?? {}) : { headers: input.overrides?.headers };
  const secrets = new Set(secretTexts(definition, input));
  return {
    operation,
    auth,
    values,
    publicValues: new Map([...values].filter(([name]) => !privateNames.has(name))),
    privateNames,
    overrides,
    typed: input.overrides ?? {},
    mask: secretMask(secrets),
    secrets,
    home: { url: "", baseUrl: operation.baseUrl },
    labels: newLabels(),
    dropped: droppedAt(operation.droppedFields),
    lastRow: undefined,
    known: new Set(declaredNames(operation) ?? input.known?.get(operation.id) ?? []),
    lasting: new Set(),
  };
}

/** The names by which the declared columns are found in a record; null if there are none. */
function declaredNames({ columns }: Operation): string[] | null {
  if (columns === null) return null;
  const paths = columns
    .filter(({ value }) => value === undefined)
    .flatMap(({ name, path, first_of: several }) => several ?? [path ?? [name]]);
  return paths.flatMap((path) => (typeof path === "string" ? [path, path.split(/[.[]/)[0] ?? path] : path.slice(0, 1)));
}

/** Adds the tokens of a sign-in; earlier ones stay masked. */
export function takeSignIn(context: PullContext, values: Extract<SignedIn, { ok: true }>["values"]): void {
  for (const [name, value] of Object.entries(values)) {
    context.values.set(name, value);
    if (context.secrets.has(value)) continue;
    context.secrets.add(value);
    context.mask = secretMask(context.secrets);
  }
}

/** Settings that no field declares count as declared, because the user typed their names. */
export function declaredValues(
  definition: Definition,
  auth: Auth,
  input: Pick<PullInput, "settings" | "secrets">,
): Map<string, Json> {
  const values = new Map<string, Json>(Object.entries(input.settings));
  for (const field of [...flatFields(paramsFieldsOf(definition)), ...flatFields(auth.fields)]) {
    if (isUnset(values.get(field.key))) values.set(field.key, field.default ?? null);
  }
  // A run's own settings may hide a field that has a stored value or a default.
  for (const key of hiddenKeys(paramsFieldsOf(definition), Object.fromEntries(values))) values.set(key, null);
  for (const [key, secret] of Object.entries(input.secrets)) values.set(key, secret);
  return withDerived(definition, values);
}

/**
 * Every text that must be masked: values of private fields, the user's own header rows and body, what the auth makes of
 * its fields.
 */
export function secretTexts(
  definition: Definition,
  input: Pick<PullInput, "authChoice" | "settings" | "secrets" | "overrides">,
): string[] {
  const auth = chosenAuth(definition, input.authChoice);
  const values = declaredValues(definition, auth, input);
  const own = [...privateKeys(definition, input.authChoice)].flatMap((name) => textsOf(values.get(name) ?? null));
  const typed = [...typedHeaderSecrets(input.overrides ?? {}), ...typedBodySecrets(input.overrides?.body ?? null)];
  return [...new Set([...own.flatMap(withParts), ...typed, ...derivedSecrets(auth, values)])];
}

function textsOf(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  const text = scalarText(value);
  if (text !== null) return [text];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

export type BuiltRequest =
  /** `signed`: it contains the credentials. */
  | { ok: true; request: OutgoingRequest; summary: RequestSummary; plainUrl: URL; signed: boolean }
  | { ok: false; code: NonNullable<PullResult["errorCode"]>; finding: Finding };

/**
 * The request for one page, with credentials. A next URL on another origin is requested only if the consent allows it,
 * as a GET and without anything that may hold a secret: credentials are sent to the origin of base_url (or of `url`)
 * only.
 */
export function buildRequest(
  context: PullContext,
  scopeValues: ReadonlyMap<string, Json>,
  patch: PagePatch,
  input: Pick<PullInput, "consent" | "userAgent" | "definition" | "authChoice">,
): BuiltRequest {
  const values = new Map([...context.values, ...scopeValues]);
  const { operation } = context;
  const parsed = urlTemplateOf(operation);
  const own = parsed.ok ? renderOrigin(parsed.template, values) : parsed;
  const refuse = (code: NonNullable<PullResult["errorCode"]>, found: Finding): BuiltRequest => ({
    ok: false,
    code,
    finding: mapTexts(found, context.mask),
  });
  if (!own.ok) return refuse("failed", own.finding);
  const elsewhere = patch.url !== null && patch.url.origin !== own.value;
  const method = context.overrides.method ?? operation.method;
  if (elsewhere && method === "POST") return refuse("failed", finding("next-url-after-post", {}));
  const home = homeOrigin(context, values, own.value);
  const shown = elsewhere
    ? { ...operation, headers: operation.headers.filter(([, value]) => !hasSecret(context, value)) }
    : operation;
  const draft = renderRequest(shown, values, elsewhere ? {} : overridesFor(context, own.value === home), patch);
  if (!draft.ok) return refuse("failed", draft.finding);
  const { url } = draft.value;
  if (!originAllowed(input.consent, url))
    return refuse("consent_changed", finding("origin-not-agreed", { origin: url.origin }));
  const plainUrl = new URL(url);
  // Never from another origin to the home origin or back: the consent names the origin that the definition gives.
  const signed = own.value === home && url.origin === home;
  if (signed) {
    const applied = applyAuth(context.auth, values, draft.value);
    if (!applied.ok) return refuse(applied.error, applied.finding);
  }
  const typed = signed ? [] : typedElsewhere(context);
  const leaked = unagreedSecret(draft.value, context.values, { ...input, typed });
  if (leaked !== null) return refuse("consent_changed", leaked);
  const secretHeaders = secretHeaderNames(context);
  const plain = finishRequest(draft.value, input.userAgent, [...secretHeaders], operation.responseFormat);
  const request = isStreamed(operation) ? { ...plain, stream: true } : plain;
  return { ok: true, request, summary: summaryOf(request, context.mask), plainUrl, signed };
}

/** A header row may be a credential, so it is sent only where credentials are sent. */
function overridesFor({ overrides }: PullContext, atHome: boolean): RequestOverrides {
  return atHome
    ? overrides
    : { ...overrides, headers: (overrides.headers ?? []).filter(([name]) => PLAIN_HEADERS.has(name.toLowerCase())) };
}

/** What the user typed into header rows or a body of their own, and this operation does not send by itself. */
function typedElsewhere({ typed, overrides }: PullContext): string[] {
  const body = overrides.body === undefined ? typedBodySecrets(typed.body ?? null) : [];
  return [...typedHeaderSecrets(typed), ...body];
}

function hasSecret({ privateNames }: PullContext, template: string): boolean {
  return placeholderNames(template).some((name) => privateNames.has(name));
}

/** The origin for the credentials: that of base_url, which an absolute `url` elsewhere does not share. */
function homeOrigin({ home }: PullContext, values: ReadonlyMap<string, Json>, own: string): string {
  if (home.baseUrl === undefined) return own;
  const base = urlTemplateOf(home);
  const origin = base.ok ? renderOrigin(base.template, values) : base;
  return origin.ok ? origin.value : own;
}

function secretHeaderNames(context: PullContext): Set<string> {
  const names = new Set<string>();
  if (context.auth.type !== "none" && context.auth.in === "header") names.add(context.auth.name.toLowerCase());
  for (const [name, value] of context.operation.headers) {
    if (hasSecret(context, value)) names.add(name.toLowerCase());
  }
  for (const [name] of context.overrides.headers ?? [])
    if (!PLAIN_HEADERS.has(name.toLowerCase())) names.add(name.toLowerCase());
  return names;
}

function summaryOf(request: OutgoingRequest, mask: (text: string) => string): RequestSummary {
  const hidden = new Set(request.secretHeaders);
  return {
    method: request.method,
    url: mask(request.url.href),
    headers: request.headers.map(([name, value]) => [name, hidden.has(name.toLowerCase()) ? "•••" : mask(value)]),
  };
}
