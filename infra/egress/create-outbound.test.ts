import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createOutbound, type OutboundCall } from "./create-outbound.ts";
import type { OutboundLimits, OutboundResponse } from "./outbound-port.ts";
import { OutboundStreamError } from "./outbound-port.ts";
import { selfSigned } from "#testing/servers/certificate.ts";
import {
  get,
  httpServer,
  httpsServer,
  outboundTo,
  rawServer,
  type TestServer,
} from "#testing/servers/outbound-servers.ts";

const running: TestServer[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(running.splice(0).map((server) => server.close()));
});
async function run(server: Promise<TestServer>): Promise<TestServer> {
  running.push(await server);
  return server;
}
const text = (answer: unknown) => Buffer.from((answer as OutboundResponse).body).toString();
const REPLY = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

describe("the request on the wire", () => {
  test("is exactly what was asked for, with our own length, host and encodings", async () => {
    let seen = "";
    const server = await run(
      rawServer((socket) =>
        socket.on("data", (chunk) => {
          seen += chunk.toString("latin1");
          if (seen.endsWith("{}")) socket.end(REPLY);
        }),
      ),
    );
    const answer = await outboundTo([server]).send({
      ...get(`http://api.test:${server.port}/a/b?c=d%20e#fragment`),
      method: "POST",
      headers: [
        ["X-Key", "one"],
        ["content-type", "application/json"],
        ["x-key", "two"],
      ],
      body: "{}",
    });
    expect(answer).toMatchObject({ ok: true, status: 200, bytes: 2 });
    expect(seen).toBe(
      "POST /a/b?c=d%20e HTTP/1.1\r\n" +
        `host: api.test:${server.port}\r\n` +
        "connection: close\r\n" +
        "accept: */*\r\n" +
        "user-agent: Tributary/test\r\n" +
        "x-key: two\r\n" +
        "content-type: application/json\r\n" +
        "accept-encoding: gzip, deflate, br\r\n" +
        "content-length: 2\r\n\r\n{}",
    );
  });

  test("keeps repeated headers of the answer and reports the call without its path", async () => {
    const calls: OutboundCall[] = [];
    const server = await run(
      httpServer((_request, response) => response.setHeader("Link", ["<a>; rel=next", "<b>; rel=last"]).end("hello")),
    );
    const origin = `http://api.test:${server.port}`;
    const answer = await outboundTo([server], { onCall: (call) => calls.push(call) }).send(
      get(`${origin}/secret?key=1`),
    );
    expect(answer.ok && answer.headers.filter(([name]) => name === "Link").map(([, value]) => value)).toEqual([
      "<a>; rel=next",
      "<b>; rel=last",
    ]);
    expect(calls).toEqual([{ method: "GET", origin, ip: "127.0.0.1", status: 200, bytes: 5, ms: expect.any(Number) }]);
  });

  test("does not go through a proxy named in the environment", async () => {
    const proxy = await run(httpServer((_request, response) => response.end("proxied")));
    const server = await run(httpServer((_request, response) => response.end("direct")));
    for (const name of ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"]) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    }
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    expect(text(await outboundTo([server]).send(get(`http://api.test:${server.port}/`)))).toBe("direct");
    expect(proxy.connections()).toBe(0);
  });

  test("is not sent at all with a header that only this module may set", async () => {
    const server = await run(httpServer((_request, response) => response.end()));
    const request = get(`http://api.test:${server.port}/`, { headers: [["hOsT", "evil.test"]] });
    expect(await outboundTo([server]).send(request)).toMatchObject({ ok: false, reason: "refused_by_policy" });
    expect(server.connections()).toBe(0);
  });

  test("goes to a host on the operator's list through the machine's own names", async () => {
    const server = await run(httpServer((_request, response) => response.end("local")));
    const outbound = createOutbound({ allow: [`localhost:${server.port}`], userAgent: "Tributary/test" });
    expect(text(await outbound.send(get(`http://localhost:${server.port}/`)))).toBe("local");
  });
});

describe("consent", () => {
  test("an origin that was not agreed to gets nothing", async () => {
    const server = await run(httpServer((_request, response) => response.end()));
    const outbound = outboundTo([server]);
    for (const allowedOrigins of [
      [],
      [`http://api.test:1${server.port}`],
      [`https://api.test:${server.port}`],
      ["junk"],
    ]) {
      const answer = await outbound.send(get(`http://api.test:${server.port}/`, { allowedOrigins }));
      expect(answer).toMatchObject({ ok: false, reason: "consent_changed", retryable: false });
    }
    expect(server.connections()).toBe(0);
  });
});

describe("names", () => {
  const limits = { connectMs: 300 };
  const outboundWith = (resolver: (host: string) => Promise<readonly string[]>) =>
    createOutbound({ allow: [], userAgent: "Tributary/test", resolver, limits });

  test.each([
    ["loopback", ["127.0.0.1"]],
    ["private", ["10.0.0.7"]],
    ["public and private mixed", ["93.184.215.14", "192.168.0.1"]],
    ["mapped", ["::ffff:127.0.0.1"]],
    ["metadata", ["169.254.169.254"]],
    ["not an address", ["localhost"]],
  ])("that resolve to something not public are refused: %s", async (_what, addresses) => {
    const answer = await outboundWith(async () => addresses).send(get("http://rebind.example.com/"));
    expect(answer).toEqual({
      ok: false,
      reason: "refused_by_policy",
      finding: { code: "host-unreachable", facts: { host: "rebind.example.com" } },
      retryable: false,
    });
  });

  test("say the same to a user whether the address is private, closed or silent", async () => {
    const closed = await run(httpServer(() => {}));
    await closed.close();
    const refusal = await outboundWith(async () => ["10.0.0.7"]).send(get("http://api.test.example/"));
    const port = closed.port;
    const resolver = async () => ["127.0.0.1"];
    const refusedConnection = await createOutbound({
      allow: [`api.test.example:${port}`],
      userAgent: "t",
      resolver,
      limits,
    }).send(get(`http://api.test.example:${port}/`));
    expect(refusedConnection).toMatchObject({ reason: "connect", retryable: true });
    expect(refusal).toMatchObject({ finding: "finding" in refusedConnection && refusedConnection.finding });
  });

  test("are resolved once: what was checked is what is connected to, whatever the next answer would be", async () => {
    const first = await run(httpServer((_request, response) => response.end("first")));
    const second = await run(httpServer((_request, response) => response.end("second"), "127.0.0.2", first.port));
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    let asked = 0;
    const outbound = outboundTo([first], { resolver: async () => answers[asked++] ?? [] });
    expect(text(await outbound.send(get(`http://api.test:${first.port}/`)))).toBe("first");
    expect(asked).toBe(1);
    expect(second.connections()).toBe(0);
  });

  test("that turn private between two requests are refused at the second", async () => {
    const front = await run(
      httpServer((_request, response) => response.writeHead(302, { location: "http://rebind.example.com/" }).end()),
    );
    const resolver = async (host: string) => (host === "api.test" ? ["127.0.0.1"] : ["127.0.0.1", "93.184.215.14"]);
    const url = `http://api.test:${front.port}/`;
    const allowedOrigins = [new URL(url).origin, "http://rebind.example.com"];
    const answer = await outboundTo([front], { resolver }).send(get(url, { allowedOrigins }));
    expect(answer).toMatchObject({ ok: false, reason: "refused_by_policy" });
  });

  test("with more than one address fall back to the next when one does not answer", async () => {
    const server = await run(httpServer((_request, response) => response.end("second address"), "127.0.0.2"));
    const outbound = outboundTo([server], { resolver: async () => ["127.0.0.1", "127.0.0.2"] });
    expect(text(await outbound.send(get(`http://api.test:${server.port}/`)))).toBe("second address");
  });

  test("with too many addresses are refused", async () => {
    const many = Array.from({ length: 17 }, (_, i) => `93.184.215.${i}`);
    const answer = await outboundWith(async () => many).send(get("http://many.example.com/"));
    expect(answer).toMatchObject({ ok: false, reason: "refused_by_policy" });
  });

  test.each([
    ["ENOTFOUND", false],
    ["ENODATA", false],
    ["ECONNREFUSED", false],
    ["ESERVFAIL", true],
    ["ETIMEOUT", true],
  ])("that are not found fail with a clear sentence (%s)", async (code, retryable) => {
    const resolver = () => Promise.reject(Object.assign(new Error(code), { code }));
    expect(await outboundWith(resolver).send(get("https://api.example.com/"))).toEqual({
      ok: false,
      reason: "unknown_host",
      finding: { code: "host-unknown", facts: { host: "api.example.com" } },
      retryable,
    });
  });

  test("whose name server is silent fail in bounded time", async () => {
    const outbound = createOutbound({
      allow: [],
      userAgent: "t",
      resolver: () => new Promise(() => {}),
      limits: { dnsMs: 30 },
    });
    expect(await outbound.send(get("http://slow.example.com/"))).toMatchObject({
      reason: "unknown_host",
      retryable: true,
    });
  });

  test("with trailing dots reach the same host", async () => {
    const server = await run(httpServer((_request, response) => response.end("dot")));
    expect(text(await outboundTo([server]).send(get(`http://api.test.:${server.port}/`)))).toBe("dot");
  });
});

describe("redirects", () => {
  async function pair() {
    const seen: { host: string; method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] =
      [];
    let reply = { status: 302, location: "/" };
    const listener = (name: string) =>
      run(
        httpServer((request, response) => {
          let body = "";
          request
            .on("data", (chunk) => (body += chunk))
            .on("end", () => {
              seen.push({
                host: name,
                method: request.method ?? "",
                url: request.url ?? "",
                headers: request.headers,
                body,
              });
              if (request.url === "/end") response.end("end");
              else response.writeHead(reply.status, { location: reply.location }).end("moved");
            });
        }),
      );
    const [a, b] = [await listener("a"), await listener("b")];
    const originA = `http://api.test:${a.port}`;
    const originB = `http://other.test:${b.port}`;
    const redirectTo = (location: string, status = 302) => (reply = { status, location });
    const consent = { allowedOrigins: [originA, originB] };
    return { seen, originA, originB, redirectTo, consent, outbound: outboundTo([a, b]), serverB: b };
  }
  const secret = {
    headers: [
      ["X-API-Key", "s3cr3t-key"],
      ["Authorization", "Bearer other"],
      ["X-Plain", "yes"],
      ["X-Sneaky", "v=s3cr3t%2Dkey"],
      ["X-Signed", "derived"],
    ],
    secrets: ["s3cr3t-key"],
    secretHeaders: ["x-api-key", "X-SIGNED"],
  } as const;

  test("on the same origin keep everything", async () => {
    const { outbound, originA, redirectTo, seen, consent } = await pair();
    redirectTo("/end");
    const answer = await outbound.send(get(`${originA}/start`, { ...consent, ...secret }));
    expect(answer).toMatchObject({ ok: true, url: `${originA}/end` });
    expect(seen[1]?.headers).toMatchObject({
      "x-api-key": "s3cr3t-key",
      authorization: "Bearer other",
      "x-plain": "yes",
    });
  });

  test("to another agreed origin carry no secret, whatever the header is called or however it is spelled", async () => {
    const { outbound, originA, originB, redirectTo, seen, consent } = await pair();
    redirectTo(`${originB}/end`);
    const answer = await outbound.send(get(`${originA}/start`, { ...consent, ...secret }));
    expect(answer).toMatchObject({ ok: true, url: `${originB}/end` });
    expect(seen[1]?.headers["x-plain"]).toBe("yes");
    expect(Object.keys(seen[1]?.headers ?? {})).toEqual([
      "host",
      "connection",
      "accept",
      "user-agent",
      "x-plain",
      "accept-encoding",
    ]);
    expect(JSON.stringify(seen[1])).not.toContain("s3cr3t");
  });

  test("to another origin with the secret in the address or the body are not followed", async () => {
    const { outbound, originA, originB, redirectTo, consent, serverB } = await pair();
    redirectTo(`${originB}/end?key=s3cr3t-key`);
    expect(await outbound.send(get(`${originA}/`, { ...consent, ...secret }))).toMatchObject({
      reason: "refused_by_policy",
    });
    redirectTo(`${originB}/end`, 307);
    const post = {
      ...get(`${originA}/`, { ...consent, ...secret }),
      method: "POST" as const,
      body: '{"key":"s3cr3t-key"}',
    };
    expect(await outbound.send(post)).toMatchObject({ reason: "refused_by_policy" });
    expect(serverB.connections()).toBe(0);
  });

  test("outside the consent are not followed", async () => {
    const { outbound, originA, originB, redirectTo, serverB } = await pair();
    redirectTo(`${originB}/end`);
    expect(await outbound.send(get(`${originA}/`))).toMatchObject({ reason: "consent_changed" });
    expect(serverB.connections()).toBe(0);
  });

  test.each([
    "http://127.0.0.1/",
    "http://169.254.169.254/",
    "ftp://api.test/",
    "file:///etc/passwd",
    "http://user:p@api.test/",
  ])("to %s are refused like a first request", async (location) => {
    const { outbound, originA, redirectTo } = await pair();
    redirectTo(location);
    const allowedOrigins = [originA, "http://127.0.0.1", "http://169.254.169.254", "http://api.test"];
    expect(await outbound.send(get(`${originA}/`, { allowedOrigins }))).toMatchObject({ reason: "refused_by_policy" });
  });

  test.each([
    [301, "GET", ""],
    [302, "GET", ""],
    [303, "GET", ""],
    [307, "POST", "body"],
    [308, "POST", "body"],
  ])("%i after a POST goes on with %s", async (status, method, body) => {
    const { outbound, originA, redirectTo, seen } = await pair();
    redirectTo("/end", status);
    await outbound.send({
      ...get(`${originA}/`, { headers: [["content-type", "text/x"]] }),
      method: "POST",
      body: "body",
    });
    expect(seen[1]).toMatchObject({ method, body });
    expect("content-type" in (seen[1]?.headers ?? {})).toBe(body !== "");
  });

  test("stop after three", async () => {
    const { outbound, originA, redirectTo, seen } = await pair();
    redirectTo("/again");
    expect(await outbound.send(get(`${originA}/`))).toMatchObject({ ok: false, reason: "too_many_redirects" });
    expect(seen).toHaveLength(4);
  });

  test("are answers when they are not to be followed", async () => {
    const { outbound, originA, redirectTo } = await pair();
    redirectTo("/end");
    expect(await outbound.send(get(`${originA}/`, { followRedirects: false }))).toMatchObject({
      ok: true,
      status: 302,
    });
  });

  test("never lead from https to http", async () => {
    const tls = selfSigned("api.test");
    const plain = await run(httpServer((_request, response) => response.end("plain")));
    const location = `http://other.test:${plain.port}/`;
    const secure = await run(httpsServer(tls, (_request, response) => response.writeHead(302, { location }).end()));
    const url = `https://api.test:${secure.port}/`;
    const allowedOrigins = [new URL(url).origin, new URL(location).origin];
    const answer = await outboundTo([plain, secure], { ca: tls.cert }).send(get(url, { allowedOrigins }));
    expect(answer).toMatchObject({ ok: false, reason: "refused_by_policy" });
    expect(plain.connections()).toBe(0);
  });
});

describe("TLS", () => {
  test("speaks to the name and takes a certificate that belongs to it", async () => {
    const tls = selfSigned("api.test");
    const server = await run(
      httpsServer(tls, (request, response) =>
        response.end(JSON.stringify([(request.socket as { servername?: string }).servername, request.headers.host])),
      ),
    );
    const answer = await outboundTo([server], { ca: tls.cert }).send(get(`https://api.test:${server.port}/`));
    expect(JSON.parse(text(answer))).toEqual(["api.test", `api.test:${server.port}`]);
  });

  test("fails for a certificate of nobody known, and of another host", async () => {
    const tls = selfSigned("api.test");
    const server = await run(httpsServer(tls, (_request, response) => response.end("never")));
    expect(await outboundTo([server]).send(get(`https://api.test:${server.port}/`))).toEqual({
      ok: false,
      reason: "tls",
      finding: { code: "certificate-not-trusted", facts: { host: "api.test" } },
      retryable: false,
    });
    const wrongName = await outboundTo([server], { ca: tls.cert }).send(get(`https://other.test:${server.port}/`));
    expect(wrongName).toMatchObject({ reason: "tls", finding: { code: "certificate-of-another-host" } });
  });

  test("fails against a server without TLS", async () => {
    const server = await run(rawServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad\r\n\r\n"))));
    expect(await outboundTo([server]).send(get(`https://api.test:${server.port}/`))).toMatchObject({ reason: "tls" });
  });

  test("a handshake that never ends is ended", async () => {
    const server = await run(rawServer(() => {}));
    const answer = await outboundTo([server], { limits: { connectMs: 60 } }).send(
      get(`https://api.test:${server.port}/`),
    );
    expect(answer).toMatchObject({ reason: "timeout", retryable: true });
  });
});

describe("a body", () => {
  const packed = async (body: Buffer, encoding: string, limits: Partial<OutboundLimits> = {}) => {
    const server = await run(
      httpServer((_request, response) => response.setHeader("content-encoding", encoding).end(body)),
    );
    return outboundTo([server], { limits }).send(get(`http://api.test:${server.port}/`));
  };
  const original = Buffer.from(JSON.stringify({ text: "grüße ".repeat(1000) }));

  test.each([
    ["gzip", gzipSync(original)],
    ["X-GZIP", gzipSync(original)],
    ["deflate", deflateSync(original)],
    ["deflate", deflateRawSync(original)],
    ["br", brotliCompressSync(original)],
    ["identity", original],
    ["gzip, br", brotliCompressSync(gzipSync(original))],
    ["gzip, identity, gzip", gzipSync(gzipSync(original))],
  ])("in %s is decoded", async (encoding, body) => {
    const answer = await packed(body, encoding);
    expect(text(answer)).toBe(original.toString());
    expect(answer).toMatchObject({ bytes: body.length });
  });

  test.each([
    ["gzip", Buffer.from("not gzip at all")],
    ["gzip", gzipSync(original).subarray(0, 40)],
    ["br", Buffer.from([255, 254, 253, 0, 1, 2, 3])],
    ["deflate", Buffer.from("~~~~~~~~~")],
    ["zstd", original],
    ["gzip, gzip, gzip", gzipSync(gzipSync(gzipSync(original)))],
  ])("in %s that cannot be decoded fails with a sentence", async (encoding, body) => {
    expect(await packed(body, encoding)).toMatchObject({ ok: false, reason: "bad_encoding", retryable: false });
  });

  test("that is empty needs no decoding", async () => {
    expect(await packed(Buffer.alloc(0), "gzip")).toMatchObject({ ok: true, bytes: 0 });
  });

  test("that unpacks to more than 100 times its size is stopped, in the inner layer too", async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000));
    expect(await packed(bomb, "gzip")).toMatchObject({ reason: "too_large" });
    expect(await packed(gzipSync(bomb), "gzip, gzip")).toMatchObject({ reason: "too_large" });
    expect(await packed(brotliCompressSync(Buffer.alloc(8_000_000)), "br")).toMatchObject({ reason: "too_large" });
  });

  test("larger than allowed is stopped, packed or not, announced or not", async () => {
    const limits = { decodedBytes: 5_000 };
    expect(await packed(gzipSync(original), "gzip", limits)).toMatchObject({ reason: "too_large" });
    expect(await packed(original, "identity", limits)).toMatchObject({ reason: "too_large", retryable: false });
    const endless = await run(
      httpServer((_request, response) => {
        const more = () => response.write(Buffer.alloc(65_536), () => setImmediate(more));
        more();
      }),
    );
    const answer = await outboundTo([endless], { limits }).send(get(`http://api.test:${endless.port}/`));
    expect(answer).toMatchObject({ reason: "too_large" });
  });

  test("cut off midway is a failure worth another try", async () => {
    const body = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf";
    const server = await run(rawServer((socket) => socket.once("data", () => socket.end(body))));
    const answer = await outboundTo([server]).send(get(`http://api.test:${server.port}/`));
    expect(answer).toMatchObject({ reason: "network", retryable: true });
  });
});

