import { type Finding, finding } from "../../core/findings/finding.ts";

/** A response that cannot be read. */
export class UnreadableAnswer extends Error {
  readonly finding: Finding;
  constructor(found: Finding, options?: ErrorOptions) {
    super(found.code, options);
    this.finding = found;
  }
}

/**
 * Decompresses gzip, detected by its magic bytes (no text starts with them), whatever the headers say; passes anything
 * else through. Refuses more than `maxBytes` of decompressed bytes.
 */
export async function* gunzipped(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void> {
  const source = chunks[Symbol.asyncIterator]();
  try {
    const head = await firstBytes(source);
    const packed = head[0] === 0x1f && head[1] === 0x8b;
    let total = 0;
    for await (const chunk of packed ? unpack(head, source) : rejoined(head, source)) {
      total += chunk.length;
      if (total > maxBytes)
        throw new UnreadableAnswer(
          finding("answer-unpacks-too-large", { megabytes: Math.round(maxBytes / 1_000_000) }),
        );
      yield chunk;
    }
  } finally {
    await source.return?.();
  }
}

/** At least two bytes, or all there are. */
async function firstBytes(source: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head = new Uint8Array();
  while (head.length < 2) {
    const next = await source.next();
    if (next.done === true) return head;
    const joined = new Uint8Array(head.length + next.value.length);
    joined.set(head);
    joined.set(next.value, head.length);
    head = joined;
  }
  return head;
}

async function* rejoined(head: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  if (head.length > 0) yield head;
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
}

async function* unpack(head: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let broken: Error | null = null;
  const chunks = rejoined(head, source);
  const packed = new ReadableStream<BufferSource>({
    async pull(controller) {
      try {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(new Uint8Array(next.value));
      } catch (error) {
        broken = error instanceof Error ? error : new Error(String(error));
        controller.error(broken);
      }
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    // An error of the connection comes first, else the compression is at fault.
    throw broken ?? new UnreadableAnswer(finding("gzip-damaged", {}), { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** All bytes of a body, at most `maxBytes`. */
export async function collected(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    total += chunk.length;
    if (total > maxBytes)
      throw new UnreadableAnswer(finding("answer-too-large", { megabytes: Math.round(maxBytes / 1_000_000) }));
  }
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const all = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
