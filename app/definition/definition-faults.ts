import { reviewDefinition } from "#domain/connector-language/validation/review-definition.ts";
import { type Outline, type OutlineEntry, type OutlineNode, outlineOf } from "./json-outline.ts";

/** A fault of a definition with its place in the text; lines and columns count from 1. */
export interface PlacedFault {
  from: number;
  to: number;
  line: number;
  column: number;
  /** The path of the fault, or null if the text is not JSON. */
  path: string | null;
  message: string;
}

const INVALID_JSON = "Invalid JSON in connector spec.";

/** Every fault of a definition's text, in the product's sentences, each with its place. */
export function definitionFaults(text: string): PlacedFault[] {
  const parsed = reviewDefinition(text);
  if (parsed.ok) return [];
  const outline = outlineOf(text);
  const placed = (from: number, to: number, path: string | null, message: string): PlacedFault => ({
    from,
    to,
    ...lineOf(text, from),
    path,
    message,
  });
  if (parsed.faults[0]?.message === INVALID_JSON) {
    const faults = outline.faults
      .slice(0, 20)
      .map(({ from, to, message }) => placed(from, to, null, `${INVALID_JSON} ${message}`));
    return faults.length > 0 ? faults : [placed(0, Math.min(1, text.length), null, INVALID_JSON)];
  }
  const faults = parsed.faults.map(({ path, message, ofName }) => {
    const { from, to } = rangeOf(outline, path, ofName === true);
    return placed(from, to, path, message);
  });
  return faults.toSorted((a, b) => a.from - b.from);
}

function lineOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

type Range = { from: number; to: number };
/** `whole`: the whole path was found; `name`: the range of the name at its end. */
type Found = Range & { whole: boolean; name: Range | null };

/**
 * The place of a fault's path, or the nearest one found. For a missing key of an operation it is the default at the top
 * level, if there is one.
 */
function rangeOf({ root }: Outline, path: string, ofName: boolean): Range {
  if (root === null) return { from: 0, to: 0 };
  const found = follow(root, path === "definition" ? "" : path);
  const top = /^operations\[\d+\]\.(.+)$/s.exec(path)?.[1];
  const general = !found.whole && top !== undefined ? follow(root, top) : null;
  const best = general?.whole ? general : found;
  const { from, to } = ofName && best.whole && best.name !== null ? best.name : best;
  return { from, to };
}

function follow(root: OutlineNode, path: string): Found {
  let node: OutlineNode | null = root;
  let rest = path;
  let range = { from: root.from, to: Math.min(root.from + 1, root.to) };
  let name: Range | null = null;
  while (rest !== "" && node !== null) {
    if (node.kind === "array") {
      const [whole = "", index = ""] = /^\[(\d+)\]/.exec(rest) ?? [];
      const item: OutlineNode | undefined = whole === "" ? undefined : node.items[Number(index)];
      if (item === undefined) return { ...range, name, whole: false };
      name = null;
      range = item.kind === "text" || item.kind === "word" ? item : { from: item.from, to: item.from + 1 };
      rest = rest.slice(whole.length);
      node = item;
    } else if (node.kind === "object") {
      const written = rest.replace(/^\./, "");
      // Names may contain dots: the longest match wins.
      const entry: OutlineEntry | undefined = node.entries
        .filter(({ key }) => written === key || written.startsWith(`${key}.`) || written.startsWith(`${key}[`))
        .toSorted((a, b) => b.key.length - a.key.length)[0];
      if (entry === undefined) return { ...range, name, whole: false };
      const scalar = entry.value?.kind === "text" || entry.value?.kind === "word" ? entry.value : null;
      rest = written.slice(entry.key.length);
      name = { from: entry.keyFrom, to: entry.keyTo };
      range =
        rest === "" && scalar !== null
          ? { from: scalar.from, to: scalar.to }
          : { from: entry.keyFrom, to: entry.keyTo };
      node = entry.value;
    } else return { ...range, name, whole: false };
  }
  return { from: range.from, to: range.to, name, whole: rest === "" };
}
