/** The newest event of a stream. */
export type StreamHead = { readonly revision: number; readonly hash: string };

/**
 * The heads of the streams that were written last. `trim` leaves the newest `most` of them, so that memory does not grow
 * with streams.
 */
export function recentHeads(most: number) {
  const heads = new Map<string, StreamHead>();
  return {
    get: (stream: string): StreamHead | undefined => heads.get(stream),
    set(stream: string, head: StreamHead): void {
      heads.delete(stream);
      heads.set(stream, head);
    },
    trim(): void {
      for (const stream of heads.keys()) {
        if (heads.size <= most) return;
        heads.delete(stream);
      }
    },
    size: (): number => heads.size,
  };
}
