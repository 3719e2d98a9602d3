import { lookup, Resolver as DnsResolver } from "node:dns/promises";
import { finding } from "#domain/core/findings/finding.ts";
import { isPublicAddress } from "./address-policy.ts";
import { privateAddress, refused, unknownHost } from "../failures.ts";
import type { OutboundFailure } from "../outbound-port.ts";

/** Returns every IPv4 and IPv6 address of a name; rejects with a Node DNS error if there is none. */
export type HostResolver = (host: string) => Promise<readonly string[]>;

const MAX_ADDRESSES = 16;
/** The name server failed; the name itself may exist. */
const TRANSIENT_CODES = new Set(["ESERVFAIL", "ETIMEOUT", "ECANCELLED", "EAI_AGAIN"]);

/**
 * Queries the name servers directly: unlike `lookup` it uses no thread of the pool that files and hashing need, so slow
 * name servers cannot stall the process, and the hosts file cannot supply a private address.
 */
export function systemResolver(timeoutMs: number): HostResolver {
  return async (host) => {
    const resolver = new DnsResolver({ timeout: timeoutMs, tries: 1 });
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const codes = answers.map((answer) => (answer.status === "rejected" ? errorCode(answer.reason) : ""));
    throw Object.assign(new Error("no address"), { code: codes.find((code) => TRANSIENT_CODES.has(code)) ?? codes[0] });
  };
}

/** For names on the operator's list, which may be in the hosts file (`localhost`). */
export const hostsFileResolver: HostResolver = async (host) =>
  (await lookup(host, { all: true })).map((answer) => answer.address);

/**
 * Resolves `host` once. Unless `exempt`, a single non-public address makes the whole answer invalid: mixed answers are
 * used for DNS rebinding. IPv4 comes first, because many networks have no IPv6.
 */
export async function resolveHost(
  host: string,
  resolver: HostResolver,
  options: { readonly exempt: boolean; readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<readonly string[] | OutboundFailure> {
  let addresses: readonly string[];
  try {
    addresses = await withTimeout(resolver(host), options.timeoutMs, options.signal);
  } catch (error) {
    return unknownHost(host, TRANSIENT_CODES.has(errorCode(error)));
  }
  if (addresses.length === 0) return unknownHost(host, false);
  if (addresses.length > MAX_ADDRESSES) return refused(finding("too-many-addresses", { host, limit: MAX_ADDRESSES }));
  if (!options.exempt && !addresses.every(isPublicAddress)) return privateAddress(host);
  return addresses.toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
}

function withTimeout<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(Object.assign(new Error("no answer in time"), { code: "ETIMEOUT" }));
    const timer = setTimeout(giveUp, ms);
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    });
  });
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
