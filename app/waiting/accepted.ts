import type { Site } from "../platform.ts";
import { MOST_WAIT_S } from "./status-calls.ts";

/** When a client that neither waits nor follows should look again, in seconds. */
export const LOOK_AGAIN_S = 5;

/** Where the status of a run is. */
export function runStatusUrl({ appUrl }: Pick<Site, "appUrl">, runId: string): string {
  return `${appUrl}/api/runs/${encodeURIComponent(runId)}`;
}

/** Where the status of a dataset's newest load is. */
export function loadStatusUrl({ appUrl }: Pick<Site, "appUrl">, datasetId: string): string {
  return `${appUrl}/api/assets/${encodeURIComponent(datasetId)}/load`;
}

/** The headers of a 202: where to look, and when. */
export function acceptedHeaders(statusUrl: string): Record<string, string> {
  return { Location: statusUrl, "Retry-After": String(LOOK_AGAIN_S) };
}

export type Preference = {
  /** How long the answer may wait for the end. */
  readonly waitMs: number;
  /** Says which preferences were followed. */
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * The Prefer header (RFC 7240) of a call that begins something: `respond-async` answers at once, `wait=N` after at most
 * N seconds. What cannot be followed is ignored, as the RFC asks for.
 */
export function preferenceOf(header: string | null | undefined, defaultMs: number): Preference {
  const asked = (header ?? "").split(",").map((part) => part.split(";", 1)[0]?.trim().toLowerCase() ?? "");
  const isAsync = asked.includes("respond-async");
  const seconds = asked
    .map((part) => /^wait\s*=\s*"?(\d{1,2})"?$/.exec(part)?.[1])
    .find((found) => found !== undefined);
  const wait = seconds !== undefined && Number(seconds) <= MOST_WAIT_S ? Number(seconds) : null;
  const applied = [...(isAsync ? ["respond-async"] : []), ...(wait === null ? [] : [`wait=${wait}`])];
  return {
    waitMs: wait === null ? (isAsync ? 0 : defaultMs) : wait * 1_000,
    headers: applied.length > 0 ? { "Preference-Applied": applied.join(", ") } : {},
  };
}
