import { headerNameFault, headerValueFault } from "../../connector-language/definition/header-rules.ts";
import { parseUrlTemplate } from "../../connector-language/json/url-template.ts";
import { type Finding, finding, findingSentence } from "../../core/findings/finding.ts";
import { cutText } from "../../core/text/text.ts";
import { requestBody } from "./curl-body.ts";
import { addSecret, type Draft, placeholdersIn } from "./curl-draft.ts";
import { type CurlRequest, readCurl } from "./curl-request.ts";
import { FieldKeys, labelOf, mayBeKey, secretField } from "../field-keys.ts";
import { cleanText, toImported, type Imported, type LooseObject } from "../imported.ts";
import { pagingOf } from "../paging-names.ts";
import { looksSecret } from "../../connector-language/settings/looks-secret.ts";
import { mayBeSecret } from "../private-names.ts";

const MAX_CHARACTERS = 100_000;
const ADDRESS = finding("place-address", {});
const headerPlace = (name: string) => finding("place-header", { name });
/** Headers that every request gets anyway, or that belong to the browser from which the line was copied. */
const OWN_HEADERS =
  /^(host|content-length|connection|accept-encoding|user-agent|referer|origin|te|upgrade-insecure-requests|if-none-match|if-modified-since|cache-control|pragma|priority|dnt|sec-.*|:.*)$/i;
const HEADER_SECRET = /(^|-)(api-?key|key|token|secret|auth|authorization|signature|password|credential|session)(-|$)/i;

/** Makes a connector from a curl command line. Credentials become private fields; their values are never returned. */
export function importCurl(text: string): Imported {
  if (text.length > MAX_CHARACTERS) return { ok: false, message: "The line is longer than 100 kB." };
  const read = readCurl(text);
  if (!read.ok) return read;
  const { request } = read;
  const draft: Draft = { keys: new FieldKeys(), fields: new Map(), notes: [...read.notes] };
  const method = request.method ?? (request.data.length > 0 && !request.get ? "POST" : "GET");
  if (request.multipart)
    return { ok: false, message: "The line sends a multipart form. A connector sends JSON, text or nothing." };
  if (method === "HEAD")
    draft.notes.push({ place: finding("place-word", { word: "--head" }), finding: finding("head-became-get", {}) });
  else if (method !== "GET" && method !== "POST")
    return { ok: false, message: `The line uses ${cleanText(method, 20)}. A connector reads, by GET or POST.` };

  const address = splitAddress(request, draft);
  if (!address.ok) return address;
  const auth = authOf(request, address, draft);
  const headers = headersOf(request, draft, auth);
  const query = queryOf(address.query, draft, auth);
  const path = placeholdersIn(address.path, ADDRESS, draft);
  const body = method === "POST" ? requestBody(request, headers, draft) : null;
  const id = operationId(address.path);
  const operation: LooseObject = { id, name: labelOf(id) };
  if (method === "POST") operation.method = "POST";
  operation.url = query.inUrl.length === 0 ? path : `${path}?${query.inUrl.join("&")}`;
  if (Object.keys(headers).length > 0) operation.headers = headers;
  if (Object.keys(query.params).length > 0) operation.query = query.params;
  if (draft.fields.size > 0) operation.params_fields = [...draft.fields.values()];
  if (body !== null) operation.body_template = body;
  if (query.paging !== null) operation.pagination = query.paging;
  const host = address.origin.replace(/^https?:\/\//, "");
  return toImported({
    title: cleanText(`${labelOf(id)} of ${host}`, 200),
    description: "",
    apiDocUrl: null,
    definition: {
      protocol: "rest",
      base_url: address.origin,
      ...(auth === null ? {} : { auth: auth.written }),
      operations: [operation],
    },
    notes: draft.notes,
  });
}

type Address =
  | { ok: true; origin: string; path: string; query: [string, string][]; userInfo: boolean }
  | { ok: false; message: string };

function splitAddress(request: CurlRequest, draft: Draft): Address {
  let text = request.url.trim().replace(/ /g, "%20");
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    text = `https://${text.replace(/^\/+/, "")}`;
    draft.notes.push({ place: ADDRESS, finding: finding("scheme-assumed", {}) });
  }
  const parts = /^(https?):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(text);
  if (!parts) return { ok: false, message: "The address must begin with http:// or https://." };
  const authority = parts[2] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1).toLowerCase();
  const origin = `${(parts[1] ?? "https").toLowerCase()}://${host}`;
  if (/[\ue000{]/.test(host))
    return { ok: false, message: "Write the host of the address out; it may not come from a variable." };
  const fault = parseUrlTemplate(origin);
  if (!fault.ok || !URL.canParse(origin))
    return { ok: false, message: fault.ok ? "The address has no valid host." : findingSentence(fault.finding) };
  const written = [parts[4] ?? "", ...(request.get || request.method === "GET" ? request.data : [])]
    .filter((piece) => piece !== "")
    .join("&");
  const query = written
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair): [string, string] => {
      const [name = "", value = ""] = pair.split(/=(.*)/s, 2);
      return [decoded(name), decoded(value)];
    });
  return { ok: true, origin, path: parts[3] || "/", query, userInfo: authority.includes("@") };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Notes that a credential became a private field. */
