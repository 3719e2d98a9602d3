import { finding } from "#domain/core/findings/finding.ts";
import { refused } from "./failures.ts";
import type { OutboundFailure, OutboundHeaders } from "./outbound-port.ts";

/** Headers that only this module sets: where the message goes, how long it is and what happens to the connection. */
const FORBIDDEN = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "upgrade",
  "te",
  "trailer",
  "expect",
  "http2-settings",
]);
/** Headers of the body, dropped when a redirect drops the body. */
const BODY_HEADERS = /^content-/;
const CREDENTIAL_HEADERS = new Set(["authorization", "cookie"]);
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible Latin-1, space and tab: the characters of a field value (RFC 9110, 5.5). No CR, LF, NUL. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export type HeaderMap = ReadonlyMap<string, string>;

/**
 * Checks a request's headers and merges them under lower-case names, over the defaults. `accept-encoding` is always
 * ours, because the body is decoded here. Findings name the header, never its value.
 */
export function requestHeaders(
  given: OutboundHeaders,
  options: { readonly userAgent: string; readonly maxBytes: number },
): HeaderMap | OutboundFailure {
  const headers = new Map([
    ["accept", "*/*"],
    ["user-agent", options.userAgent],
  ]);
  let bytes = 0;
  for (const [name, value] of given) {
    const key = name.toLowerCase();
    if (!TOKEN.test(name)) return refused(finding("sent-header-name-invalid", {}));
    if (FORBIDDEN.has(key) || key.startsWith("proxy-")) return refused(finding("header-forbidden", { name }));
    if (!FIELD_VALUE.test(value)) return refused(finding("sent-header-value-invalid", { name }));
    bytes += name.length + value.length;
    headers.set(key, value);
  }
  if (bytes > options.maxBytes) return refused(finding("sent-headers-too-large", { bytes: options.maxBytes }));
  headers.set("accept-encoding", "gzip, deflate, br");
  return headers;
}

/** The same without headers of the body. */
export function withoutBodyHeaders(headers: HeaderMap): HeaderMap {
  return new Map([...headers].filter(([name]) => !BODY_HEADERS.test(name)));
}

/** Headers that may follow a redirect to another origin: no credential, by name or by value. */
export function withoutSecretHeaders(
  headers: HeaderMap,
  secretNames: readonly string[],
  holdsSecret: (text: string) => boolean,
): HeaderMap {
  const named = new Set(secretNames.map((name) => name.toLowerCase()));
  return new Map(
    [...headers].filter(([name, value]) => !CREDENTIAL_HEADERS.has(name) && !named.has(name) && !holdsSecret(value)),
  );
}
