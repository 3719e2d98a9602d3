import { storableText } from "#domain/core/text/storable.ts";
import { cutText } from "#domain/core/text/text.ts";
import { damaged, overLimit } from "../file-fault.ts";

/** Nested lists and objects of a text, as elsewhere. */
export const MAX_DEPTH = 64;
/** Lists that a text may have outside of records. */
const MAX_LISTS = 1_000;
const MAX_KEY_BYTES = 100_000;
/** Fields beside lists whose names are kept, and characters of each. */
const MAX_FIELDS = 100;
const MAX_FIELD_CHARS = 300;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LF = 0x0a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** A list in a text: the keys that lead to it, how many items it has, and how many of those are objects or lists. */
export type JsonList = { readonly path: string; items: number; records: number };

/** Takes the text of an item of a list, and its number from 1. False: no more is wanted. */
type TakeItem = (text: Buffer, number: number) => boolean;

/**
 * Goes through a JSON text that comes in chunks, counts the items of lists that are in no other list, and gives those of
 * the list `path`. It looks at brackets, keys and strings only: whether an item is JSON is found by those who take it.
 */
export class JsonItems {
  readonly lists = new Map<string, JsonList>();
  /** The first fields that are in no list, by the keys that lead to them; how many there are. */
  readonly fields: string[] = [];
  fieldCount = 0;
  /** There is another value behind the first one. */
  isSequence = false;
  /** Lines begun, from 1. */
  line = 1;
  readonly #wanted: { readonly path: string; readonly take: TakeItem } | null;
  readonly #maxItemBytes: number;
  /** The brackets that are open outside of items. */
  readonly #open: { readonly list: JsonList | null; key: string; awaitsValue: boolean }[] = [];
  #state: "outside" | "key" | "item" = "outside";
  #inString = false;
  #escaped = false;
  /** Brackets that are open within the item. */
  #depth = 0;
  #key = "";
  /** What of the item or key was in earlier chunks. */
  #parts: Buffer[] = [];
  #kept = 0;
  #ended = false;
  #stopped = false;

  constructor(wanted: { path: string; take: TakeItem } | null, maxItemBytes: number) {
    this.#wanted = wanted;
    this.#maxItemBytes = maxItemBytes;
  }

  /** Reads a chunk. False: no more has to be read. */
  push(chunk: Buffer): boolean {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#inString) {
        at = this.#afterString(chunk, at);
        if (!this.#inString && this.#state === "key") this.#endKey(chunk.subarray(from, at));
        continue;
      }
      const byte = chunk[at] as number;
      if (byte === LF) this.line += 1;
      if (this.#state === "outside") {
        this.#outside(byte);
        // The state is another one if something begins here.
        if ((this.#state as string) !== "outside") from = at;
      } else if (this.#isEndOfItem(byte)) {
        this.#endItem(chunk.subarray(from, at));
        if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#close(byte);
      } else this.#inItem(byte);
      if (this.#stopped || this.isSequence) return false;
    }
    if (this.#state !== "outside") this.#keep(chunk.subarray(from));
    return true;
  }

  /** Ends the text, which must be complete. */
  end(): void {
    if (!this.#ended) throw damaged("json", this.line);
  }

  /** Where the string ends that is read, or the end of the chunk. */
  #afterString(chunk: Buffer, start: number): number {
    let at = start;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) {
        this.#inString = false;
        return at;
      }
    }
    return at;
  }

  #isEndOfItem(byte: number): boolean {
    return this.#depth === 0 && (byte === 0x2c || byte === CLOSE_LIST || byte === CLOSE_OBJECT);
  }

  #inItem(byte: number): void {
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth -= 1;
    if (this.#depth + this.#open.length > MAX_DEPTH) throw overLimit("depth", MAX_DEPTH);
  }

  #outside(byte: number): void {
    if (byte === 0x20 || byte === LF || byte === 0x0d || byte === 0x09 || byte === 0x2c) return;
    const parent = this.#open.at(-1);
    const isValue = parent?.awaitsValue === true;
    if (parent) parent.awaitsValue = false;
    if (this.#ended) this.isSequence = true;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#close(byte);
    else if (parent?.list) this.#beginItem(parent.list, byte);
    else if (byte === OPEN_LIST) this.#begin(this.#listHere());
    else if (byte === OPEN_OBJECT) this.#begin(null);
    else if (parent === undefined) throw damaged("json", this.line);
    else if (byte === 0x3a) {
      parent.key = this.#key;
      parent.awaitsValue = true;
    } else {
      if (isValue) this.#addField();
      if (byte !== QUOTE) return;
      this.#state = "key";
      this.#inString = true;
    }
  }

  #addField(): void {
    this.fieldCount += 1;
    if (this.fields.length >= MAX_FIELDS) return;
    const keys = this.#open.map(({ key }) => cutText(key, MAX_FIELD_CHARS));
    this.fields.push(storableText(cutText(keys.join("."), MAX_FIELD_CHARS)));
  }

  #begin(list: JsonList | null): void {
    if (this.#open.length >= MAX_DEPTH) throw overLimit("depth", MAX_DEPTH);
    this.#open.push({ list, key: "", awaitsValue: false });
  }

  #listHere(): JsonList {
    const path = this.#open.map(({ key }) => key).join(".");
    const list = this.lists.get(path) ?? { path, items: 0, records: 0 };
    this.lists.set(path, list);
    if (this.lists.size > MAX_LISTS) throw overLimit("lists", MAX_LISTS);
    return list;
  }

  #close(byte: number): void {
    const closed = this.#open.pop();
    if (!closed || (closed.list ? CLOSE_LIST : CLOSE_OBJECT) !== byte) throw damaged("json", this.line);
    this.#ended = this.#open.length === 0;
  }

  #beginItem(list: JsonList, byte: number): void {
    list.items += 1;
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) list.records += 1;
    this.#state = "item";
    this.#depth = 0;
    this.#inItem(byte);
  }

  #endKey(rest: Buffer): void {
    this.#key = unescapedKey(this.#whole(rest).subarray(1));
  }

  #endItem(rest: Buffer): void {
    const text = this.#whole(rest);
    const list = this.#open.at(-1)?.list;
    if (this.#wanted && list?.path === this.#wanted.path) this.#stopped = !this.#wanted.take(text, list.items);
  }

  /** The bytes of the item or key that ends. */
  #whole(rest: Buffer): Buffer {
    const whole = this.#parts.length === 0 ? rest : Buffer.concat([...this.#parts, rest]);
    this.#parts = [];
    this.#kept = 0;
    this.#state = "outside";
    return whole;
  }

  #keep(part: Buffer): void {
    this.#kept += part.length;
    const isKey = this.#state === "key";
    if (isKey && this.#kept > MAX_KEY_BYTES) throw overLimit("record-bytes", MAX_KEY_BYTES);
    // Items that nobody takes are counted only.
    if (!isKey && this.#open.at(-1)?.list?.path !== this.#wanted?.path) return;
    if (this.#kept > this.#maxItemBytes) throw overLimit("record-bytes", this.#maxItemBytes);
    this.#parts.push(Buffer.from(part));
  }
}

function unescapedKey(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
