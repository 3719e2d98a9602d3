import type { SendResponse } from "../response/send-response.ts";
import type { Turn } from "./in-order.ts";

/** Bytes of answers that the rounds whose turn has not come may hold together. */
const MOST_AHEAD = 32_000_000;

/** What one round may hold while others before it are being read. */
export interface RoundAhead {
  /** Resolves when a further request may go out. */
  ready(): Promise<void>;
  /** The answer: it, or the rest of one that comes in pieces, waits for the turn where the rounds ahead hold too much. */
  held(response: SendResponse): Promise<SendResponse>;
}

/** Rounds are asked several at a time and read in their order: without a bound, sixteen large answers would wait in memory. */
export function readAhead(): (turn: Turn) => RoundAhead {
  let used = 0;
  return (turn) => {
    let own = 0;
    void turn.come.then(() => (used -= own)).catch(() => undefined);
    const ready = async () => {
      if (!turn.here && used >= MOST_AHEAD) await turn.come;
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
