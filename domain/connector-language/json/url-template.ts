import { type Finding, finding, type PlainCode } from "../../core/findings/finding.ts";
import { withoutEnd } from "../../core/text/text.ts";
import { isUnset, onlyPlaceholder, placeholderNames, renderText, splitPlaceholders, textOf } from "./placeholders.ts";
import type { Rendered, Values } from "./placeholders.ts";

/** A URL of a definition, split once into parts that placeholders cannot leave. */
export interface UrlTemplate {
  /** `https://api.example.com`, with host labels that may hold placeholders, or null if a field gives the base. */
  origin: string | null;
  /** The field that holds the base URL, if the template starts with it. */
  baseField: string | null;
  segments: string[];
  query: [name: string, value: string][];
}

/** The texts of an operation's URL. */
export type UrlSource = { readonly url: string; readonly baseUrl?: string | undefined };

export type UrlTemplateParse = { ok: true; template: UrlTemplate } | { ok: false; finding: Finding };

const ORIGIN = /^(https?):\/\/([^/?#]*)/i;
const MAX_HOST_CHARS = 253;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;

/**
 * Reads `base_url` and `url` into a template. `url` is appended as text with one slash between; an absolute `url` is
 * used alone; `//host` is refused. Scheme and port are literal. A placeholder in a host is one label, or at its end the
 * whole rest of the host (`https://{domain}`, `https://api.{domain}`); a base-URL field holds all (`{base_url}/path`).
 */
export function parseUrlTemplate(url: string, baseUrl?: string): UrlTemplateParse {
  const fail = (code: PlainCode): UrlTemplateParse => ({ ok: false, finding: finding(code, {}) });

  if (/[\u0000-\u0020\u007f\\]/.test(url + (baseUrl ?? ""))) return fail("url-with-odd-characters");
  if (url.startsWith("//")) return fail("url-begins-with-slashes");
  if (baseUrl === undefined && /^https?:(?!\/\/)/i.test(url)) return fail("url-without-slashes");
  if (baseUrl === undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(url) && !ORIGIN.test(url))
    return fail("url-of-other-scheme");
  const absolute = ORIGIN.test(url) || (baseUrl === undefined && /^\{/.test(url));
  if (!absolute && baseUrl === undefined) return fail("url-without-base");
  const whole = absolute ? url : joinUrl(baseUrl ?? "", url);
  if (!ORIGIN.test(whole) && /^[a-z][a-z0-9+.-]*:/i.test(whole)) return fail("url-of-other-scheme");

  const head = ORIGIN.exec(whole);
  const field = head === null ? /^\{([A-Za-z_][A-Za-z0-9_.-]*)\}(?=[/?#]|$)/.exec(whole) : null;
  if (head === null && field === null) return fail("url-without-start");
  const host = head?.[2] ?? "";
  if (head !== null) {
    const fault = hostFault(host);
    if (fault !== null) return fail(fault);
  }
  const rest = whole.slice((head ?? field)?.[0].length ?? 0).replace(/#.*$/s, "");
  const mark = rest.indexOf("?");
  const path = mark < 0 ? rest : rest.slice(0, mark);
  const segments = path === "" ? [] : path.slice(1).split("/");
  if (segments.some(isDotSegment)) return fail("url-with-dot-segments");
  return {
    ok: true,
    template: {
      origin: head === null ? null : `${(head[1] ?? "").toLowerCase()}://${host}`,
      baseField: field?.[1] ?? null,
      segments,
      query: mark < 0 ? [] : parseQuery(rest.slice(mark + 1)),
    },
  };
}

const known = new WeakMap<UrlSource, UrlTemplateParse>();

/** The template of an operation's URL, cached: it is rendered for every page. */
export function urlTemplateOf(source: UrlSource): UrlTemplateParse {
  const made = known.get(source) ?? parseUrlTemplate(source.url, source.baseUrl);
  known.set(source, made);
  return made;
}

/** Appends a path to a base as text with one slash between, so that the base's own path is kept. */
export function joinUrl(base: string, url: string): string {
  if (url === "") return base;
  if (url.startsWith("?")) return base + url;
  return `${withoutEnd(base, "/")}/${url.replace(/^\//, "")}`;
}

function parseQuery(text: string): [string, string][] {
  return text
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=");
      return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
    });
}

function hostFault(host: string): PlainCode | null {
  if (host === "") return "url-without-host";
  if (host.includes("@")) return "url-with-user";
  const [, port] = /^[^:]*:(.*)$/s.exec(host.slice(host.lastIndexOf("]") + 1)) ?? [];
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) return "url-port-invalid";
  const labels = host
    .replace(/:\d+$/, "")
    .replace(/\{[^{}]*\}/g, (placeholder) => placeholder.replaceAll(".", "_"))
    .split(".");
  const open = labels.map((label) => splitPlaceholders(label).some((part) => "name" in part));
  if (open.at(-1) === true && onlyPlaceholder(labels.at(-1) ?? "") === null) return "url-host-open";
  return /[{}%]/.test(labels.filter((_, at) => !open[at]).join("")) ? "url-host-not-written-out" : null;
}

/** The origin of a template with these values, or why it has none yet. */
export function renderOrigin(template: UrlTemplate, values: Values): Rendered<string> {
  const base = renderBase(template, values);
  return base.ok ? { ok: true, value: base.value.origin } : base;
}

function renderBase(template: UrlTemplate, values: Values): Rendered<URL> {
  if (template.baseField !== null) return baseFromField(template.baseField, values);
  const parts = splitPlaceholders(template.origin ?? "");
  let origin = "";
  for (const [index, part] of parts.entries()) {
    if ("literal" in part) {
      origin += part.literal;
      continue;
    }
    const text = textOf(part.name, values);
    if (!text.ok) return text;
    if (text.value === "") return unresolved(part.name);
    const isEnd = !parts.slice(index + 1).some((each) => "name" in each || !/^:\d+$/.test(each.literal));
    const fault = hostPartFault(part.name, text.value, isEnd);
    if (fault !== null) return { ok: false, finding: fault };
    origin += text.value;
  }
  const url = URL.parse(origin);
  const host = origin.replace(/^https?:\/\//, "").replace(/:\d+$/, "");
  // A number such as 2130706433 would be read as an address: what is called is what is written, and agreed to.
  const isAsWritten = parts.length <= 1 || url?.hostname === host.toLowerCase();
  if (url === null || !isAsWritten) return { ok: false, finding: finding("url-host-invalid", {}) };
  return { ok: true, value: url };
}

/** What is wrong with the value of a placeholder in a host; at its end it may be several labels. */
function hostPartFault(name: string, value: string, isEnd: boolean): Finding | null {
  if (!isEnd) return LABEL.test(value) ? null : finding("url-host-part-invalid", { name });
  const isHost = value.length <= MAX_HOST_CHARS && value.split(".").every((label) => LABEL.test(label));
  return isHost ? null : finding("url-host-name-invalid", { name });
}

function baseFromField(name: string, values: Values): Rendered<URL> {
  const text = textOf(name, values);
  if (!text.ok) return text;
  if (text.value === "") return unresolved(name);
  const url = /^https?:\/\//i.test(text.value) ? URL.parse(text.value) : null;
  const plain = url !== null && url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (url === null || !plain || !/^[^\s\\{}]+$/.test(text.value)) {
    return { ok: false, finding: finding("url-base-invalid", { name }) };
  }
  return { ok: true, value: url };
}

/**
 * Renders the template. A path value is one encoded segment, never empty, `.` or `..`; query names and values are
 * encoded; `extra` pairs (name and rendered value) follow the template's own query. Every placeholder needs a value.
 */
export function renderUrl(
  template: UrlTemplate,
  values: Values,
  extra: readonly (readonly [string, string])[] = [],
): Rendered<URL> {
  const base = renderBase(template, values);
  if (!base.ok) return base;
  let text = base.value.origin + base.value.pathname.replace(/\/$/, "");
  for (const segment of template.segments) {
    const rendered = renderRequired(segment, values, encodeSegment);
    if (!rendered.ok) return rendered;
    if (isDotSegment(rendered.value))
      return { ok: false, finding: finding("url-part-becomes-dots", { part: segment }) };
    text += `/${rendered.value}`;
  }
  const pairs: string[] = [];
  for (const [name, value] of template.query) {
    const left = renderRequired(name, values, encodeURIComponent);
    const right = renderRequired(value, values, encodeURIComponent);
    if (!left.ok) return left;
    if (!right.ok) return right;
    pairs.push(right.value === "" && value === "" ? left.value : `${left.value}=${right.value}`);
  }
  for (const [name, value] of extra) pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  if (template.segments.length === 0 && text.endsWith(base.value.host)) text += "/";
  if (pairs.length > 0) text += `?${pairs.join("&")}`;
  const url = URL.parse(text);
  if (url === null) return { ok: false, finding: finding("url-invalid", {}) };
  // The parts above cannot change the origin; this check holds even if one of them is changed carelessly.
  if (url.origin !== base.value.origin) return { ok: false, finding: finding("url-left-host", {}) };
  return { ok: true, value: url };
}

function renderRequired(text: string, values: Values, encode: (value: string) => string): Rendered<string> {
  for (const name of placeholderNames(text)) {
    const value = values.get(name);
    if (isUnset(value)) return unresolved(name);
  }
  return renderText(text, values, encode);
}

function unresolved(name: string): { ok: false; finding: Finding } {
  return { ok: false, finding: finding("url-value-missing", { name }) };
}

/** Encodes a value as one path segment; separators that are legal and common there stay readable. */
function encodeSegment(value: string): string {
  return encodeURIComponent(value).replace(/%(3A|3B|2C|40)/g, (code) => decodeURIComponent(code));
}

/** `.` and `..` in every spelling that URL parsers and servers accept (also `..;x`, which Java servers shorten). */
export function isDotSegment(segment: string): boolean {
  const name = (segment.split(";")[0] ?? "").replace(/%2e/gi, ".");
  return name === "." || name === "..";
}
