/** Bits of a filter: 1 MiB. With 800,000 names one question in fifty is answered wrongly with yes. */
const BITS = 2 ** 23;
const PROBES = 4;

/**
 * A Bloom filter (https://en.wikipedia.org/wiki/Bloom_filter) of names in lists: names that were added are always found,
 * others nearly never. Its memory does not grow with the names.
 */
export class NameFilter {
  private words: Uint32Array | undefined;

  add(list: string, name: string): void {
    const words = (this.words ??= new Uint32Array(BITS / 32));
    const first = hashOf(list, name);
    const step = stepOf(first);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (first + probe * step) % BITS;
      words[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  mayHave(list: string, name: string): boolean {
    const { words } = this;
    if (!words) return false;
    const first = hashOf(list, name);
    const step = stepOf(first);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (first + probe * step) % BITS;
      if ((words[bit >>> 5]! & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** FNV-1a. */
function hashOf(list: string, name: string): number {
  return mixed(hashed(name, hashed(list, 0x811c9dc5)));
}

function hashed(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Odd, so that the probes of a name are different bits. */
const stepOf = (hash: number): number => (mixed(hash ^ 0x9e3779b9) | 1) >>> 0;

/** Spreads every bit over all others, as the end of MurmurHash3 does. */
function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return (whole ^ (whole >>> 16)) >>> 0;
}
