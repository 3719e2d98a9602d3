import type { Readable } from "node:stream";

/** A small body as text; null if it is not UTF-8. */
export async function readText(body: Readable, maxBytes: number): Promise<string | "too-large" | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return "too-large";
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    return null;
  }
}
