import { SaxesParser } from "saxes";
import { damaged, overLimit } from "../file-fault.ts";
import type { TableWriter } from "../table-writer.ts";

/** Characters of one text or of markup without an element: the parser keeps each until its end. */
const MAX_PART_CHARS = 16_000_000;

/** Attributes of an element by their names, which may have a prefix. */
export type Attributes = Readonly<Record<string, string>>;

/** What is told of an XML document. Names of elements have no prefix. */
export type XmlTaker = {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
};

/** Reads a part of a workbook, and tells its elements and texts, until `isEnough` says so. */
export async function readXml(
  bytes: AsyncIterable<Buffer>,
  taker: XmlTaker,
  out: TableWriter,
  isEnough: () => boolean = () => false,
): Promise<void> {
  const parser = new SaxesParser();
  let silent = 0;
  const heard = () => void (silent = 0);
  parser.on("error", () => {
    throw damaged("xlsx");
  });
  parser.on("doctype", () => {
    throw damaged("xlsx");
  });
  parser.on("opentag", ({ name, attributes }) => {
    heard();
    taker.open(local(name), attributes);
  });
  const { text, close } = taker;
  parser.on("text", (part) => {
    heard();
    text?.call(taker, part);
  });
  parser.on("cdata", (part) => text?.call(taker, part));
  if (close) parser.on("closetag", ({ name }) => close.call(taker, local(name)));
  let decoder: TextDecoder | null = null;
  for await (const chunk of bytes) {
    out.unpacked(chunk.length);
    decoder ??= new TextDecoder(encodingOf(chunk));
    const part = decoder.decode(chunk, { stream: true });
    silent += part.length;
    parser.write(part);
    if (silent > MAX_PART_CHARS) throw overLimit("record-bytes", MAX_PART_CHARS);
    await out.pause();
    if (isEnough()) return;
  }
  parser.close();
}

function encodingOf(first: Buffer): string {
  if (first[0] === 0xff && first[1] === 0xfe) return "utf-16le";
  return first[0] === 0xfe && first[1] === 0xff ? "utf-16be" : "utf-8";
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The value of an attribute that may have a prefix, such as `r:id`. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  return attributes[name] ?? Object.entries(attributes).find(([each]) => local(each) === name)?.[1];
}

/** Texts of a workbook write what XML cannot hold as `_x000D_`. */
export function unescapedText(text: string): string {
  return text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
