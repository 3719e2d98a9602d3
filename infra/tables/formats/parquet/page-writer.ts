import { constants, zstdCompressSync } from "node:zlib";
import type { Encoding, PageHeader } from "hyparquet";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { GrowingBytes } from "./growing-bytes.ts";

const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1 };

export type DataPage = {
  readonly encoding: Encoding;
  readonly rows: number;
  readonly nulls: number;
  /** Which rows have a value, not compressed. */
  readonly levels: Uint8Array;
  readonly values: Uint8Array;
};

/** The pages of one column in one row group, compressed one by one. */
export class PageWriter {
  readonly bytes = new GrowingBytes();
  /** Of the pages as if they were not compressed. */
  plainBytes = 0;
  readonly #header = new ByteWriter();

  dictionary(values: Uint8Array, count: number): void {
    const none = new Uint8Array(0);
    this.#put(none, values, (compressedBytes) => ({
      type: "DICTIONARY_PAGE",
      uncompressed_page_size: values.length,
      compressed_page_size: compressedBytes,
      dictionary_page_header: { num_values: count, encoding: "PLAIN" },
    }));
  }

  data({ encoding, rows, nulls, levels, values }: DataPage): void {
    this.#put(levels, values, (compressedBytes) => ({
      type: "DATA_PAGE_V2",
      uncompressed_page_size: levels.length + values.length,
      compressed_page_size: levels.length + compressedBytes,
      data_page_header_v2: {
        ...{ num_values: rows, num_nulls: nulls, num_rows: rows, encoding, is_compressed: true },
        ...{ definition_levels_byte_length: levels.length, repetition_levels_byte_length: 0 },
      },
    }));
  }

  /** Adds a page: its header, the levels as they are, and the values compressed. */
  #put(levels: Uint8Array, values: Uint8Array, headerOf: (compressedBytes: number) => PageHeader): void {
    // Room for the whole answer, which is then in memory of its own.
    const chunkSize = Math.ceil(values.length * 1.01) + Buffer.poolSize;
    const compressed = zstdCompressSync(values, { params: PARAMS, chunkSize });
    this.#header.index = 0;
    writePageHeader(this.#header, headerOf(compressed.length));
    const header = this.#header.getBytes();
    this.plainBytes += header.length + levels.length + values.length;
    for (const part of [header, levels, compressed]) this.bytes.append(part);
    // Frees its memory now: the collector, which sees little garbage in the heap, would come late.
    compressed.buffer.transfer(0);
  }

  clear(kept: number): void {
    this.bytes.clear(kept);
    this.plainBytes = 0;
  }
}
