import path from "node:path";
import { damaged, overLimit } from "../file-fault.ts";
import type { TableWriter } from "../table-writer.ts";
import type { ZipFile } from "../zip/zip-file.ts";
import { type NumberFormat, numberFormat } from "./number-kind.ts";
import { attribute, readXml, unescapedText } from "./xml-events.ts";

const MAX_SHEETS = 10_000;
/** More than Excel has. */
const MAX_STYLES = 100_000;
/** Characters of the texts that cells share: they are all in memory. */
const MAX_SHARED_CHARS = 100_000_000;
const MAX_SHARED = 3_000_000;

const WORKBOOK = "xl/workbook.xml";

/** A sheet of cells: its name, whether it is hidden, and the part of the file that has its cells. */
export type Sheet = { readonly name: string; readonly hidden: boolean; readonly part: string };

/** A workbook: its sheets in their order, and where its texts and styles are. `from1904`: the days count from 1904. */
export type Workbook = {
  readonly sheets: readonly Sheet[];
  readonly from1904: boolean;
  readonly textsPart: string | null;
  readonly stylesPart: string | null;
};

/** Reads what sheets a workbook has. */
export async function workbookIn(zip: ZipFile, out: TableWriter): Promise<Workbook> {
  const targets = new Map<string, { readonly type: string; readonly part: string }>();
  await readXml(
    partOf(zip, "xl/_rels/workbook.xml.rels"),
    {
      open(name, attributes) {
        const { Id: id, Type: type = "", Target: target } = attributes;
        if (name === "Relationship" && id !== undefined && target !== undefined)
          targets.set(id, { type: type.slice(type.lastIndexOf("/") + 1), part: resolved(target) });
      },
    },
    out,
  );
  const sheets: Sheet[] = [];
  let from1904 = false;
  await readXml(
    partOf(zip, WORKBOOK),
    {
      open(name, attributes) {
        if (name === "workbookPr") from1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
        const target = name === "sheet" ? targets.get(attribute(attributes, "id") ?? "") : undefined;
        if (target?.type !== "worksheet") return;
        const hidden = (attributes["state"] ?? "visible") !== "visible";
        if (sheets.push({ name: attributes["name"] ?? "", hidden, part: target.part }) > MAX_SHEETS)
          throw overLimit("sheets", MAX_SHEETS);
      },
    },
    out,
  );
  const partOfType = (type: string) => [...targets.values()].find((each) => each.type === type)?.part ?? null;
  return { sheets, from1904, textsPart: partOfType("sharedStrings"), stylesPart: partOfType("styles") };
}

/** The bytes of a part of the workbook. */
export function partOf(zip: ZipFile, part: string): AsyncGenerator<Buffer> {
  // Some programs write names in another case than the one that they refer to.
  const name = zip.names.includes(part) ? part : zip.names.find((each) => each.toLowerCase() === part.toLowerCase());
  if (name === undefined) throw damaged("xlsx");
  return zip.read(name);
}

function resolved(target: string): string {
  return target.startsWith("/") ? target.slice(1) : path.posix.normalize(`xl/${target}`);
}

/** The texts that cells share, by their number. */
export async function sharedTexts(zip: ZipFile, part: string | null, out: TableWriter): Promise<string[]> {
  const texts: string[] = [];
  if (part === null) return texts;
  let parts: string[] = [];
  let isText = false;
  let isHint = false;
  let characters = 0;
  await readXml(
    partOf(zip, part),
    {
      open(name) {
        if (name === "si") parts = [];
        else if (name === "rPh") isHint = true;
        isText = name === "t" && !isHint;
      },
      text(text) {
        if (!isText) return;
        parts.push(text);
        characters += text.length;
        if (characters > MAX_SHARED_CHARS) throw overLimit("shared-texts", MAX_SHARED_CHARS);
      },
      close(name) {
        isText = false;
        if (name === "rPh") isHint = false;
        else if (name === "si" && texts.push(unescapedText(parts.join(""))) > MAX_SHARED)
          throw overLimit("shared-texts", MAX_SHARED);
      },
    },
    out,
  );
  return texts;
}

/** The formats of numbers, by the number of the style of a cell. */
export async function numberFormats(zip: ZipFile, part: string | null, out: TableWriter): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (part === null) return formats;
  const codes = new Map<number, string>();
  let isOfCells = false;
  await readXml(
    partOf(zip, part),
    {
      open(name, attributes) {
        if (name === "numFmt") codes.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
        else if (name === "cellXfs") isOfCells = true;
        else if (name === "xf" && isOfCells) {
          const id = Number(attributes["numFmtId"] ?? 0);
          formats.push(numberFormat(id, codes.get(id)));
        }
        if (formats.length > MAX_STYLES || codes.size > MAX_STYLES) throw overLimit("styles", MAX_STYLES);
      },
      close(name) {
        if (name === "cellXfs") isOfCells = false;
      },
    },
    out,
  );
  return formats;
}
