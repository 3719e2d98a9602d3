import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { isSameAddress } from "./address-policy.ts";
import type { Destination } from "./destination.ts";
import { aborted, connectionRefused, connectTimeout, privateAddress, tlsFault } from "../failures.ts";
import type { OutboundFailure } from "../outbound-port.ts";

export type Connection = { readonly ok: true; readonly socket: Socket; readonly ip: string };

/** At most this many of a host's addresses are tried. */
const MAX_ATTEMPTS = 4;
const SHORTEST_ATTEMPT_MS = 1000;

/**
 * Connects to the first of the checked `addresses` that accepts. Nothing here resolves a name: the socket gets the
 * address as a literal, and its remote address is compared with it before a byte is sent. TLS uses the destination's
 * name (SNI, certificate). All attempts together take at most `timeoutMs`.
 */
export async function connectPinned(
  destination: Destination,
  addresses: readonly string[],
  options: { readonly timeoutMs: number; readonly signal: AbortSignal; readonly ca?: string },
): Promise<Connection | OutboundFailure> {
  const deadline = performance.now() + options.timeoutMs;
  const tried = addresses.slice(0, MAX_ATTEMPTS);
  let failed: OutboundFailure = connectionRefused(destination.host);
  for (const [index, ip] of tried.entries()) {
    const left = deadline - performance.now();
    if (left <= 0) break;
    const share = Math.max(SHORTEST_ATTEMPT_MS, left / (tried.length - index));
    const limits = { timeoutMs: Math.min(left, share), signal: options.signal };
    const tcp = await settle(connect({ host: ip, port: destination.port }), "connect", limits);
    if (!tcp.ok) {
      failed = tcpFailure(destination.host, tcp.cause);
      if (tcp.cause === "aborted") return failed;
      continue;
    }
    if (!isSameAddress(tcp.socket.remoteAddress ?? "", ip)) {
      tcp.socket.destroy();
      return privateAddress(destination.host);
    }
    if (!destination.secure) return { ok: true, socket: tcp.socket, ip };
    const tls = await settle(startTls(destination.host, tcp.socket, options.ca), "secureConnect", {
      timeoutMs: Math.max(1, deadline - performance.now()),
      signal: options.signal,
    });
    return tls.ok ? { ok: true, socket: tls.socket, ip } : tlsFailure(destination.host, tls.cause);
  }
  return failed;
}

/** Connects to the sandbox API's Unix socket. */
export async function connectUnix(
  destination: Destination,
  path: string,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Connection | OutboundFailure> {
  const settled = await settle(connect({ path }), "connect", options);
  return settled.ok ? { ok: true, socket: settled.socket, ip: "unix" } : tcpFailure(destination.host, settled.cause);
}

type Cause = "aborted" | "timeout" | NodeJS.ErrnoException;
type Settled<S> = { readonly ok: true; readonly socket: S } | { readonly ok: false; readonly cause: Cause };

function startTls(host: string, socket: Socket, ca: string | undefined): TLSSocket {
  const isLiteral = isIP(host) !== 0;
  // The certificate must belong to `host`; SNI may hold names only (RFC 6066, 3).
  return connectTls({ socket, host, servername: isLiteral ? "" : host, ALPNProtocols: ["http/1.1"], ca });
}

function settle<S extends Socket>(
  socket: S,
  ready: "connect" | "secureConnect",
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Settled<S>> {
  return new Promise((resolve) => {
    const fail = (cause: Cause) => {
      done();
      socket.destroy();
      resolve({ ok: false, cause });
    };
    const onAbort = () => fail("aborted");
    const onError = (error: NodeJS.ErrnoException) => fail(error);
    const onClose = () => fail(Object.assign(new Error("closed"), { code: "ECONNRESET" }));
    const timer = setTimeout(() => fail("timeout"), timeoutMs);
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      socket.off("close", onClose);
    };
    // Stays for the socket's life: an error before the reader is attached must not be uncaught.
    socket.on("error", onError);
    socket.once("close", onClose);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) return onAbort();
    socket.once(ready, () => {
      done();
      resolve({ ok: true, socket });
    });
  });
}

function tcpFailure(host: string, cause: Cause): OutboundFailure {
  if (cause === "aborted") return aborted();
  return cause === "timeout" || cause.code === "ETIMEDOUT" ? connectTimeout(host) : connectionRefused(host);
}

function tlsFailure(host: string, cause: Cause): OutboundFailure {
  if (cause === "aborted") return aborted();
  if (cause === "timeout") return connectTimeout(host);
  switch (cause.code) {
    case "ECONNRESET":
      return connectionRefused(host);
    case "CERT_HAS_EXPIRED":
      return tlsFault(host, "certificate-expired");
    case "CERT_NOT_YET_VALID":
      return tlsFault(host, "certificate-not-valid-yet");
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return tlsFault(host, "certificate-of-another-host");
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return tlsFault(host, "certificate-not-trusted");
    default:
      return tlsFault(host, "tls-not-spoken");
  }
}
