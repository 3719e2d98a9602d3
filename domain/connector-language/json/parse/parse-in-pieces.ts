import { type Json, type JsonObject, type JsonParse, parseScanned, startScan, type ScannedJson } from "../json.ts";
import type { Container, Cut, Token } from "./json-scan.ts";

/** Characters parsed without a pause: some milliseconds. */
const PIECE_CHARS = 256 * 1024;
/** Scanning is faster than parsing. */
const SCANNED_CHARS = 1024 * 1024;

/**
 * `parseJson` for a text of any size: calls `pause` after each piece to yield to other work. The text is divided at
 * commas; each piece is closed with the brackets that are open there, parsed, and joined to the value before it.
 */
export async function parseJsonInPieces(
  text: string,
  pause: () => Promise<void>,
  pieceChars = PIECE_CHARS,
): Promise<JsonParse> {
  const scanned = startScan(text, { pieceChars });
  const { source, scan } = scanned;
  for (let from = 0; from < source.length; from += SCANNED_CHARS) {
    if (from > 0) await pause();
    scan.to(from + SCANNED_CHARS);
  }
  if (scan.fault !== null || scan.cuts.length === 0 || scan.hasTwins) return parseScanned(scanned);
  return joinPieces(scanned, pause);
}

async function joinPieces(scanned: ScannedJson, pause: () => Promise<void>): Promise<JsonParse> {
  const { source, scan } = scanned;
  let whole: JsonParse | null = null;
  let before: Cut = { comma: -1, open: [] };
  let lossyAt = 0;
  for (const cut of [...scan.cuts, { comma: source.length, open: [] }]) {
    if (whole !== null) await pause();
    const lossy: Token[] = [];
    for (let token = scan.lossy[lossyAt]; token && token.end <= cut.comma; token = scan.lossy[++lossyAt])
      lossy.push(token);
    const piece = parseScanned(scanned, {
      opening: before.open.map(opened).join(""),
      start: before.comma + 1,
      end: cut.comma,
      closing: cut.open.map(closed).reverse().join(""),
      lossy,
    });
    if (!piece.ok) return piece;
    if (whole === null) whole = piece;
    else join(whole.value, piece.value, before.open);
    before = cut;
  }
  return whole!;
}

const opened = ({ isArray, key }: Container): string => (isArray ? "[" : key === null ? "{" : `{${key}:`);
const closed = ({ isArray }: Container): string => (isArray ? "]" : "}");

/** Adds a piece to the value before it, along the arrays and objects that were open between the two. */
function join(value: Json, piece: Json, open: readonly Container[]): void {
  let [into, from] = [value, piece];
  for (const [level, { isArray, key }] of open.entries()) {
    const isInnermost = level === open.length - 1;
    if (isArray) {
      const [list, added] = [into as Json[], from as Json[]];
      const last = list.length - 1;
      for (let index = isInnermost ? 0 : 1; index < added.length; index++) list.push(added[index] as Json);
      [into, from] = [list[last] as Json, added[0] as Json];
    } else {
      const [object, added] = [into as JsonObject, from as JsonObject];
      const shared = key === null ? null : (JSON.parse(key) as string);
      for (const name of Object.keys(added)) if (name !== shared) setOwn(object, name, added[name] as Json);
      if (shared !== null) [into, from] = [object[shared] as Json, added[shared] as Json];
    }
  }
}

/** Like JSON.parse: `__proto__` is a key like any other. */
function setOwn(object: JsonObject, name: string, value: Json): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}
