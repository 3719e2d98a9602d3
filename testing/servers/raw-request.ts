import { request } from "node:http";

/** An answer as it came over the wire: `fetch` would decompress it. */
export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/** Asks a server on this machine with these headers and no others. */
export function rawRequest(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    })
      .once("error", reject)
      .end();
  });
}
