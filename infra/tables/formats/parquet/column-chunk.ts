import type { ColumnChunk, Encoding, OffsetIndex, ParquetType } from "hyparquet";
import type { SchemaElement } from "hyparquet-writer";
import { unconvertMinMax } from "hyparquet-writer/src/unconvert.js";
import { GrowingBytes } from "./growing-bytes.ts";
import { PageWriter } from "./page-writer.ts";
import type { CellWriter } from "./parquet-cells.ts";
import { putRuns } from "./run-lengths.ts";
import { type Bounds, type BoundsFinder, boundsFinder } from "./value-bounds.ts";
import { ValueDictionary } from "./value-dictionary.ts";

const FIRST_ROWS = 1_024;
const LENGTH_BYTES = 4;

/** `offset` is from the first page of the column. */
type PageLocation = { readonly offset: number; readonly size: number; readonly firstRow: number };

/** What the end of the file tells about the column in this row group. */
export type WrittenChunk = { readonly chunk: ColumnChunk; readonly offsetIndex?: OffsetIndex };

/**
 * One column of a row group: a page is compressed as soon as it is full. As long as values recur they go to a dictionary
 * instead; when they turn out not to, the cells so far become pages. All room is used again for the next row group.
 */
export class ColumnChunkWriter {
  readonly #element: SchemaElement;
  readonly #write: CellWriter;
  readonly #pageBytes: number;
  readonly #dictionary: ValueDictionary;
  readonly #pages = new PageWriter();
  readonly #page = new GrowingBytes();
  readonly #runs = new GrowingBytes();
  readonly #levelRuns = new GrowingBytes();
  readonly #bounds: BoundsFinder;
  #isPlain = false;
  /** For each row of the page, or of all that is in the dictionary, whether it has a value. */
  #levels = new Uint8Array(FIRST_ROWS);
  #spareLevels = new Uint8Array(FIRST_ROWS);
  #rows = 0;
  #nulls = 0;
  #nullsBefore = 0;
  #firstRow = 0;
  #locations: PageLocation[] = [];
  #encoding: Encoding = "PLAIN";

  constructor(element: SchemaElement, write: CellWriter, pageBytes: number) {
    this.#element = element;
    this.#write = write;
    this.#pageBytes = pageBytes;
    this.#dictionary = new ValueDictionary(pageBytes);
    this.#bounds = boundsFinder(element);
    this.#isPlain = element.type === "BOOLEAN";
  }

