import type { KeptPage } from "./kept-page.ts";

export type PageCacheLimits = { readonly pages: number; readonly bytes: number; readonly bytesOfPage: number };

/** Some hundred pages of a catalogue, and as many searches. */
export const PAGE_CACHE: PageCacheLimits = { pages: 300, bytes: 30_000_000, bytesOfPage: 2_000_000 };

/** Pages of one state of the read models each; those that were asked for least recently go first. */
export function createPageCache(limits: PageCacheLimits = PAGE_CACHE) {
  const entries = new Map<string, { readonly state: string; readonly page: KeptPage }>();
  let [bytes, hits, misses] = [0, 0, 0];
  const remove = (key: string): void => {
    bytes -= entries.get(key)?.page.bytes ?? 0;
    entries.delete(key);
  };
  return {
    /** The page at this key if it shows this state; one of another state is removed. */
    get(key: string, state: string): KeptPage | null {
      const found = entries.get(key);
      if (found?.state !== state) {
        misses += 1;
        remove(key);
        return null;
      }
      hits += 1;
      entries.delete(key);
      entries.set(key, found);
      return found.page;
    },
    put(key: string, state: string, page: KeptPage): void {
      remove(key);
      if (page.bytes > limits.bytesOfPage) return;
      entries.set(key, { state, page });
      bytes += page.bytes;
      for (const oldest of entries.keys()) {
        if (entries.size <= limits.pages && bytes <= limits.bytes) return;
        remove(oldest);
      }
    },
    /** What it holds, and how often a page was found or not. */
    use: () => ({ pages: entries.size, bytes, hits, misses }),
  };
}

export type PageCache = ReturnType<typeof createPageCache>;
