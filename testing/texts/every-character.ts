const LAST = 0x10ffff;

/**
 * Every code point of Unicode up to `last` and every half of one, in parts of so many. Halves have a blank after them,
 * which keeps them from becoming whole characters.
 */
export function everyCharacter(inEach: number, last = LAST): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from <= last; from += inEach) {
    const points = Array.from({ length: Math.min(inEach, last + 1 - from) }, (_, at) => from + at);
    parts.push(points.map(characterOf).join(""));
  }
  return parts;
}

function characterOf(point: number): string {
  return `${String.fromCodePoint(point)}${point >= 0xd800 && point <= 0xdfff ? " " : ""}`;
}
