const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** Counts the records of a CSV as its bytes come, the line of names not counted. */
export function recordCounter(): { readonly onChunk: (chunk: Uint8Array) => void; count(): number } {
  let [isQuoted, newlines, endsOpen] = [false, 0, false];
  return {
    onChunk(chunk) {
      for (const byte of chunk) {
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === NEWLINE && !isQuoted) newlines += 1;
      }
      endsOpen = chunk.length > 0 && chunk[chunk.length - 1] !== NEWLINE;
    },
    count: () => Math.max(0, newlines + (endsOpen ? 1 : 0) - 1),
  };
}
