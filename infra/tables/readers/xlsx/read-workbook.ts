import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { damaged, FileFault } from "../file-fault.ts";
import { writeGrown } from "../grown-table.ts";
import type { FileToRead, MadeTable } from "../table-file.ts";
import type { TableWriter } from "../table-writer.ts";
import { listedNames, withZip, type ZipFile } from "../zip/zip-file.ts";
import { JoinedLabels, mergedCells } from "./merged-labels.ts";
import { SheetRows } from "./sheet-rows.ts";
import { numberFormats, partOf, type Sheet, sharedTexts, workbookIn } from "./workbook.ts";
import { readXml } from "./xml-events.ts";

/**
 * Reads the cells of one sheet of an Excel workbook as they are kept in it: numbers, dates by the formats of their cells,
 * truth values, texts, and the last results of formulas.
 */
export async function readWorkbook(file: FileToRead, settings: LoadSettings, out: TableWriter): Promise<MadeTable> {
  return withZip(file.path, out.limits, async (zip) => {
    const { sheets, from1904, textsPart, stylesPart } = await workbookIn(zip, out);
    const sheet = await chosenSheet(zip, sheets, settings.sheet, out);
    const texts = await sharedTexts(zip, textsPart, out);
    const context = { from1904, texts, formats: await numberFormats(zip, stylesPart, out) };
    const merged = await mergedCells(partOf(zip, sheet.part), out);
    await writeGrown(out, async (take) => {
      const labels = new JoinedLabels(merged, take);
      const rows = new SheetRows(context, out, (row) => labels.row(row));
      await readXml(partOf(zip, sheet.part), rows, out, () => out.full);
      labels.end();
    });
    const others = sheets.flatMap((each) => (each === sheet ? [] : [each.name]));
    return { kind: "cells", part: { sheet: sheet.name, others } };
  });
}

/** The sheet of the name, or the first one that is shown and has a value. */
async function chosenSheet(
  zip: ZipFile,
  sheets: readonly Sheet[],
  wanted: string | undefined,
  out: TableWriter,
): Promise<Sheet> {
  if (wanted !== undefined) {
    const sheet = sheets.find(({ name }) => name === wanted);
    if (sheet) return sheet;
    const names = sheets.map(({ name }) => name);
    const facts = { sheet: wanted, sheets: listedNames(names), count: names.length };
    throw new FileFault({ code: "sheet-missing", facts });
  }
  const shown = sheets.filter(({ hidden }) => !hidden);
  // Several sheets may name one part, whose bytes are then looked at once.
  const empty = new Set<string>();
  for (const sheet of shown) {
    if (empty.has(sheet.part)) continue;
    if (await hasValue(partOf(zip, sheet.part), out)) return sheet;
    empty.add(sheet.part);
  }
  const [first] = shown.length > 0 ? shown : sheets;
  if (!first) throw damaged("xlsx");
  return first;
}

const VALUE = /<(?:\w+:)?(?:v|t)[ >]/;
/** Longer than what marks a value. */
const OVERLAP = 64;

async function hasValue(bytes: AsyncIterable<Buffer>, out: TableWriter): Promise<boolean> {
  let before = "";
  for await (const chunk of bytes) {
    out.unpacked(chunk.length);
    const text = before + chunk.toString("latin1");
    if (VALUE.test(text)) return true;
    before = text.slice(-OVERLAP);
    await out.pause();
  }
  return false;
}
