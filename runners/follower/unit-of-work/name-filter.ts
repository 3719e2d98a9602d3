/** Bits of a filter: 1 MiB. With 800,000 names one question in a hundred is answered wrongly with yes. */
const BITS = 2 ** 23;
const PROBES = 4;

/**
 * A Bloom filter (https://en.wikipedia.org/wiki/Bloom_filter): names that were added are always found, others nearly
 * never. Its memory does not grow with the names.
 */
export class NameFilter {
  private words: Uint32Array | undefined;

  add(name: string): void {
    const words = (this.words ??= new Uint32Array(BITS / 32));
    const [first, step] = hashesOf(name);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (first + probe * step) % BITS;
      words[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  mayHave(name: string): boolean {
    if (!this.words) return false;
    const [first, step] = hashesOf(name);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (first + probe * step) % BITS;
      if ((this.words[bit >>> 5]! & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** Two hashes (FNV-1a with different primes) of a text. */
function hashesOf(text: string): readonly [number, number] {
  let one = 0x811c9dc5;
  let two = 0x9e3779b1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x85ebca6b);
  }
  // The last step mixes high bits into the low ones that choose a bit.
  return [(one ^ (one >>> 15)) >>> 0, ((two ^ (two >>> 13)) | 1) >>> 0];
}