  /** Adds a cell of COPY's text format. */
  add(rows: Buffer, from: number, to: number): void {
    this.#level(1);
    if (this.#isPlain) {
      this.#write(rows, from, to, this.#page);
      if (this.#page.length >= this.#pageBytes) this.#endPage();
      return;
    }
    const { values } = this.#dictionary;
    const start = values.length;
    this.#write(rows, from, to, values);
    if (!this.#dictionary.take(start)) this.#giveUpDictionary();
  }

  addNull(): void {
    this.#level(0);
    this.#nulls += 1;
  }

  /** Ends the row group, whose pages of this column begin at `at` of the file. They are valid until `restart`. */
  end(at: number): { readonly bytes: Uint8Array; readonly written: WrittenChunk } {
    if (!this.#isPlain && this.#dictionary.isWorthwhile()) this.#endDictionary();
    else {
      if (!this.#isPlain) this.#giveUpDictionary();
      if (this.#rows > 0) this.#endPage();
    }
    return { bytes: this.#pages.bytes.written(), written: this.#told(at) };
  }

  restart(): void {
    this.#isPlain = this.#element.type === "BOOLEAN";
    this.#dictionary.clear();
    this.#pages.clear(this.#pageBytes * 2);
    [this.#firstRow, this.#nullsBefore] = [0, 0];
    this.#locations = [];
  }

  #level(level: 0 | 1): void {
    if (this.#rows === this.#levels.length) {
      const more = new Uint8Array(this.#levels.length * 2);
      more.set(this.#levels);
      this.#levels = more;
    }
    this.#levels[this.#rows++] = level;
  }

  /** Writes the cells so far as plain ones. */
  #giveUpDictionary(): void {
    const [levels, rows] = [this.#levels, this.#rows];
    this.#isPlain = true;
    [this.#levels, this.#spareLevels] = [this.#spareLevels, levels];
    [this.#rows, this.#nulls] = [0, 0];
    let cell = 0;
    for (let row = 0; row < rows; row += 1) {
      if (levels[row] === 0) {
        this.addNull();
        continue;
      }
      this.#level(1);
      this.#dictionary.copyTo(this.#page, cell++);
      if (this.#page.length >= this.#pageBytes) this.#endPage();
    }
  }

  #endDictionary(): void {
    const { values, size, numbers, cells } = this.#dictionary;
    this.#bounds.add(values);
    this.#pages.dictionary(values.written(), size);
    const bits = this.#dictionary.bits();
    const page = this.#page;
    page.room(1);
    page.bytes[page.length++] = bits;
    putRuns(numbers, cells, bits, page);
    this.#putPage("RLE_DICTIONARY", page);
  }

  #endPage(): void {
    const page = this.#page;
    this.#bounds.add(page);
    if (this.#element.type !== "BOOLEAN") return this.#putPage("PLAIN", page);
    const runs = this.#runs;
    runs.clear(this.#pageBytes);
    runs.room(LENGTH_BYTES);
    runs.length = LENGTH_BYTES;
    putRuns(page.bytes, page.length, 1, runs);
    runs.view.setUint32(0, runs.length - LENGTH_BYTES, true);
    this.#putPage("RLE", runs);
  }

  #putPage(encoding: Encoding, values: GrowingBytes): void {
    const [rows, nulls, levels] = [this.#rows, this.#nulls, this.#levelRuns];
    levels.clear(this.#pageBytes);
    putRuns(this.#levels, rows, 1, levels);
    const offset = this.#pages.bytes.length;
    this.#pages.data({ encoding, rows, nulls, levels: levels.written(), values: values.written() });
    const size = this.#pages.bytes.length - offset;
    this.#locations.push({ offset, size, firstRow: this.#firstRow });
    this.#encoding = encoding;
    this.#firstRow += rows;
    this.#nullsBefore += nulls;
    [this.#rows, this.#nulls] = [0, 0];
    this.#page.clear(this.#pageBytes * 2);
  }

  /** What the end of the file says about the pages, which begin at `at` of the file. */
  #told(at: number): WrittenChunk {
    const { name, type } = this.#element;
    const encoding = this.#encoding;
    const isIndexed = encoding === "RLE_DICTIONARY";
    const [first] = this.#locations;
    const pages = { page_type: "DATA_PAGE_V2", encoding, count: this.#locations.length } as const;
    const dictionary = { page_type: "DICTIONARY_PAGE", encoding: "PLAIN", count: 1 } as const;
    return {
      chunk: {
        file_offset: BigInt(at),
        meta_data: {
          type: type as ParquetType,
          encodings: isIndexed ? ["PLAIN", encoding] : [encoding],
          path_in_schema: [name],
          codec: "ZSTD",
          num_values: BigInt(this.#firstRow),
          total_compressed_size: BigInt(this.#pages.bytes.length),
          total_uncompressed_size: BigInt(this.#pages.plainBytes),
          data_page_offset: BigInt(at + (first?.offset ?? 0)),
          ...(isIndexed && { dictionary_page_offset: BigInt(at) }),
          statistics: { null_count: BigInt(this.#nullsBefore), ...shortened(this.#bounds.taken(), this.#element) },
          encoding_stats: isIndexed ? [dictionary, pages] : [pages],
        },
      },
      ...(this.#locations.length > 1 && {
        offsetIndex: {
          page_locations: this.#locations.map((page) => ({
            offset: BigInt(at + page.offset),
            compressed_page_size: page.size,
            first_row_index: BigInt(page.firstRow),
          })),
        },
      }),
    };
  }
}

/** Bounds as short as they may be: they are kept until the end of the file. */
function shortened({ min_value, max_value, nan_count }: Bounds, element: SchemaElement) {
  const short = (bound: Bounds["min_value"], isMax: boolean) =>
    bound instanceof Uint8Array ? unconvertMinMax(bound, element, isMax) : bound;
  const [min, max] = [short(min_value, false), short(max_value, true)];
  return {
    ...{ min_value: min, max_value: max, nan_count },
    ...(min !== min_value && { is_min_value_exact: false }),
    ...(max !== max_value && { is_max_value_exact: false }),
  };
}
