/** The lines with bytes outside ASCII, up to 64 kB: the input of the detector. */
export class ForeignLines {
  readonly #kept: Buffer[] = [];
  #size = 0;

  get enough(): boolean {
    return this.#size > 65_536;
  }

  add(chunk: Uint8Array): void {
    let from = 0;
    while (from < chunk.length && !this.enough) {
      const at = chunk.subarray(from).findIndex((byte) => byte > 0x7f);
      if (at < 0) return;
      const start = chunk.lastIndexOf(0x0a, from + at) + 1;
      const lineEnd = chunk.indexOf(0x0a, from + at);
      const end = Math.min(lineEnd < 0 ? chunk.length : lineEnd + 1, start + 4096);
      this.#kept.push(Buffer.from(chunk.subarray(Math.max(start, from), Math.max(end, from + at + 1))));
      this.#size += end - start;
      from = Math.max(end, from + at + 1);
    }
  }

  all(): Buffer {
    return Buffer.concat(this.#kept);
  }
}