type Kept = (place: Finding, code: "token-became-field" | "key-became-field" | "user-became-fields") => void;

type Auth = { written: LooseObject; /** The header or parameter that the auth replaces. */ carrier: string };

function authOf(
  request: CurlRequest,
  address: { userInfo: boolean; query: [string, string][] },
  draft: Draft,
): Auth | null {
  const kept: Kept = (place, code) => void draft.notes.push({ place, finding: finding(code, {}) });
  const header = request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];
  if (header !== undefined) return authorizationHeader(header, draft, kept);
  if (request.bearer) {
    kept(finding("place-word", { word: "--oauth2-bearer" }), "token-became-field");
    return { written: { type: "bearer", fields: [tokenField(draft, "token")] }, carrier: "authorization" };
  }
  if (request.user || address.userInfo) {
    kept(request.user ? finding("place-word", { word: "--user" }) : ADDRESS, "user-became-fields");
    for (const key of ["username", "password"]) draft.keys.take(key, "auth");
    return { written: { type: "basic" }, carrier: "authorization" };
  }
  const headers = request.headers.filter(([name, value]) => headerIsSecret(name, value));
  const query = address.query.filter(([name, value]) => mayBeSecret(name, value));
  const [one] = [
    ...headers.map(([name]) => ({ in: "header", name })),
    ...query.map(([name]) => ({ in: "query", name })),
  ];
  if (one === undefined || headers.length + query.length !== 1 || !mayBeKey(one.name) || /[{}\ue000]/.test(one.name))
    return null;
  if (one.in === "header" && headerNameFault(one.name) !== null) return null;
  const name = cleanText(one.name, 60);
  kept(one.in === "header" ? headerPlace(name) : finding("place-query", { names: [name] }), "key-became-field");
  const field = tokenField(draft, one.name);
  return {
    written: { type: "apikey", in: one.in, name: one.name, format: `{${field.key}}`, fields: [field] },
    carrier: one.name.toLowerCase(),
  };
}

function authorizationHeader(header: string, draft: Draft, kept: Kept): Auth {
  const [, scheme = ""] = /^([A-Za-z][\w-]*)\s+\S/.exec(header) ?? [];
  const carrier = "authorization";
  if (/^basic$/i.test(scheme)) {
    kept(headerPlace("Authorization"), "user-became-fields");
    for (const key of ["username", "password"]) draft.keys.take(key, "auth");
    return { written: { type: "basic" }, carrier };
  }
  if (/^(digest|negotiate|ntlm|aws4-hmac-sha256|signature|oauth)$/i.test(scheme)) {
    draft.notes.push({ place: headerPlace("Authorization"), finding: finding("signing-unsupported", { scheme }) });
    return { written: { type: "none" }, carrier };
  }
  kept(headerPlace("Authorization"), "token-became-field");
  const field = tokenField(draft, "token");
  if (/^bearer$/i.test(scheme)) return { written: { type: "bearer", fields: [field] }, carrier };
  const word = /^[A-Za-z][\w-]{0,19}$/.test(scheme) && !looksSecret(scheme) ? `${scheme} ` : "";
  return {
    written: { type: "apikey", in: "header", name: "Authorization", format: `${word}{token}`, fields: [field] },
    carrier,
  };
}

