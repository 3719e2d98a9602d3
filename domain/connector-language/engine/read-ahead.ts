import type { SendResponse } from "../response/send-response.ts";
import type { Turn } from "./in-order.ts";

/** Total bytes of responses that rounds may buffer before their turn. */
const MAX_BYTES_AHEAD = 32_000_000;

/** What one round may buffer before its turn. */
export interface RoundAhead {
  /** Resolves when another request may be sent. */
  ready(): Promise<void>;
  /**
   * Returns the response; while the rounds ahead buffer too much, it, or the rest of a streamed one, waits for the
   * turn.
   */
  held(response: SendResponse): Promise<SendResponse>;
}

/**
 * Rounds are requested concurrently and read in order: without this limit, sixteen large responses would wait in
 * memory.
 */
export function readAhead(): (turn: Turn) => RoundAhead {
  let used = 0;
  return (turn) => {
    let own = 0;
    void turn.come.then(() => (used -= own)).catch(() => undefined);
    const ready = async () => {
      if (!turn.here && used >= MAX_BYTES_AHEAD) await turn.come;
    };
    const count = async (bytes: number) => {
      if (!turn.here) {
        own += bytes;
        used += bytes;
      }
      await ready();
    };
    async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
      for await (const chunk of chunks) {
        await count(chunk.length);
        yield chunk;
      }
    }
    return {
      ready,
      async held(response) {
        if (response.chunks !== undefined) return { ...response, chunks: counted(response.chunks) };
        await count(response.body.length);
        return response;
      },
    };
  };
}
