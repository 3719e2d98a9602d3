import { type Finding, finding } from "#domain/core/findings/finding.ts";
import type { OutboundFailure, OutboundFailureReason } from "./outbound-port.ts";

/*
 * Every failure of the egress module. Their facts are only the host's name and limits: no path, query, header or body, so
 * they hold no secret unless the host name itself is one (send() redacts that). A host that resolves to a private
 * address, one that refuses the connection and one that does not answer the connection attempt get the same one: an
 * author must not learn what is inside the operator's network.
 */

function failure(reason: OutboundFailureReason, found: Finding, retryable = false): OutboundFailure {
  return { ok: false, reason, finding: found, retryable };
}

export const refused = (found: Finding) => failure("refused_by_policy", found);

export const callsAreOff = () => refused(finding("calls-off", {}));

const unreachable = (reason: OutboundFailureReason, host: string, retryable: boolean) =>
  failure(reason, finding("host-unreachable", { host }), retryable);

export const privateAddress = (host: string) => unreachable("refused_by_policy", host, false);
export const connectionRefused = (host: string) => unreachable("connect", host, true);
export const connectTimeout = (host: string) => unreachable("timeout", host, true);

export const consentChanged = (origin: string) => failure("consent_changed", finding("origin-not-agreed", { origin }));

/** `transient`: the name server failed, rather than answering that the name does not exist. */
export const unknownHost = (host: string, transient: boolean) =>
  failure("unknown_host", finding("host-unknown", { host }), transient);

type TlsFault =
  | "certificate-expired"
  | "certificate-not-valid-yet"
  | "certificate-of-another-host"
  | "certificate-not-trusted"
  | "tls-not-spoken";

export const tlsFault = (host: string, code: TlsFault) => failure("tls", finding(code, { host }));

export const headersTimeout = (host: string, ms: number) =>
  failure("timeout", finding("answer-late", { host, ms }), true);

export const idleTimeout = (host: string, ms: number) =>
  failure("timeout", finding("answer-stopped", { host, ms }), true);

export const tooSlow = (host: string, bytes: number, ms: number) =>
  failure("timeout", finding("answer-too-slow", { host, bytes, ms }), true);

export const totalTimeout = (host: string, ms: number) =>
  failure("timeout", finding("call-too-long", { host, ms }), true);

export const bodyTooLarge = (host: string, bytes: number) =>
  failure("too_large", finding("host-answer-too-large", { host, bytes }));

export const ratioTooHigh = (host: string, ratio: number) =>
  failure("too_large", finding("host-answer-unpacks-too-large", { host, ratio }));

export const responseHeadersTooLarge = (host: string) =>
  failure("too_large", finding("answer-headers-too-large", { host }));

export const tooManyRedirects = (host: string, limit: number) =>
  failure("too_many_redirects", finding("too-many-redirects", { host, limit }));

export const badEncoding = (found: Finding) => failure("bad_encoding", found);

export const aborted = () => failure("aborted", finding("call-stopped", {}));

export const connectionLost = (host: string) => failure("network", finding("connection-lost", { host }), true);

export const notHttp = (host: string) => failure("network", finding("not-http", { host }));
