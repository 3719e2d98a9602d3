import { text } from "node:stream/consumers";
import { httpServer } from "#testing/servers/outbound-servers.ts";

/** A post of a webhook. */
export type ReceivedPost = { readonly headers: Record<string, string>; readonly body: string };

/** A server beside the product whose answers a scenario sets by path. */
export type RemoteApi = {
  readonly port: number;
  /** Makes this path return these rows. */
  answer(path: string, rows: readonly object[]): void;
  /** Makes this path return this text. */
  serve(path: string, text: string): void;
  /** Makes requests to this path wait for their answer. */
  holdBack(path: string): void;
  /** Makes this path and those under it require this key. */
  lock(path: string, key: string): void;
  /** Makes this path answer 404. */
  forget(path: string): void;
  /** How many requests this path has received. */
  asked(path: string): number;
  /** The posts that this path has received. */
  received(path: string): readonly ReceivedPost[];
  /** The URL of a path, as a connector calls it. */
  url(path: string): string;
  close(): Promise<void>;
};

export async function openRemoteApi(): Promise<RemoteApi> {
  const answers = new Map<string, string | undefined>();
  const held = new Map<string, (() => void)[]>();
  const keys = new Map<string, string>();
  const asked = new Map<string, number>();
  const posts = new Map<string, ReceivedPost[]>();
  const server = await httpServer((request, response) => {
    const path = request.url ?? "";
    asked.set(path, (asked.get(path) ?? 0) + 1);
    if (request.method === "POST")
      void text(request).then((body) => {
        const post = { headers: request.headers as Record<string, string>, body };
        posts.set(path, [...(posts.get(path) ?? []), post]);
      });
    const { authorization, "x-api-key": apiKey } = request.headers;
    const key = keys.get(`/${path.split("/")[1]}`);
    const answer = () => {
      if (key !== undefined && authorization !== `Bearer ${key}` && apiKey !== key)
        return void response
          .writeHead(401, { "content-type": "application/json" })
          .end('{"error":"The key is wrong."}');
      const body = answers.get(path);
      response.statusCode = body === undefined ? 404 : 200;
      response.setHeader("content-type", "application/json").end(body ?? '{"error":"There is nothing here."}');
    };
    const waiting = held.get(path);
    if (waiting) waiting.push(answer);
    else answer();
  });
  const set = (path: string, body: string | undefined) => {
    answers.set(path, body);
    for (const answer of held.get(path) ?? []) answer();
    held.delete(path);
  };
  return {
    port: server.port,
    answer: (path, rows) => set(path, JSON.stringify(rows)),
    serve: set,
    holdBack: (path) => void held.set(path, []),
    lock: (path, key) => void keys.set(path, key),
    forget: (path) => set(path, undefined),
    asked: (path) => asked.get(path) ?? 0,
    received: (path) => posts.get(path) ?? [],
    url: (path) => `http://127.0.0.1:${server.port}${path}`,
    close: () => server.close(),
  };
}
