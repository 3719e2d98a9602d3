/**
 * A body that reports when it is over: read to its end, failed or closed. A generator would not do: its `finally` is
 * skipped if it is closed before its first step.
 */
export function watchedBody(
  body: AsyncIterable<Uint8Array>,
  { onEnd, onError }: { readonly onEnd: () => void; readonly onError: (error: unknown) => unknown },
): AsyncIterable<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        try {
          const step = await chunks.next();
          if (step.done) onEnd();
          return step;
        } catch (error) {
          onEnd();
          throw onError(error);
        }
      },
      async return() {
        try {
          await chunks.return?.();
        } finally {
          onEnd();
        }
        return { done: true, value: undefined };
      },
    }),
  };
}
