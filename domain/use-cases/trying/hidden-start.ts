/** The longest secret that is stored, in characters. */
const LONGEST_SECRET = 16_000;

/**
 * A text without secrets of which only the start was read: its end may lie within a secret, which nothing finds there. So
 * only that is left which does not depend on where the text was cut.
 */
export function hiddenStart(start: string, hide: (text: string) => string): string {
  const [longer, shorter] = [hide(start), hide(start.slice(0, Math.max(0, start.length - LONGEST_SECRET)))];
  let same = 0;
  while (same < shorter.length && longer[same] === shorter[same]) same += 1;
  return shorter.slice(0, same);
}
