import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { factsOfNobody, isOfNobody, readFacts, takeOut } from "./request-facts.ts";

type Given = { readonly peer?: string; readonly url?: string; readonly version?: string; readonly raw?: string[] };

function asked(headers: Record<string, string>, { peer = "127.0.0.1", url = "/", version, raw = [] }: Given = {}) {
  return {
    ...{ headers: { host: "localhost:3000", ...headers }, rawHeaders: raw, url, httpVersion: version ?? "1.1" },
    socket: { remoteAddress: peer },
  } as unknown as IncomingMessage;
}
const local = (headers: Record<string, string> = {}, given?: Given) => readFacts(asked(headers, given), 0).isLocal;

test("a request is local if it comes from this machine and nobody passes it on", () => {
  for (const peer of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"]) expect(local({}, { peer })).toBe(true);
  for (const peer of ["192.0.2.7", "10.0.0.1", "::ffff:192.0.2.7", "fe80::1", "0.0.0.0", "127.0.0.1.example", ""])
    expect([peer, local({}, { peer })]).toEqual([peer, false]);
  expect(local({}, { version: "1.0" })).toBe(false);
});

test.each([
  ...["forwarded", "x-forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"],
  ...["x-forwarded-prefix", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip", "cf-connecting-ip"],
])("%s says that somebody passes it on, and is taken out", (name) => {
  for (const value of ["127.0.0.1", ""]) {
    expect(local({ [name]: value })).toBe(false);
    const req = asked({ [name]: value });
    takeOut(req);
    expect(req.headers).toEqual({ host: "localhost:3000" });
  }
});

test("a made-up address counts only behind proxies of ours, and never makes a request local", () => {
  const seen = (hops: number, list: string, peer = "203.0.113.9") =>
    readFacts(asked({ "x-forwarded-for": list }, { peer }), hops);
  expect(seen(0, "127.0.0.1")).toMatchObject({ clientAddress: "203.0.113.9", isLocal: false, trustsProxies: false });
  expect(seen(1, "6.6.6.6, 203.0.113.7")).toMatchObject({ clientAddress: "203.0.113.7", trustsProxies: true });
  expect(seen(2, "6.6.6.6, 203.0.113.7, 10.0.0.1").clientAddress).toBe("203.0.113.7");
  expect(seen(5, "203.0.113.7").clientAddress).toBe("203.0.113.7");
  expect(seen(1, "::ffff:203.0.113.7").clientAddress).toBe("203.0.113.7");
  expect(seen(1, "127.0.0.1", "127.0.0.1")).toMatchObject({ clientAddress: "127.0.0.1", isLocal: false });
  expect(seen(1, " , ").clientAddress).toBe("203.0.113.9");
});

test("nothing that says who asks stays in the request", () => {
  const req = asked({
    ...{ cookie: "token=x", authorization: "Bearer x", "proxy-authorization": "x", origin: "x", referer: "x" },
    ...{ "sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", accept: "text/html" },
  });
  takeOut(req);
  expect(req.headers).toEqual({ host: "localhost:3000", accept: "text/html" });
});

test("a request of nobody has no cookie of a person, no key anywhere and no fault", () => {
  expect(isOfNobody(readFacts(asked({ cookie: "theme=x; _ga=1" }), 0))).toBe(true);
  expect(isOfNobody(factsOfNobody(null))).toBe(true);
  for (const facts of [
    readFacts(asked({ cookie: "token =x" }), 0),
    readFacts(asked({ authorization: "" }), 0),
    readFacts(asked({}, { url: "/about?token=" }), 0),
    readFacts(asked({}, { url: "/about?a=1&api%5Fkey=x" }), 0),
    readFacts(asked({}, { raw: ["Host", "a", "host", "b"] }), 0),
  ])
    expect(isOfNobody(facts)).toBe(false);
});
