import { isIP } from "node:net";
import { finding } from "#domain/core/findings/finding.ts";
import { isPublicAddress } from "./address-policy.ts";
import { refused } from "../failures.ts";
import type { OutboundFailure } from "../outbound-port.ts";

/** Reserved name of the sandbox API; never resolved. */
export const SANDBOX_HOST = "sandbox.invalid";
const SANDBOX_ORIGIN = `http://${SANDBOX_HOST}`;

const MAX_URL_LENGTH = 16_384;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };
const INTERNAL_SUFFIXES = [".localhost", ".local", ".internal", ".svc", ".arpa", ".onion"];

/** Where a request goes, judged by its URL alone. `url` is kept parsed, so that the text is not parsed again. */
export type Destination = {
  readonly url: URL;
  /** Compared with the consent. The sandbox has one origin for http and https. */
  readonly origin: string;
  /** For messages, Host and SNI; IPv6 literals without brackets. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** How the address is found: a literal and the sandbox need no DNS. */
  readonly kind: "name" | "literal" | "sandbox";
  /** On the operator's list: any address is allowed. */
  readonly exempt: boolean;
};

/**
 * The operator's exemptions, `host:port` each (IPv6 in brackets), as a set of canonical `host:port`.
 * Throws an Error that lists every faulty entry.
 */
export function parseAllowList(entries: readonly string[]): ReadonlySet<string> {
  const allowed = new Set<string>();
  const faults: string[] = [];
  for (const entry of entries) {
    const port = /^[^/?#@\\\s]+:(\d{1,5})$/.exec(entry)?.[1];
    const url = port === undefined ? null : URL.parse(`http://${entry}/`);
    if (url === null || port === undefined || Number(port) === 0) faults.push(`"${entry}"`);
    else allowed.add(`${bareHost(url)}:${Number(port)}`);
  }
  if (faults.length > 0) throw new Error(`Not in the form host:port: ${faults.join(", ")}.`);
  return allowed;
}

/** Checks scheme, userinfo, port, host literal and host name. Resolves nothing. */
export function parseDestination(address: string | URL, allowed: ReadonlySet<string>): Destination | OutboundFailure {
  if (String(address).length > MAX_URL_LENGTH) return refused(finding("address-too-long", {}));
  const url = typeof address === "string" ? URL.parse(address) : address;
  if (url === null) return refused(finding("address-invalid", {}));
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (defaultPort === undefined) return refused(finding("address-of-other-scheme", {}));
  if (url.username !== "" || url.password !== "") return refused(finding("address-with-user", {}));
  const host = bareHost(url);
  const port = url.port === "" ? defaultPort : Number(url.port);
  if (host === SANDBOX_HOST && url.port === "") {
    return { url, origin: SANDBOX_ORIGIN, host, port: 80, secure: false, kind: "sandbox", exempt: false };
  }
  const exempt = allowed.has(`${host}:${port}`);
  if (!exempt) {
    const refusal = refusePort(port) ?? (isIP(host) === 0 ? refuseName(host) : refuseLiteral(host));
    if (refusal !== undefined) return refusal;
  }
  const kind = isIP(host) === 0 ? "name" : "literal";
  return { url, origin: url.origin, host, port, secure: url.protocol === "https:", kind, exempt };
}

/** The origin of a URL for comparison with the consent, or null if it is not http(s). */
export function consentOrigin(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || DEFAULT_PORTS[url.protocol] === undefined) return null;
  return url.hostname === SANDBOX_HOST && url.port === "" ? SANDBOX_ORIGIN : url.origin;
}

/** WHATWG has already lower-cased it, applied IDNA and normalised IPv4. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function refusePort(port: number): OutboundFailure | undefined {
  return port === 80 || port === 443 ? undefined : refused(finding("port-forbidden", { port }));
}

function refuseLiteral(host: string): OutboundFailure | undefined {
  return isPublicAddress(host) ? undefined : refused(finding("address-not-public", { host }));
}

function refuseName(host: string): OutboundFailure | undefined {
  const internal = !host.includes(".") || INTERNAL_SUFFIXES.some((suffix) => host.endsWith(suffix));
  return internal ? refused(finding("host-not-public", { host })) : undefined;
}
