const MAX_BYTES = 63;
/** Names that a stored row has of its own, and the system columns of Postgres. */
const RESERVED = new Set(["_run_id", "_row_id", "ctid", "xmin", "xmax", "cmin", "cmax", "tableoid", "oid"]);

/**
 * Gives labels safe, unique physical names, in their order: letters, digits and underscores of any script, lower
 * case, at most 63 bytes. Names given before (`taken`, label to name) stay, so that a column keeps its name from run
 * to run. Twins are numbered.
 */
export function nameColumns(labels: Iterable<string>, taken: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const names = new Map(taken);
  const used = new Set(taken.values());
  for (const label of labels) {
    if (names.has(label)) continue;
    const wanted = safeName(label);
    let name = wanted;
    for (let number = 2; used.has(name) || RESERVED.has(name); number++) {
      const suffix = `_${number}`;
      name = cutToBytes(wanted, MAX_BYTES - suffix.length) + suffix;
    }
    used.add(name);
    names.set(label, name);
  }
  return names;
}

function safeName(label: string): string {
  const name = label
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}_]+/gu, "_")
    .replace(/^_+(?=[^_])|_+$/g, "");
  const named = name === "" || /^_+$/.test(name) ? "column" : /^\p{Nd}/u.test(name) ? `_${name}` : name;
  return cutToBytes(named, MAX_BYTES);
}

/** Cuts a text to a number of UTF-8 bytes without splitting a character. */
function cutToBytes(text: string, bytes: number): string {
  const encoder = new TextEncoder();
  let size = 0;
  let cut = "";
  for (const char of text) {
    size += encoder.encode(char).length;
    if (size > bytes) break;
    cut += char;
  }
  return cut;
}
