import { finding } from "../core/findings/finding.ts";
import { cleanText, type ImportLoss, lossAt, type NotImported } from "./imported.ts";

/** Most operations of a connector. */
export const MAX_OPERATIONS = 100;

/** Of a source: how it is called, what it lists (`stream`), and what is said of what it does not list. */
type Source = { readonly source: string; readonly one: string; readonly which?: string };

/** Finds what was asked for by name, each once, or refuses: a name that is not there, none, or too many. */
export function wantedOnes<T>(
  names: readonly string[],
  find: (name: string) => T | undefined,
  { source, one, which = "" }: Source,
): T[] | NotImported {
  const wanted = new Set<T>();
  for (const name of new Set(names)) {
    const found = find(name);
    if (found === undefined)
      return { ok: false, message: `${source} has no ${one} "${cleanText(name, 120)}"${which}.` };
    wanted.add(found);
  }
  if (wanted.size === 0) return { ok: false, message: `Choose at least one ${one}.` };
  return wanted.size > MAX_OPERATIONS
    ? { ok: false, message: `A connector has at most ${MAX_OPERATIONS} operations. Choose fewer.` }
    : [...wanted];
}

/** Takes as many as a connector may have; each of the others is a loss at its place. */
export function firstOnes<T>(all: readonly T[], place: (each: T) => string, feature: string, lost: ImportLoss[]): T[] {
  for (const each of all.slice(MAX_OPERATIONS))
    lost.push(lossAt(place(each), feature, finding("operations-too-many", { limit: MAX_OPERATIONS })));
  return all.slice(0, MAX_OPERATIONS);
}
