import { TILE_WIDTH } from "./tiles.ts";

/** A tile as its address names it; `width` below 256 for a partial one. */
export type TileAddress = { readonly n: number; readonly width: number };

const PARTIAL = /^(.+)\.p\/([1-9]\d{0,2})$/;

/** `x001/x234/067`, with `.p/<width>` behind it for a partial tile. */
export function tilePath({ n, width }: TileAddress): string {
  const digits = String(n);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, "0");
  const groups = padded.match(/\d{3}/g) ?? [];
  const last = groups.length - 1;
  const path = groups.map((group, at) => (at === last ? group : `x${group}`)).join("/");
  return width === TILE_WIDTH ? path : `${path}.p/${width}`;
}

/** The tile of a path; null unless it is written exactly as `tilePath` writes it. */
export function parseTilePath(path: string): TileAddress | null {
  const [, whole = path, partial] = PARTIAL.exec(path) ?? [];
  if (!/^(?:x\d{3}\/){0,4}\d{3}$/.test(whole)) return null;
  const address = { n: Number(whole.replaceAll(/[x/]/g, "")), width: partial ? Number(partial) : TILE_WIDTH };
  return tilePath(address) === path ? address : null;
}
