export type ByteOrderMark = { readonly encoding: string; readonly bytes: number };

/** The byte order mark at the head of a file, if any. */
export function byteOrderMark(head: Uint8Array): ByteOrderMark | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: "utf-8", bytes: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: "utf-16le", bytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: "utf-16be", bytes: 2 };
  return null;
}

/**
 * UTF-16 without a mark: zeros are most of its even or odd bytes, or those of its line ends at least, as in Cyrillic or
 * Japanese texts.
 */
export function utf16WithoutMark(head: Uint8Array): "utf-16le" | "utf-16be" | null {
  const looked = head.subarray(0, 4096);
  if (looked.length < 4) return null;
  const zeros = [0, 0];
  looked.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] as number) + 1;
  });
  const [even, odd] = zeros as [number, number];
  const half = looked.length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return "utf-16le";
  if (even > half * 0.4 && odd < half * 0.05) return "utf-16be";
  if (even === 0 && lineEndsAt(looked, 0) >= LEAST_LINE_ENDS) return "utf-16le";
  if (odd === 0 && lineEndsAt(looked, 1) >= LEAST_LINE_ENDS) return "utf-16be";
  return null;
}

const LEAST_LINE_ENDS = 2;

/** Line feeds that are the first (0) or second (1) byte of a pair whose other byte is zero. */
function lineEndsAt(bytes: Uint8Array, first: 0 | 1): number {
  let count = 0;
  for (let at = first; at < bytes.length; at += 2)
    if (bytes[at] === 0x0a && bytes[first === 0 ? at + 1 : at - 1] === 0) count += 1;
  return count;
}
