import { chmod, lstat, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { SandboxAnswer } from "./sandbox-answer.ts";
import { sandboxRoutes } from "./sandbox-routes.ts";

const MAX_BODY_BYTES = 65_536;

export type SandboxApi = { close(): Promise<void> };

/**
 * Serves the sandbox API on a Unix socket that only this user may open (mode 0600). Replaces a socket left by a killed
 * process; any other file at `socketPath` stays and the start fails. `socketPath`: at most about 100 bytes.
 */
export async function startSandboxApi({ socketPath }: { readonly socketPath: string }): Promise<SandboxApi> {
  const left = await lstat(socketPath).catch(() => null);
  if (left?.isSocket()) await rm(socketPath);
  const answerTo = sandboxRoutes(() => performance.now());
  const closing = new AbortController();
  const server = createServer((request, response) => {
    respond(request, response, answerTo, closing.signal).catch(() => response.destroy());
  });
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(socketPath, resolve));
  await chmod(socketPath, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answerTo: ReturnType<typeof sandboxRoutes>,
  closing: AbortSignal,
): Promise<void> {
  const url = URL.parse(request.url ?? "/", "http://sandbox.invalid");
  const body = await readBody(request);
  if (url === null || body === null) {
    send(response, { status: 400, body: JSON.stringify({ error: "The request is not valid, or too large." }) });
    return;
  }
  const answer = answerTo({
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    header: (name) => request.headers[name]?.toString(),
    body,
  });
  if (answer.delayMs !== undefined) await wait(answer.delayMs, undefined, { signal: closing });
  send(response, answer);
}

function send(response: ServerResponse, answer: SandboxAnswer): void {
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
    ...answer.headers,
  });
  if (answer.cut) response.write(body.subarray(0, body.length / 2), () => response.destroy());
  else response.end(body);
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
