const MAX_DEPTH = 100;
const MAX_NODES = 1_000_000;

/**
 * The sentence that refuses a document because of its size or depth, or null. Walks without recursion; a shared object
 * counts each time it is used, so that an alias bomb is refused.
 */
export function sizeFault(value: unknown): string | null {
  const queue: [value: unknown, depth: number][] = [[value, 0]];
  let nodes = 0;
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    const [at, depth] = item;
    nodes += 1;
    if (depth > MAX_DEPTH) return `The document nests deeper than ${MAX_DEPTH} levels.`;
    if (nodes + queue.length > MAX_NODES) return "The document is too large.";
    if (typeof at === "object" && at !== null) for (const inner of Object.values(at)) queue.push([inner, depth + 1]);
  }
  return null;
}
