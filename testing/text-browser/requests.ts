import type { CookieJar } from "jsdom";
import { Agent, fetch } from "undici";

const MAX_REDIRECTS = 20;
const ANSWER_WITHIN_MS = 60_000;
/** A connection for each request: one that is kept could be closed by the server while the next request is on its way. */
const ONE_BY_ONE = new Agent({ pipelining: 0 });

/** What a browser asks for. `from`: the page whose link or form it is; null: somebody typed the address. */
export type PageRequest = {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly from: URL | null;
  /** What a form sends. */
  readonly body?: { readonly type: string; readonly bytes: Buffer };
};

/** What came in the end. `url`: where it came from after all redirects. */
export type PageAnswer = {
  readonly url: URL;
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly bytes: Buffer;
};

/** How far the site that asks is from the one that answers, in the words of `Sec-Fetch-Site`. A port makes no site. */
type Site = "none" | "same-origin" | "same-site" | "cross-site";
const NEAREST_FIRST: readonly Site[] = ["none", "same-origin", "same-site", "cross-site"];

/**
 * Asks as a browser does: with the cookies of the jar, and with headers that say from which site the request comes.
 * Follows redirects; after 301, 302 and 303 a form is not sent again.
 */
export async function requestPage(jar: CookieJar, request: PageRequest): Promise<PageAnswer> {
  let { method, url, body } = request;
  let site: Site = "none";
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    site = further(site, siteOf(request.from, url));
    const response = await fetch(url, {
      method,
      dispatcher: ONE_BY_ONE,
      redirect: "manual",
      headers: headersOf(jar, { method, url, from: request.from, body }, site),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(body === undefined ? {} : { body: new Uint8Array(body.bytes) }),
    });
    for (const cookie of response.headers.getSetCookie())
      jar.setCookieSync(cookie, url.href, { ignoreError: true, sameSiteContext: sameSiteContext(site, method) });
    const location = response.headers.get("location");
    if (location === null || response.status < 300 || response.status > 399)
      return {
        url,
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    await response.arrayBuffer();
    const next: URL = new URL(location, url);
    if (next.hash === "") next.hash = url.hash;
    url = next;
    if (response.status <= 303) [method, body] = ["GET", undefined];
  }
  throw new Error(`${request.url.href} redirects more than ${MAX_REDIRECTS} times`);
}

function headersOf(
  jar: CookieJar,
  { method, url, from, body }: Pick<PageRequest, "method" | "url" | "from"> & { body: PageRequest["body"] | undefined },
  site: Site,
): Record<string, string> {
  const cookie = jar.getCookieStringSync(url.href, { sameSiteContext: sameSiteContext(site, method) });
  return {
    accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "accept-language": "en-US",
    "sec-fetch-dest": "document",
    "sec-fetch-site": site,
    "upgrade-insecure-requests": "1",
    ...(cookie === "" ? {} : { cookie }),
    ...(method === "POST" && from !== null ? { origin: from.origin } : {}),
    ...(body === undefined ? {} : { "content-type": body.type }),
  };
}

function siteOf(from: URL | null, to: URL): Site {
  if (from === null) return "none";
  if (from.origin === to.origin) return "same-origin";
  return from.protocol === to.protocol && from.hostname === to.hostname ? "same-site" : "cross-site";
}

/** A request that was redirected counts as coming from as far as it ever did. */
function further(one: Site, other: Site): Site {
  return NEAREST_FIRST.indexOf(one) > NEAREST_FIRST.indexOf(other) ? one : other;
}

function sameSiteContext(site: Site, method: string): "strict" | "lax" | "none" {
  if (site !== "cross-site") return "strict";
  return method === "GET" ? "lax" : "none";
}
