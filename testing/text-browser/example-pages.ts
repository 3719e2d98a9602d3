import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { httpServer } from "../servers/outbound-servers.ts";

/** What a server got of a browser: the address, and the fields in their order. A file is its name, type and text. */
export type Received = {
  readonly asked: string;
  readonly type: string;
  readonly site: string;
  readonly cookie: string;
  readonly fields: readonly (readonly [string, string])[];
};

/** A server of these pages by path. Every other path answers with what it received, which `received` lists too. */
export async function exampleServer(pages: Readonly<Record<string, string>>) {
  const received: Received[] = [];
  const server = await httpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://server.test");
    const status = Number(searchParams.get("status") ?? 0);
    void read(request).then((what) => {
      if (pages[pathname] === undefined && !pathname.endsWith(".ico")) received.push(what);
      const to = searchParams.get("to");
      const cookies = searchParams.getAll("set");
      if (cookies.length > 0) response.setHeader("set-cookie", cookies);
      if (to !== null) return response.writeHead(status, { location: to }).end();
      response.setHeader("content-type", "text/html; charset=utf-8");
      return response.end(`<!doctype html><title>x</title>${pages[pathname] ?? "<h1>Received</h1>"}`);
    });
  });
  return { origin: `http://127.0.0.1:${server.port}`, received, close: () => server.close() };
}

async function read(request: IncomingMessage): Promise<Received> {
  const { "content-type": type = "", "sec-fetch-site": site = "", cookie = "" } = request.headers;
  const body = await buffer(request);
  return {
    asked: `${request.method} ${request.url}`,
    type: type.replace(/boundary=.*/, "boundary"),
    site: String(site),
    cookie,
    fields: type === "" ? [] : await fieldsOf(type, body),
  };
}

async function fieldsOf(type: string, body: Buffer): Promise<[string, string][]> {
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const fields = [...form].map(async ([name, value]): Promise<[string, string]> => {
    return [name, typeof value === "string" ? value : `${value.name} (${value.type}): ${await value.text()}`];
  });
  return Promise.all(fields);
}
