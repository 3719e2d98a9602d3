/** No address of ours has a longer path, or one of more parts. */
const MOST_CHARACTERS = 2_000;
const MOST_PARTS = 16;
/** Parts of all pages that a script of Remix asks about at once: as many as the links of a long list have. */
const MOST_ASKED_PARTS = 400;

/**
 * Whether a path, or those of pages that `/__manifest?p=…&p=…` asks about, may be matched with the routes. Remix matches
 * each beginning of a path with every route: 7,500 parts would take half a minute.
 */
export function isWithinPathBudget(path: string, query: string): boolean {
  if (!isLikely(path)) return false;
  if (path !== "/__manifest") return true;
  const asked = new URLSearchParams(query).getAll("p");
  return asked.every(isLikely) && asked.reduce((sum, each) => sum + partsOf(each), 0) <= MOST_ASKED_PARTS;
}

function isLikely(path: string): boolean {
  return path.length <= MOST_CHARACTERS && partsOf(path) <= MOST_PARTS;
}

function partsOf(path: string): number {
  return path.split("/").length - 1;
}
