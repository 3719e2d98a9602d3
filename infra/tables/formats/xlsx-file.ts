import { Duplex, PassThrough } from "node:stream";
import yazl from "yazl";
import type { ReadableColumn } from "../column-sql.ts";
import { wholeRows } from "./copy-rows.ts";
import { columnWidths, headerRow, xlsxRow } from "./xlsx-cells.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The parts beside the sheet. The order of cellXfs is that of STYLES in xlsx-cells.ts. */
const PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  "_rels/.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};
/** The time is always the same, so that the same rows make the same file. A higher level takes twice as long for a fifth less. */
const OPTIONS = { mtime: new Date(Date.UTC(2000, 0, 1)), forceDosTimestamp: true, compressionLevel: 1 };

/**
 * A workbook with one sheet, made while rows arrive: the sheet is compressed as it is written and never held whole. The
 * first row has the names of the columns.
 */
export function xlsxRows(columns: readonly Pick<ReadableColumn, "name" | "type">[]): Duplex {
  const zip = new yazl.ZipFile();
  for (const [name, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(xml), name, OPTIONS);
  const sheet = new PassThrough();
  zip.addReadStream(sheet, "xl/worksheets/sheet1.xml", OPTIONS);
  zip.end();
  sheet.write(
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columnWidths(columns)}</cols><sheetData>${headerRow(columns)}`,
  );
  return joined(sheet, zip.outputStream as PassThrough, sheetRows(columns));
}

function sheetRows(columns: readonly Pick<ReadableColumn, "type">[]): (chunk: Buffer) => string {
  const whole = wholeRows();
  const row = xlsxRow(columns.map(({ type }) => type));
  return (chunk) => {
    const lines = whole(chunk)?.toString("utf8").split("\n") ?? [];
    // The last one is empty: it follows the last line break.
    return lines.slice(0, -1).map(row).join("");
  };
}

/** What is written becomes rows of the sheet; what is read is the workbook. Both wait for their readers. */
function joined(sheet: PassThrough, workbook: PassThrough, rows: (chunk: Buffer) => string): Duplex {
  const stream = new Duplex({
    write(chunk: Buffer, _encoding, done) {
      sheet.write(rows(chunk), done);
    },
    final(done) {
      sheet.end("</sheetData></worksheet>", done);
    },
    read() {
      workbook.resume();
    },
    destroy(error, done) {
      sheet.destroy();
      workbook.destroy();
      done(error);
    },
  });
  workbook.pause();
  workbook.on("data", (chunk: Buffer) => {
    if (!stream.push(chunk)) workbook.pause();
  });
  workbook.once("end", () => stream.push(null));
  workbook.once("error", (error) => stream.destroy(error));
  return stream;
}
