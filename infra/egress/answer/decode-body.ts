import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { finding } from "#domain/core/findings/finding.ts";
import { badEncoding, bodyTooLarge, ratioTooHigh } from "../failures.ts";
import { OutboundStreamError, type OutboundFailure } from "../outbound-port.ts";

export type DecodeLimits = { readonly maxBytes: number; readonly ratio: number };

type Encoding = "gzip" | "deflate" | "br";
const ENCODING_NAMES: ReadonlyMap<string, Encoding> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "br"],
]);
/** Small responses may be very regular; a decompression bomb only matters from here on. */
const RATIO_CHECKED_FROM_BYTES = 1_000_000;

/** The encodings of a Content-Encoding header in the order in which they were applied. */
export function parseEncodings(header: string, host: string, max: number): readonly Encoding[] | OutboundFailure {
  const encodings: Encoding[] = [];
  for (const part of header.split(",")) {
    const name = part.trim().toLowerCase();
    if (name === "" || name === "identity") continue;
    const encoding = ENCODING_NAMES.get(name);
    if (encoding === undefined) return badEncoding(finding("encoding-unsupported", { host }));
    encodings.push(encoding);
  }
  return encodings.length > max ? badEncoding(finding("encoding-repeated", { host, limit: max })) : encodings;
}

/**
 * Decodes `received` chunk by chunk: memory is constant for any size of the decoded body. Every layer is measured, so
 * that a bomb inside a harmless last layer is stopped too. Throws `OutboundStreamError`; errors of `received` pass
 * through.
 */
export function decodeBody(
  received: AsyncIterable<Uint8Array>,
  encodings: readonly Encoding[],
  host: string,
  limits: DecodeLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const wire = { bytes: 0 };
  let layer = meter(received, (total) => {
    wire.bytes = total;
    if (total > limits.maxBytes) throw new OutboundStreamError(bodyTooLarge(host, limits.maxBytes));
  });
  for (const encoding of encodings.toReversed()) {
    layer = meter(unpack(layer, encoding, host), (total) => {
      if (total > limits.maxBytes) throw new OutboundStreamError(bodyTooLarge(host, limits.maxBytes));
      if (total > RATIO_CHECKED_FROM_BYTES && total > wire.bytes * limits.ratio) {
        throw new OutboundStreamError(ratioTooHigh(host, limits.ratio));
      }
    });
  }
  return layer;
}

async function* meter(
  source: AsyncIterable<Uint8Array>,
  check: (total: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let total = 0;
  for await (const chunk of source) {
    total += chunk.byteLength;
    check(total);
    yield chunk;
  }
}

async function* unpack(
  source: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  host: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let first = await iterator.next();
  while (!first.done && first.value.byteLength === 0) first = await iterator.next();
  if (first.done) return;
  const { value } = first;
  const packed = Readable.from(prepend(value, iterator), { objectMode: false });
  try {
    // Errors of any stage reach the reader through the last one.
    yield* pipeline(packed, decoder(encoding, value), () => {}) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw isZlibError(error) ? new OutboundStreamError(badEncoding(finding("encoding-damaged", { host }))) : error;
  }
}

async function* prepend(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

function decoder(encoding: Encoding, head: Uint8Array): Transform {
  switch (encoding) {
    case "gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    case "deflate":
      return hasZlibHeader(head) ? createInflate() : createInflateRaw();
  }
}

/**
 * "deflate" means zlib (RFC 9110), but some servers send raw deflate. RFC 1950, 2.2: method 8, header divisible by 31.
 */
function hasZlibHeader([first = 0, second]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (second === undefined || (first * 256 + second) % 31 === 0);
}

function isZlibError(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING|ERR_ZLIB)/.test(String(error.code));
}
