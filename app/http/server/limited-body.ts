import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import { ClientLeft } from "./departure.ts";
import { enterOrReplace, type SlowTransfers } from "./slow-transfers.ts";

/** Files that users download at a time, and the slow ones among them. */
export type Downloads = { readonly limit: ConcurrencyLimit; readonly slow: SlowTransfers };

/**
 * The body of a page's answer that is made while it is read. It holds a slot of the downloads until it ends, is left, is
 * cut because it was too slow and another needs the slot, or because `may` is no longer true. Null: there is no room.
 */
export function limitedBody<May>(
  texts: AsyncIterable<string>,
  { limit, slow }: Downloads,
  { owner, needs, may }: { readonly owner: string; readonly needs: (may: May) => void; readonly may: NoInfer<May> },
): ReadableStream<Uint8Array> | null {
  const release = enterOrReplace(limit, slow, owner);
  if (!release) return null;
  needs(may);
  const source = texts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let [bytes, waits] = [0, true];
  let cut = (): void => undefined;
  const over = slow.watch({ bytes: () => bytes, waits: () => waits, cut: () => cut() });
  const end = (): void => {
    over();
    release();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        cut = () => {
          end();
          controller.error(new ClientLeft());
        };
      },
      async pull(controller) {
        waits = false;
        try {
          const next = await source.next();
          if (next.done) {
            end();
            return controller.close();
          }
          const chunk = encoder.encode(next.value);
          bytes += chunk.length;
          controller.enqueue(chunk);
        } catch (error) {
          end();
          controller.error(error);
        } finally {
          waits = true;
        }
      },
      async cancel() {
        end();
        await source.return?.();
      },
    },
    // Nothing is made before it is asked for: what waits for the client is seen as such.
    { highWaterMark: 0 },
  );
}
