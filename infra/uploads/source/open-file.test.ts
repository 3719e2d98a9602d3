import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { httpServer, outboundTo } from "#testing/servers/outbound-servers.ts";
import { openFile } from "./open-file.ts";

/** What is opened at `path` of a server that other.test is too. */
async function opened(path: string, listener: RequestListener) {
  const server = await httpServer(listener);
  try {
    const outbound = outboundTo([server]);
    const found = await openFile(outbound, {
      url: `http://api.test:${server.port}${path}`,
      headers: [],
      signal: AbortSignal.timeout(20_000),
    });
    if (!found.ok) return found.failure;
    const chunks: Uint8Array[] = [];
    for await (const chunk of found.answer.body) chunks.push(chunk);
    return [found.answer.status, Buffer.concat(chunks).toString()];
  } finally {
    await server.close();
  }
}

test("redirects are followed, also to another host, as file stores send them", async () => {
  const file = await opened("/latest.csv", (request, response) => {
    if (request.url === "/latest.csv")
      return response.writeHead(302, { location: `http://other.test:${request.socket.localPort}/v2.csv` }).end();
    return response.end(`${request.headers.host?.split(":")[0]}${request.url}`);
  });
  expect(file).toEqual([200, "other.test/v2.csv"]);
});

test("a redirect to an address that may not be called is not followed", async () => {
  const failure = await opened("/latest.csv", (_request, response) =>
    response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data?token=x" }).end(),
  );
  const finding = { code: "address-not-public", facts: { host: "169.254.169.254" } };
  expect(failure).toEqual({ code: "source", facts: { finding } });
});

test("a host that redirects for ever is given up, and no fact holds the address", async () => {
  const failure = await opened("/secret-path.csv?key=s3cret", (_request, response) =>
    response.writeHead(302, { location: "/secret-path.csv?key=s3cret" }).end(),
  );
  expect(failure).toMatchObject({
    code: "source",
    facts: { finding: { code: "too-many-redirects", facts: { limit: 5 } } },
  });
  expect(JSON.stringify(failure)).not.toMatch(/s3cret|secret-path/);
});
