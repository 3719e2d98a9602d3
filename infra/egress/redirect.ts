import { finding } from "#domain/core/findings/finding.ts";
import { parseDestination, type Destination } from "./address/destination.ts";
import { consentChanged, refused } from "./failures.ts";
import type { OutboundFailure } from "./outbound-port.ts";
import { withoutBodyHeaders, withoutSecretHeaders, type HeaderMap } from "./request-headers.ts";

export type Message = {
  readonly method: "GET" | "POST";
  readonly headers: HeaderMap;
  readonly body: Buffer | undefined;
};

export type RedirectRules = {
  readonly allowed: ReadonlySet<string>;
  readonly consent: ReadonlySet<string>;
  readonly secretHeaders: readonly string[];
  readonly holdsSecret: (text: string) => boolean;
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number, location: string | undefined): location is string {
  return REDIRECTS.has(status) && location !== undefined;
}

/**
 * Where a redirect leads and what is sent there, or why it is not followed. Another origin gets no secret: headers with
 * one are dropped, a URL or body with one is not sent at all. Methods change as in browsers (RFC 9110, 15.4).
 */
export function followRedirect(
  from: Destination,
  message: Message,
  status: number,
  location: string,
  rules: RedirectRules,
): { readonly ok: true; readonly destination: Destination; readonly message: Message } | OutboundFailure {
  const url = URL.parse(location, from.url);
  if (url === null) return refused(finding("redirect-invalid", { host: from.host }));
  const destination = parseDestination(url, rules.allowed);
  if ("ok" in destination) return destination;
  if (from.secure && !destination.secure) {
    return refused(finding("redirect-unencrypted", { host: from.host }));
  }
  if (!rules.consent.has(destination.origin)) return consentChanged(destination.origin);

  const keepsMethod = status === 307 || status === 308 || message.method === "GET";
  const next: Message = keepsMethod
    ? message
    : { method: "GET", headers: withoutBodyHeaders(message.headers), body: undefined };
  if (destination.origin === from.origin) return { ok: true, destination, message: next };
  if (rules.holdsSecret(url.href) || rules.holdsSecret(next.body?.toString() ?? "")) {
    return refused(finding("redirect-with-secret", { host: from.host }));
  }
  const headers = withoutSecretHeaders(next.headers, rules.secretHeaders, rules.holdsSecret);
  return { ok: true, destination, message: { ...next, headers } };
}
