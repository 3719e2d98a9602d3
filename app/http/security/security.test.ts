import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import express, { type Express } from "express";
import { afterEach, describe, expect, test } from "vitest";
import { readRequest } from "../request/read-request.ts";
import { keepPlace } from "../watching/request-place.ts";
import { pathWithoutSecrets, requestLog, type RequestLine } from "./request-log.ts";
import { requestGuard } from "./request-guard.ts";
import { cameFromUs, sameOrigin } from "./same-origin.ts";
import { securityHeaders } from "./security-headers.ts";

const APP_URL = "https://data.example.org";
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function serve(configure: (app: Express) => void): Promise<{ url: string; port: number }> {
  const app = express();
  configure(app);
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  stops.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

/** Sends bytes unchanged, for requests that no client would make, and returns the status code. */
function rawStatus(port: number, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.setTimeout(5_000, () => reject(new Error("no answer")));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
      if (status !== undefined) {
        socket.destroy();
        resolve(Number(status));
      }
    });
    socket.on("error", reject);
  });
}

describe("securityHeaders", () => {
  const page = async (options: Parameters<typeof securityHeaders>[0], path = "/datastore") => {
    const { url } = await serve((app) => {
      app.use(securityHeaders(options));
      app.get("/assets/app.css", (_req, res) => {
        res.set("Cache-Control", "public, max-age=31536000, immutable").send("x");
      });
      app.get("/assets/with-cookie.css", (_req, res) => {
        res.cookie("token", "").set("Cache-Control", "public, max-age=31536000, immutable").send("x");
      });
      app.get("/flash", (_req, res) => {
        res.cookie("flash", "x").send("x");
      });
      app.get("*", (_req, res) => {
        res.send(String(res.locals["nonce"]));
      });
    });
    const answer = await fetch(url + path);
    return {
      nonce: await answer.text(),
      headers: answer.headers,
      csp: answer.headers.get("Content-Security-Policy") ?? "",
    };
  };

  test("lets only our scripts and styles count, by a nonce that no two answers share", async () => {
    const [one, two] = [await page({ https: true }), await page({ https: true })];
    expect(one.nonce).toMatch(/^[\w+/]{22}==$/);
    expect(one.nonce).not.toBe(two.nonce);
    expect(one.csp.split(";")).toEqual([
      "default-src 'self'",
      `script-src 'self' 'nonce-${one.nonce}'`,
      "script-src-attr 'none'",
      `style-src 'self' 'nonce-${one.nonce}'`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' https: data:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "frame-src 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "upgrade-insecure-requests",
    ]);
    expect(one.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(one.headers.get("X-Frame-Options")).toBe("DENY");
    expect(one.headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(one.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(one.headers.get("X-Powered-By")).toBeNull();
    expect(one.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  });

  test("asks for https only where there is https", async () => {
    const { csp, headers } = await page({ https: false });
    expect(csp).not.toContain("upgrade-insecure-requests");
    expect(headers.get("Strict-Transport-Security")).toBeNull();
  });

  test("frames the contact form's host and no other", async () => {
    expect((await page({ https: true, contactFormUrl: "https://forms.example/f?id=1" })).csp).toContain(
      ";frame-src https://forms.example;",
    );
  });

  test("keeps addresses that are secrets to itself", async () => {
    for (const path of ["/reset-password/abc", "/verify-email/abc", "/api/users/verify-email/abc"]) {
      const { headers } = await page({ https: true }, path);
      expect([headers.get("Referrer-Policy"), headers.get("Cache-Control")]).toEqual(["no-referrer", "no-store"]);
    }
  });

  test("lets nobody store an answer unless its route says so, nor one that sets a cookie whatever that says", async () => {
    const cache = async (path: string) => (await page({ https: true }, path)).headers.get("Cache-Control");
    for (const path of ["/datastore", "/account/x.css", "/api/assets", "/flash", "/assets/with-cookie.css"])
      expect([path, await cache(path)]).toEqual([path, "no-store"]);
    expect(await cache("/assets/app.css")).toBe("public, max-age=31536000, immutable");
  });
});

describe("sameOrigin", () => {
  const send = async (headers: Record<string, string>, method = "POST", path = "/login") => {
    const { url } = await serve((app) => {
      app.use(readRequest(0));
      app.use(sameOrigin(APP_URL));
      app.all("*", (req, res) => {
        res.json({ origin: req.headers.origin ?? null });
      });
    });
    const answer = await fetch(url + path, { method, headers });
    return { status: answer.status, type: answer.headers.get("Content-Type"), text: await answer.text() };
  };
  const cookie = { Cookie: "token=abc" };

  test.each([
    ["a form of ours", { ...cookie, "Sec-Fetch-Site": "same-origin", Origin: APP_URL }],
    ["a form of ours on a page without referrer", { ...cookie, "Sec-Fetch-Site": "same-origin", Origin: "null" }],
    ["a form of ours on plain http", { ...cookie, Origin: APP_URL }],
    ["a program", {}],
    ["a program with a key", { Authorization: "Bearer trib_x" }],
  ])("lets %s through", async (_, headers) => {
    for (const method of ["POST", "PATCH", "DELETE", "PUT"]) expect((await send(headers, method)).status).toBe(200);
  });

  test.each<[string, Record<string, string>]>([
    ["another site's form", { ...cookie, "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
    ["a neighbouring host's form", { ...cookie, "Sec-Fetch-Site": "same-site", Origin: "https://www.example.org" }],
    ["another site's form on plain http", { ...cookie, Origin: "http://evil.example" }],
    ["a prefix of our address", { ...cookie, Origin: `${APP_URL}.evil.example` }],
    ["our host under another scheme", { ...cookie, Origin: "http://data.example.org" }],
    ["an origin that hides itself", { ...cookie, Origin: "null" }],
    ["a cookie that proves nothing", cookie],
    ["any cookie that proves nothing", { Cookie: "theme=dark" }],
    ["a stranger who wants to sign us in", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
    ["a stranger who hides the origin", { "Sec-Fetch-Site": "cross-site" }],
    ["a stranger on plain http who wants to sign us in", { Origin: "http://evil.example" }],
    [
      "an upload from elsewhere",
      { ...cookie, "Sec-Fetch-Site": "cross-site", "Content-Type": "multipart/form-data; boundary=x" },
    ],
  ])("refuses %s, and names APP_URL", async (_, headers) => {
    for (const path of ["/login", "/account.data?index", "/api/users/login", "/api/assets/upload-csv"]) {
      const { status, text, type } = await send(headers, "POST", path);
      expect(status).toBe(403);
      expect(text).toContain(APP_URL);
      expect(type).toContain(path.startsWith("/api") ? "application/json" : "text/html");
    }
    expect((await send(headers, "DELETE", "/api/assets/1")).status).toBe(403);
  });

  test("lets anybody read", async () => {
    expect((await send({ ...cookie, "Sec-Fetch-Site": "cross-site" }, "GET")).status).toBe(200);
  });

  test("is the only judge: what comes after sees no Origin", async () => {
    expect((await send({ ...cookie, "Sec-Fetch-Site": "same-origin", Origin: "null" })).text).toBe('{"origin":null}');
  });

  test("tells for a GET whether another site asked", () => {
    const sites = [null, "none", "same-origin", "same-site", "cross-site"] as const;
    expect(sites.map((site) => cameFromUs({ site }))).toEqual([true, true, true, false, false]);
  });
});

describe("requestLog", () => {
  test("writes one line for each request, without what may be secret", async () => {
    const lines: RequestLine[] = [];
    const arrived = Promise.withResolvers<void>();
    const { url, port } = await serve((app) => {
      const over = (line: RequestLine) => void lines.push(line);
      const place = { route: "/api/stream/data", kind: "stream", bodyBytes: 1_000_000 } as const;
      app.use(
        requestLog(
          () => place,
          () => ({ within: (work) => work(), over }),
        ),
      );
      app.get("/slow", () => arrived.resolve());
      app.all("*", (_req, res) => {
        res.status(404).send("no");
      });
    });
    const answer = await fetch(`${url}/api/stream/data?api_key=trib_secret`, {
      method: "POST",
      headers: { "X-Request-Id": "forged\tid" },
    });
    expect(lines).toEqual([
      {
        requestId: answer.headers.get("X-Request-Id"),
        method: "POST",
        path: "/api/stream/data",
        status: 404,
        ms: expect.any(Number) as number,
        keyId: null,
        userId: null,
        address: "",
        route: "/api/stream/data",
        kind: "stream",
        bytes: { received: expect.any(Number) as number, sent: expect.any(Number) as number },
        ended: "whole",
      },
    ]);
    expect(lines[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);

    const socket = connect(port, "127.0.0.1", () => socket.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"));
    await arrived.promise;
    socket.destroy();
    await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(2);
    expect(lines[1]).toMatchObject({ path: "/slow", ended: "left" });
  });

  test.each([
    ["/reset-password/abc?x=1", "/reset-password/…"],
    ["/verify-email/abc.data", "/verify-email/…"],
    ["/api/users/reset-password/abc", "/api/users/reset-password/…"],
    ["/somewhere/trib_0123456789", "/somewhere/…"],
    [`/a/${"k".repeat(43)}/b`, "/a/…/b"],
    [`/a/${"%41".repeat(43)}/b`, "/a/…/b"],
    [
      "/connector_profile/0197b3c0-1234-7abc-8def-0123456789ab",
      "/connector_profile/0197b3c0-1234-7abc-8def-0123456789ab",
    ],
    [`/${"a/".repeat(500)}`, `/${"a/".repeat(99)}a`],
  ])("logs %s as %s", (url, path) => {
    expect(pathWithoutSecrets(url)).toBe(path);
  });
});

describe("requestGuard", () => {
  const guarded = () =>
    serve((app) => {
      app.use(readRequest(0));
      app.use(({ path }, res, next) => {
        const bodyBytes = path === "/api/assets/upload-csv" ? null : path === "/large" ? 3_000_000 : 1_000_000;
        keepPlace(res, { route: path, kind: "other", bodyBytes });
        next();
      });
      app.use(requestGuard((_place, path, name) => path === "/datastore" && name === "category"));
      app.use((req, res) => {
        req.resume().on("end", () => res.send("ok"));
      });
    });

  test.each([
    ["/small", 1_000_000, 200],
    ["/small", 1_000_001, 413],
    ["/large", 3_000_000, 200],
    ["/large", 3_000_001, 413],
  ])("takes bodies to %s of %i bytes: %i", async (path, bytes, status) => {
    const { port } = await guarded();
    const sent = status === 200 ? "x".repeat(bytes) : "";
    expect(
      await rawStatus(port, `POST ${path} HTTP/1.1\r\nHost: localhost:3000\r\nContent-Length: ${bytes}\r\n\r\n${sent}`),
    ).toBe(status);
  });

  test.each([
    ["/datastore?q=a&type=b", 200],
    ["/datastore?q=50%25&q2=%F0%9F%8E%88&", 200],
    ["/datastore?category=A&category=B", 200],
    ["/__manifest?p=%2Fa&p=%2Fb&version=1", 200],
    ["/datastore?q=a&q=b", 400],
    ["/datastore?q=a&%71=b", 400],
    ["/api/stream/data?table=a&table=b", 400],
    ["/api/x?a=%", 400],
    ["/api/x?a=%ff", 400],
    ["/api/x?a=%ED%A0%80", 400],
    ["/api/x?a=%00", 400],
    ["/blog/%00", 400],
    ["/blog/%zz", 400],
    ["//evil.example/", 200],
    ["/?__proto__=1&constructor=2", 200],
  ])("answers GET %s with %i", async (path, status) => {
    const { url, port } = await guarded();
    expect(await rawStatus(port, `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\n\r\n`)).toBe(status);
    if (status === 400 && path.startsWith("/api"))
      expect(await (await fetch(url + path)).json()).toMatchObject({ error: expect.any(String) as string });
  });

  test("matches no path with the routes that none of them has", async () => {
    const { port } = await guarded();
    const statuses = (paths: readonly string[]) =>
      Promise.all(paths.map((path) => rawStatus(port, `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\n\r\n`)));
    const likely = [`/${"a".repeat(1_999)}`, "/a".repeat(16), `/__manifest?${"p=%2Fa&".repeat(400)}`];
    expect(await statuses(likely)).toEqual([200, 200, 200]);
    const unlikely = [
      ...[`/${"a".repeat(2_000)}`, "/a".repeat(17), "/a".repeat(7_500), "/..a".repeat(3_000)],
      ...[`/api${"/a".repeat(16)}`, `/__manifest?${"p=%2Fa&".repeat(401)}`, `/__manifest?p=${"%2Fa".repeat(17)}`],
    ];
    expect(await statuses(unlikely)).toEqual(unlikely.map(() => 404));
  });

  test("refuses addresses and hosts that are none", async () => {
    const { port } = await guarded();
    expect(await rawStatus(port, "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n")).toBe(400);
    for (const host of ["a b", "evil/..", "a@b", "x:99999999", ""])
      expect(await rawStatus(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toBe(400);
    for (const host of ["[::1]:3000", "data.example.org", "127.0.0.1:3000"])
      expect(await rawStatus(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toBe(200);
  });

  test("turns large bodies away before they are sent, but for uploads", async () => {
    const { port } = await guarded();
    const head = (path: string, ...headers: string[]) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.join("\r\n")}\r\n\r\n`;
    expect(await rawStatus(port, head("/login", "Content-Length: 1000001"))).toBe(413);
    expect(await rawStatus(port, head("/api/x", "Content-Length: 99999999999999999999"))).toBeGreaterThanOrEqual(400);
    expect(await rawStatus(port, `${head("/login", "Content-Length: 2")}ok`)).toBe(200);
    // "length-needed"
    expect(await rawStatus(port, head("/login", "Transfer-Encoding: chunked"))).toBe(411);
    expect(await rawStatus(port, `${head("/api/x", "Transfer-Encoding: chunked")}0\r\n\r\n`)).toBe(200);
    expect(await rawStatus(port, head("/login", "Content-Length: 2", "Content-Encoding: gzip"))).toBe(415);
    expect(await rawStatus(port, `${head("/api/assets/upload-csv", "Transfer-Encoding: chunked")}0\r\n\r\n`)).toBe(200);
  });
});
