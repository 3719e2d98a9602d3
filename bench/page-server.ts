import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * An API in a process of its own, started by fork: `/<pages>` is a list of so many pages, 100 rows each, reached by
 * `cursor`. Sends its port to its parent and ends with it. Its answers are prepared, so that it uses little of the
 * machine.
 */
const ROWS = 100;

const bodies = new Map<string, Buffer>();

function bodyOf(page: number, pages: number): Buffer {
  const key = `${page}/${pages}`;
  const known = bodies.get(key);
  if (known) return known;
  const data = Array.from({ length: ROWS }, (_, index) => recordOf(page * ROWS + index + 1));
  const body = Buffer.from(JSON.stringify({ data, next_cursor: page + 1 < pages ? String(page + 1) : null }));
  bodies.set(key, body);
  return body;
}

function recordOf(n: number) {
  return {
    id: n,
    title: `Order ${n} of the week, "as delivered"`,
    status: ["open", "paid", "sent", "closed"][n % 4],
    amount: Math.round((n * 7919) % 100_000) / 100,
    paid: n % 3 === 0,
    created_at: new Date(1_700_000_000_000 + n * 60_000).toISOString(),
    customer: { id: n % 997, name: `Customer ${n % 997}`, city: ["Zürich", "Bern", "Basel"][n % 3] },
    tags: n % 5 === 0 ? ["late", "checked"] : [],
    note: n % 2 === 0 ? null : `Handed over at gate ${n % 17}`,
  };
}

for (const pages of process.argv.slice(2).map(Number)) for (let page = 0; page < pages; page += 1) bodyOf(page, pages);

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://localhost");
  const body = bodyOf(Number(url.searchParams.get("cursor") ?? "0"), Number(url.pathname.slice(1)));
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit(0));
