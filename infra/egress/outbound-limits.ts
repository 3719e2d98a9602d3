import type { OutboundLimits } from "./outbound-port.ts";

/** Limits of a request whose caller sets none. */
export const DEFAULT_LIMITS: OutboundLimits = {
  dnsMs: 2_000,
  connectMs: 5_000,
  headersMs: 60_000,
  idleMs: 60_000,
  rateWindowMs: 60_000,
  leastBytes: 1_000,
  totalMs: 3_600_000,
  decodedBytes: 64_000_000,
  streamedBytes: 2_000_000_000,
  ratio: 100,
  encodings: 2,
  redirects: 3,
  requestHeaderBytes: 16_384,
  responseHeaderBytes: 32_768,
};

/** The limits, or lower ones if a request wants less. */
export function tightenLimits(ceilings: OutboundLimits, wanted: Partial<OutboundLimits> | undefined): OutboundLimits {
  if (wanted === undefined) return ceilings;
  const names = Object.keys(ceilings) as (keyof OutboundLimits)[];
  // For `leastBytes` the higher value is the stricter limit, for all others the lower one.
  const entries = names.map((name) => [
    name,
    name === "leastBytes"
      ? Math.max(ceilings[name], wanted[name] ?? 0)
      : Math.min(ceilings[name], wanted[name] ?? Infinity),
  ]);
  return Object.fromEntries(entries) as OutboundLimits;
}
