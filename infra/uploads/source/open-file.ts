import { type Finding, finding } from "#domain/core/findings/finding.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import { consentOrigin } from "../../egress/address/destination.ts";
import type { Outbound, OutboundHeaders, OutboundStream } from "../../egress/outbound-port.ts";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 5;
/** A host that sends less than this in a minute is given up. */
const LEAST_BYTES_A_MINUTE = 60_000;

type Opened =
  { readonly ok: true; readonly answer: OutboundStream } | { readonly ok: false; readonly failure: LoadFailure };

/**
 * Asks for a file and follows redirects, also to other hosts: storage is often at another one. Each address is checked
 * like the first, and no header of ours is secret. A file that is asked for with encryption is not fetched without.
 */
export async function openFile(
  outbound: Outbound,
  request: { readonly url: string; readonly headers: OutboundHeaders; readonly signal: AbortSignal },
): Promise<Opened> {
  let { url } = request;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await outbound.stream({
      ...request,
      ...{ url, method: "GET", secrets: [url], secretHeaders: [], followRedirects: false },
      allowedOrigins: [consentOrigin(url) ?? ""],
      limits: { leastBytes: LEAST_BYTES_A_MINUTE },
    });
    if (!answer.ok) return failed(answer.finding);
    const location = headerOf(answer.headers, "location");
    if (!REDIRECTS.has(answer.status) || location === null) return { ok: true, answer };
    await closeBody(answer);
    const next = URL.parse(location, url);
    const host = URL.parse(url)?.host ?? "";
    if (next === null) return failed(finding("redirect-invalid", { host }));
    if (url.startsWith("https:") && next.protocol !== "https:")
      return failed(finding("redirect-unencrypted", { host }));
    if (redirects === MOST_REDIRECTS) return failed(finding("too-many-redirects", { host, limit: MOST_REDIRECTS }));
    url = next.href;
  }
}

/** Reads no more of an answer. */
export async function closeBody({ body }: Pick<OutboundStream, "body">): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}

/** The value of a header; null if it is missing. */
export function headerOf(headers: OutboundHeaders, name: string): string | null {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

/** Makes the failure of a load for what was found when its file was asked for. */
export function failed(found: Finding): { readonly ok: false; readonly failure: LoadFailure } {
  return { ok: false, failure: { code: "source", facts: { finding: found } } };
}
