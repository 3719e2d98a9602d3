import { get, type IncomingMessage } from "node:http";
import { createGunzip } from "node:zlib";
import type { OwnCalls } from "#app/platform.ts";

/** Calls this server where it listens: a proxy in front of it may not be reachable from here. */
export function createOwnCalls({ host, port }: { readonly host: string; readonly port: number }): OwnCalls {
  const at = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return {
    async get(path, headers, { onChunk, maxBytes, withinMs }) {
      const began = performance.now();
      const since = () => Math.round(performance.now() - began);
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const request = get({ host: at, port, path, headers, agent: false }, resolve).once("error", reject);
        setTimeout(() => request.destroy(new Error("This server did not answer in time")), withinMs).unref();
      });
      let [bytes, firstByteMs] = [0, since()];
      response.on("data", (chunk: Buffer) => {
        if (bytes === 0) firstByteMs = since();
        bytes += chunk.length;
      });
      const body = response.headers["content-encoding"] === "gzip" ? response.pipe(createGunzip()) : response;
      let whole = true;
      try {
        for await (const chunk of body) {
          onChunk(chunk as Buffer);
          if (bytes < maxBytes && since() < withinMs) continue;
          whole = false;
          break;
        }
      } catch {
        // Cut by the time limit, or by the server midway.
        whole = false;
      }
      response.destroy();
      const total = response.headers["x-total-count"];
      return {
        status: response.statusCode ?? 0,
        contentType: response.headers["content-type"] ?? "",
        total: typeof total === "string" ? Number(total) : null,
        ...{ firstByteMs, ms: since(), bytes, whole },
      };
    },
  };
}
