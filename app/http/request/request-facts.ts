import type { IncomingMessage } from "node:http";
import { isLoopback } from "#domain/core/values/loopback.ts";
import { type Authorization, readAuthorization } from "./authorization.ts";
import { type Cookies, readCookies } from "./cookies.ts";
import { clientAddress, peerAddress } from "./peer-address.ts";

/** Where a browser says that a request comes from. */
export type FetchSite = "same-origin" | "same-site" | "cross-site" | "none";

/** Who sends a request, from where and to which host: read once, and what every decision about it is made from. */
export type RequestFacts = {
  readonly cookies: Cookies;
  /** Null: no Authorization header came. */
  readonly authorization: Authorization | null;
  /** The different keys in the address, by `api_key` and `token`. */
  readonly addressKeys: readonly string[];
  /** One of these parameters came, even an empty one. */
  readonly hasAddressKey: boolean;
  /** Null: the client says nothing. What no browser says today counts as another site. */
  readonly site: FetchSite | null;
  readonly origin: string | null;
  /** In lower case. */
  readonly host: string;
  readonly clientAddress: string;
  /** A forwarding header came. */
  readonly forwarded: boolean;
  /** It comes from this machine, and no proxy says, or shows, that it passes it on for somebody else. */
  readonly isLocal: boolean;
  /** Proxies are expected in front (TRUST_PROXY). */
  readonly trustsProxies: boolean;
  /** What two readers could read in two ways. */
  readonly fault: "host-invalid" | "host-repeated" | "authorization-repeated" | null;
};

const HOST = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const SITES: ReadonlySet<string> = new Set<FetchSite>(["same-origin", "same-site", "cross-site", "none"]);
const FORWARDING =
  /^(?:forwarded|x-forwarded(?:-.*)?|x-real-ip|x-original-(?:forwarded-for|host)|(?:x-|true-|x-cluster-|fastly-)client-ip|cf-connecting-ip)$/;
const IDENTITY = /^(?:cookie|(?:proxy-)?authorization|origin|referer|sec-fetch-.*)$/;
const KEY_PARAMETERS: ReadonlySet<string> = new Set(["api_key", "token"]);

/** Reads a request. `hops`: how many proxies in front are ours. */
export function readFacts(req: IncomingMessage, hops: number): RequestFacts {
  const { headers } = req;
  const text = (name: string): string | undefined => headers[name]?.toString();
  const peer = peerAddress(req.socket);
  const forwarded = Object.keys(headers).some((name) => FORWARDING.test(name));
  const keys = addressKeys(req.url ?? "");
  return {
    cookies: readCookies(text("cookie")),
    authorization: headers.authorization === undefined ? null : readAuthorization(headers.authorization),
    addressKeys: [...new Set(keys)].filter((key) => key !== ""),
    hasAddressKey: keys.length > 0,
    site: siteOf(text("sec-fetch-site")),
    origin: text("origin") ?? null,
    host: (headers.host ?? "").toLowerCase(),
    clientAddress: clientAddress(peer, text("x-forwarded-for") ?? "", hops),
    forwarded,
    // A proxy that adds no header, as nginx by default, asks with HTTP 1.0.
    isLocal: isLoopback(peer) && !forwarded && req.httpVersion !== "1.0",
    trustsProxies: hops > 0,
    fault: faultOf(req),
  };
}

/** Takes out of a request what its facts were read from: nothing later reads it a second time. */
export function takeOut({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (IDENTITY.test(name) || FORWARDING.test(name)) delete headers[name];
}

/** Whether a request carries nothing that stands for a person, and nothing that could be taken for it. */
export function isOfNobody({ cookies, authorization, hasAddressKey, fault }: RequestFacts): boolean {
  return cookies.areOfNobody && authorization === null && !hasAddressKey && fault === null;
}

/** The facts of a request that anybody could have sent, from a browser with this theme cookie. */
export function factsOfNobody(theme: string | null): RequestFacts {
  return {
    cookies: { ...readCookies(undefined), theme },
    authorization: null,
    ...{ addressKeys: [], hasAddressKey: false, site: null, origin: null, host: "", clientAddress: "" },
    ...{ forwarded: false, isLocal: false, trustsProxies: false, fault: null },
  };
}

function siteOf(header: string | undefined): FetchSite | null {
  if (header === undefined) return null;
  return SITES.has(header) ? (header as FetchSite) : "cross-site";
}

function addressKeys(url: string): string[] {
  const query = new URLSearchParams(url.split(/\?(.*)/s, 2)[1] ?? "");
  return [...query].filter(([name]) => KEY_PARAMETERS.has(name)).map(([, value]) => value);
}

function faultOf({ headers, rawHeaders }: IncomingMessage): RequestFacts["fault"] {
  const times = (wanted: string) =>
    rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === wanted).length;
  if (!HOST.test(headers.host ?? "")) return "host-invalid";
  if (times("host") > 1) return "host-repeated";
  return times("authorization") > 1 ? "authorization-repeated" : null;
}
