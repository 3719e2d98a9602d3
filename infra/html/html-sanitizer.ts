import type { HtmlSanitizer } from "#domain/core/ports/work-ports.ts";
import { boundedThread } from "../threads/bounded-thread.ts";
import { remembered } from "../threads/remembered.ts";

type Options = { readonly mostMs?: number; readonly idleMs?: number };

const MOST_MS = 10_000;
const MAX_MEMORY_MB = 256;
/** Texts that are remembered with what they became, and their characters together. */
const MOST_REMEMBERED = 100;
const MOST_REMEMBERED_CHARS = 4_000_000;

/**
 * Sanitises HTML with DOMPurify. It needs a DOM, which takes 400 ms and 70 MB to load, and deeply nested HTML takes it
 * seconds: so it works in a thread of its own. The last results are remembered.
 */
export function createHtmlSanitizer({ mostMs = MOST_MS, idleMs }: Options = {}): HtmlSanitizer {
  const thread = boundedThread<string, string | null>({
    ...{ script: new URL("./html-thread.ts", import.meta.url), mostMs, mostMemoryMb: MAX_MEMORY_MB },
    ...(idleMs === undefined ? {} : { idleMs }),
  });
  const known = remembered<string | null>({
    ...{ most: MOST_REMEMBERED, mostChars: MOST_REMEMBERED_CHARS },
    charsOf: (clean) => clean?.length ?? null,
  });
  return { sanitize: (html) => known.of(html, () => thread.run(html)) };
}