describe("an upstream that wastes time", () => {
  const scripted = (onConnection: Parameters<typeof rawServer>[0]) => run(rawServer(onConnection));
  const ask = (server: TestServer, limits: Partial<OutboundLimits>) =>
    outboundTo([server], { limits }).send(get(`http://api.test:${server.port}/`));

  test("by never answering", async () => {
    const answer = await ask(await scripted(() => {}), { headersMs: 50 });
    expect(answer).toMatchObject({ reason: "timeout", retryable: true });
  });

  test("by dribbling its headers", async () => {
    const server = await scripted((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
      const timer = setInterval(() => socket.write("a"), 10);
      socket.on("close", () => clearInterval(timer));
    });
    expect(await ask(server, { headersMs: 100 })).toMatchObject({ reason: "timeout" });
  });

  test("by falling silent in the body", async () => {
    const server = await scripted((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"));
    expect(await ask(server, { idleMs: 50 })).toMatchObject({
      reason: "timeout",
      finding: { code: "answer-stopped" },
    });
  });

  test("by dribbling its body", async () => {
    const server = await scripted((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n");
      const timer = setInterval(() => socket.write("a"), 10);
      socket.on("close", () => clearInterval(timer));
    });
    expect(await ask(server, { totalMs: 120, idleMs: 5000 })).toMatchObject({ reason: "timeout" });
  });

  test("by dribbling its body without end, long before the whole call is too long", async () => {
    const server = await scripted((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n");
      const timer = setInterval(() => socket.write("a"), 10);
      socket.on("close", () => clearInterval(timer));
    });
    const slow = {
      reason: "timeout",
      finding: { code: "answer-too-slow", facts: { host: "api.test", bytes: 1000, ms: 200 } },
      retryable: true,
    };
    expect(await ask(server, { rateWindowMs: 200 })).toMatchObject(slow);
  });

  test("but not by sending slowly and steadily, nor because we read slowly", async () => {
    const body = Buffer.alloc(20_000, "a");
    const server = await scripted((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`);
      let sent = 0;
      const timer = setInterval(() => {
        if (sent < body.length) socket.write(body.subarray(sent, (sent += 1_000)));
      }, 20);
      socket.on("close", () => clearInterval(timer));
    });
    const limits = { rateWindowMs: 15 };
    expect(await ask(server, limits)).toMatchObject({ ok: true, bytes: body.length });
    const streamed = await outboundTo([server]).stream(get(`http://api.test:${server.port}/`, { limits }));
    if (!streamed.ok) throw new Error(streamed.reason);
    let read = 0;
    for await (const chunk of streamed.body) {
      read += chunk.length;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(read).toBe(body.length);
  });

  test("by headers without end", async () => {
    const server = await scripted((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const more = () => socket.write(`X-More: ${"a".repeat(8000)}\r\n`, () => setImmediate(more));
      more();
    });
    expect(await ask(server, {})).toMatchObject({ reason: "too_large" });
  });

  test("by something that is not HTTP, or nothing at all", async () => {
    const nonsense = await scripted((socket) => socket.end("220 mail.test ESMTP\r\n"));
    expect(await ask(nonsense, {})).toMatchObject({
      reason: "network",
      finding: { code: "not-http" },
    });
    const shut = await scripted((socket) => socket.once("data", () => socket.destroy()));
    expect(await ask(shut, {})).toMatchObject({ reason: "network", retryable: true });
  });

  test("or a caller who has changed their mind", async () => {
    const server = await scripted(() => {});
    let asked = 0;
    const resolver = async () => [`127.0.0.${++asked}`];
    const outbound = outboundTo([server], { resolver });
    const url = `http://api.test:${server.port}/`;
    expect(await outbound.send(get(url, { signal: AbortSignal.abort() }))).toMatchObject({ reason: "aborted" });
    expect([asked, server.connections()]).toEqual([0, 0]);
    const later = new AbortController();
    const pending = outbound.send(get(url, { signal: later.signal }));
    await vi.waitFor(() => expect(server.connections()).toBe(1));
    later.abort();
    expect(await pending).toMatchObject({ reason: "aborted", retryable: false });
  });

  test("a request may tighten a limit and not widen it", async () => {
    const server = await run(httpServer((_request, response) => response.end("x".repeat(100))));
    const outbound = outboundTo([server], { limits: { decodedBytes: 50 } });
    const url = `http://api.test:${server.port}/`;
    expect(await outbound.send(get(url, { limits: { decodedBytes: 1000 } }))).toMatchObject({ reason: "too_large" });
    const wide = outboundTo([server]);
    expect(await wide.send(get(url, { limits: { decodedBytes: 50 } }))).toMatchObject({ reason: "too_large" });
  });
});

describe("a streamed body", () => {
  test("arrives decoded, and past the limit for collected ones", async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `${i},${Math.sin(i)}\n`).join("");
    const server = await run(
      httpServer((_request, response) => response.setHeader("content-encoding", "gzip").end(gzipSync(rows))),
    );
    const answer = await outboundTo([server], { limits: { decodedBytes: 10 } }).stream(
      get(`http://api.test:${server.port}/`),
    );
    if (!answer.ok) throw new Error(answer.reason);
    let seen = "";
    for await (const chunk of answer.body) seen += Buffer.from(chunk).toString();
    expect(seen).toBe(rows);
  });

  test("that fails midway throws its failure", async () => {
    const body = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf";
    const server = await run(rawServer((socket) => socket.once("data", () => socket.end(body))));
    const answer = await outboundTo([server]).stream(get(`http://api.test:${server.port}/`));
    if (!answer.ok) throw new Error(answer.reason);
    const reading = (async () => {
      for await (const _ of answer.body);
    })();
    await expect(reading).rejects.toBeInstanceOf(OutboundStreamError);
    await expect(reading).rejects.toMatchObject({ failure: { reason: "network", retryable: true } });
  });

  test("that is left early closes its connection", async () => {
    let closed = false;
    const server = await run(
      httpServer((_request, response) => {
        response.on("close", () => (closed = true));
        const more = () => response.write(Buffer.alloc(65_536), () => setImmediate(more));
        more();
      }),
    );
    const answer = await outboundTo([server]).stream(get(`http://api.test:${server.port}/`));
    if (!answer.ok) throw new Error(answer.reason);
    for await (const _ of answer.body) break;
    await vi.waitFor(() => expect(closed).toBe(true));
  });
});

describe("secrets", () => {
  test("in a host's name are not in what is told", async () => {
    const outbound = createOutbound({ allow: [], userAgent: "t", resolver: () => Promise.reject(new Error("no")) });
    const answer = await outbound.send(get("https://canary-1234.example.com/", { secrets: ["canary-1234"] }));
    expect(answer).toMatchObject({ finding: { facts: { host: "[redacted].example.com" } } });
    expect(JSON.stringify(answer)).not.toContain("canary-1234");
  });
});

describe("the sandbox", () => {
  test("is refused with a clear sentence where it is switched off", async () => {
    const outbound = createOutbound({ allow: [], userAgent: "t" });
    const answer = await outbound.send(get("http://sandbox.invalid/v1/stations"));
    expect(answer).toMatchObject({ reason: "refused_by_policy", finding: { code: "sandbox-off" } });
  });
});
