import type { Readable } from "node:stream";

export type TextRead =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: "size" | "encoding" };

/** A small body as text. */
export async function readText(body: Readable, maxBytes: number): Promise<TextRead> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return { ok: false, why: "size" };
    chunks.push(chunk);
  }
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { ok: false, why: "encoding" };
  }
}
