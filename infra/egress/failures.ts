import { counted } from "#domain/core/text/counted.ts";
import type { OutboundFailure, OutboundFailureReason } from "./outbound-port.ts";

/*
 * Every message of the egress module. They contain only the host's name and limits: no path, query, header or body, so
 * they hold no secret unless the host name itself is one (send() redacts that). A host that resolves to a private
 * address, one that refuses the connection and one that does not answer the connection attempt get the same message: an
 * author must not learn what is inside the operator's network.
 */

function failure(reason: OutboundFailureReason, message: string, retryable = false): OutboundFailure {
  return { ok: false, reason, message, retryable };
}

function seconds(ms: number): string {
  return counted(Math.round(ms / 100) / 10, "second");
}

function megabytes(bytes: number): string {
  return bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${bytes} bytes`;
}

export const refused = (message: string) => failure("refused_by_policy", message);

export const callsAreOff = () =>
  refused("This server calls no other server now (RUNS=off), as it is a copy or is being looked after.");

const unreachable = (reason: OutboundFailureReason, host: string, retryable: boolean) =>
  failure(
    reason,
    `The host ${host} could not be reached. It must be a public internet address that accepts connections.`,
    retryable,
  );

export const privateAddress = (host: string) => unreachable("refused_by_policy", host, false);
export const connectionRefused = (host: string) => unreachable("connect", host, true);
export const connectTimeout = (host: string) => unreachable("timeout", host, true);

export const consentChanged = (origin: string) =>
  failure("consent_changed", `${origin} is not among the addresses that were agreed to. Nothing was sent there.`);

/** `transient`: the name server failed, rather than answering that the name does not exist. */
export const unknownHost = (host: string, transient: boolean) =>
  failure(
    "unknown_host",
    `The host ${host} could not be found. Check the address or this server's network.`,
    transient,
  );

export const tlsFault = (host: string, what: string) =>
  failure("tls", `A secure connection to ${host} could not be made: ${what}.`);

export const headersTimeout = (host: string, ms: number) =>
  failure("timeout", `The host ${host} did not answer within ${seconds(ms)}.`, true);

export const idleTimeout = (host: string, ms: number) =>
  failure("timeout", `The host ${host} stopped sending for ${seconds(ms)} in the middle of its answer.`, true);

export const tooSlow = (host: string, bytes: number, ms: number) =>
  failure("timeout", `The host ${host} sent less than ${bytes} bytes of its answer within ${seconds(ms)}.`, true);

export const totalTimeout = (host: string, ms: number) =>
  failure("timeout", `The call to ${host} was ended because it took longer than ${seconds(ms)}.`, true);

export const bodyTooLarge = (host: string, bytes: number) =>
  failure("too_large", `The answer of ${host} is larger than ${megabytes(bytes)}.`);

export const ratioTooHigh = (host: string, ratio: number) =>
  failure("too_large", `The answer of ${host} unpacks to more than ${ratio} times its size.`);

export const responseHeadersTooLarge = (host: string) =>
  failure("too_large", `The headers in the answer of ${host} are too large.`);

export const tooManyRedirects = (host: string, limit: number) =>
  failure("too_many_redirects", `The host ${host} redirected more than ${limit} times.`);

export const badEncoding = (host: string, what: string) =>
  failure("bad_encoding", `The answer of ${host} could not be unpacked: ${what}.`);

export const aborted = () => failure("aborted", "The call was stopped before it ended.");

export const connectionLost = (host: string) =>
  failure("network", `The connection to ${host} was lost before the answer was complete.`, true);

export const notHttp = (host: string) => failure("network", `The host ${host} did not answer in valid HTTP.`);
