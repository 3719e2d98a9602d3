import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { OutboundStream } from "../outbound-port.ts";
import { get, httpServer, outboundTo, rawServer } from "#testing/servers/outbound-servers.ts";

const MB = 1_000_000;

test("a reader that is slow holds the other side up, and gets everything in the end", async () => {
  let sent = 0;
  const server = await httpServer((_request, response) => {
    void (async () => {
      for (; sent < 30 * MB; sent += MB)
        if (!response.write(Buffer.alloc(MB, sent / MB))) await once(response, "drain");
      response.end();
    })();
  });
  try {
    const { body } = (await outboundTo([server]).stream(get(`http://api.test:${server.port}/`))) as OutboundStream;
    const chunks = body[Symbol.asyncIterator]();
    let received = (await chunks.next()).value?.length as number;
    for (let before = -1; before !== sent; await sleep(200)) before = sent;
    expect(sent).toBeLessThan(20 * MB);
    for (let step = await chunks.next(); !step.done; step = await chunks.next()) {
      expect(step.value[0]).toBe(Math.floor(received / MB));
      received += step.value.length;
    }
    expect(received).toBe(30 * MB);
  } finally {
    await server.close();
  }
});

test("an answer in pieces of one byte comes to its reader in few", async () => {
  const bytes = 200_000;
  const raw = await rawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    socket.end("1\r\nx\r\n".repeat(bytes) + "0\r\n\r\n");
  });
  try {
    const { body } = (await outboundTo([raw]).stream(get(`http://api.test:${raw.port}/`))) as OutboundStream;
    let pieces = 0;
    let received = 0;
    for await (const piece of body) {
      pieces += 1;
      received += piece.length;
    }
    expect(received).toBe(bytes);
    expect(pieces).toBeLessThan(bytes / 20);
  } finally {
    await raw.close();
  }
});