function tokenField(draft: Draft, name: string): LooseObject & { key: string } {
  const key = draft.keys.take(name, "auth");
  return { ...secretField(key, labelOf(name)), key };
}

function headerIsSecret(name: string, value: string): boolean {
  return (
    !OWN_HEADERS.test(name) && name.toLowerCase() !== "cookie" && (HEADER_SECRET.test(name) || mayBeSecret(name, value))
  );
}

function headersOf(request: CurlRequest, draft: Draft, auth: Auth | null): LooseObject {
  const headers: LooseObject = {};
  const cookie = request.cookies || request.headers.some(([name]) => name.toLowerCase() === "cookie");
  if (cookie)
    addSecret(draft, "cookie", "Cookie", finding("place-cookies", {}), (key) => void (headers.Cookie = `{${key}}`));
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    if (lower === "cookie" || lower === auth?.carrier || lower === "authorization" || OWN_HEADERS.test(name)) continue;
    const place = headerPlace(cleanText(name, 60));
    if (!mayBeKey(name) || headerNameFault(name) !== null)
      draft.notes.push({ place, finding: finding("header-name-unusable", {}) });
    else if (headerIsSecret(name, value))
      addSecret(draft, name, name, place, (key) => void (headers[name] = `{${key}}`));
    else {
      const text = placeholdersIn(value, place, draft);
      const fault = headerValueFault(name, text);
      if (fault === null) headers[name] = text;
      else draft.notes.push({ place, finding: fault });
    }
  }
  if (request.json) {
    const has = (wanted: string) => Object.keys(headers).some((name) => name.toLowerCase() === wanted);
    if (!has("accept")) headers.Accept = "application/json";
  }
  return headers;
}

function queryOf(pairs: [string, string][], draft: Draft, auth: Auth | null) {
  const params: LooseObject = {};
  const inUrl: string[] = [];
  const paging = pagingOf(
    pairs.map(([name, value]) => ({ name, first: /^\d{1,9}$/.test(value) ? Number(value) : null })),
  );
  const seen = new Set<string>();
  const repeated = new Set(pairs.flatMap(([name]) => (seen.size === seen.add(name).size ? [name] : [])));
  if (paging !== null)
    draft.notes.push({
      place: finding("place-query", { names: paging.names }),
      finding: finding("paging-guessed-from-name", { strategy: String(paging.written.strategy) }),
    });
  for (const [name, value] of pairs) {
    if (paging?.names.includes(name)) continue;
    const place = finding("place-query", { names: [cleanText(name, 60)] });
    const put = (text: string) => {
      const plain = !/[{}]/.test(name) && mayBeKey(name) && !repeated.has(name);
      if (plain) params[name] = text;
      else
        inUrl.push(
          `${encodeURIComponent(name.toWellFormed())}=${text.replace(/[^{}\w.-]+/g, (piece) => encodeURIComponent(piece.toWellFormed()))}`,
        );
    };
    if (auth?.written.in === "query" && auth.written.name === name) continue;
    if (mayBeSecret(name, value)) addSecret(draft, name, name, place, (key) => put(`{${key}}`));
    else if (repeated.has(name) || /[\ue000{]/.test(value)) put(placeholdersIn(value, place, draft));
    else if (draft.fields.size < 90) {
      const key = draft.keys.take(name, findingSentence(place));
      draft.fields.set(key, {
        key,
        label: labelOf(name),
        type: "text",
        ...(value === "" ? {} : { default: cleanText(value, 2_000) }),
      });
      put(`{${key}}`);
    } else put(value.replace(/[{}]/g, ""));
  }
  return { params, inUrl, paging: paging?.written ?? null };
}

function operationId(path: string): string {
  const words = path
    .split("/")
    .filter((part) => /^[A-Za-z][\w-]*(\.\w+)?$/.test(part) && !/^v\d/.test(part) && !looksSecret(part));
  return cutText((words.at(-1) ?? "rows").replace(/\.\w+$/, "").replace(/-/g, "_"), 60);
}
