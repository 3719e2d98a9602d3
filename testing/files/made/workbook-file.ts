import { zipFile } from "./zip-file.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A sheet by the XML of its rows; `after` follows the rows. */
export type SheetXml = {
  readonly name: string;
  readonly rows: string;
  readonly state?: string;
  readonly after?: string;
};

type WorkbookXml = {
  readonly sheets: readonly SheetXml[];
  /** The XML of each shared text, within `si`. */
  readonly shared?: readonly string[];
  /** Codes of the formats of numbers: the style 1 has the first of them, and so on. */
  readonly formats?: readonly (string | number)[];
  readonly from1904?: boolean;
};

/** Makes a workbook of hand-written XML. */
export function workbookFile({ sheets, shared = [], formats = [], from1904 = false }: WorkbookXml): Buffer {
  const codes = formats.flatMap((code, at) =>
    typeof code === "string" ? [`<numFmt numFmtId="${200 + at}" formatCode="${escaped(code)}"/>`] : [],
  );
  const xfs = [0, ...formats.map((code, at) => (typeof code === "number" ? code : 200 + at))];
  return zipFile({
    "[Content_Types].xml": `${XML}<Types/>`,
    "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${from1904 ? ' date1904="1"' : ""}/><sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ""} r:id="rId${at + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships>${sheets
      .map((_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/s${at + 1}.xml"/>`)
      .join(
        "",
      )}<Relationship Id="t" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="y" Type="${OFFICE}/styles" Target="/xl/styles.xml"/></Relationships>`,
    "xl/sharedStrings.xml": `${XML}<sst xmlns="${MAIN}">${shared.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    "xl/styles.xml": `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${codes.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after = "" }, at) => [
        `xl/worksheets/s${at + 1}.xml`,
        `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
  });
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const DAY_0 = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/**
 * The rows of a sheet with these cells: dates in the style 1, numbers and truth values as what they are, and texts, also
 * those of digits that begin with zero.
 */
export function sheetRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells, at) => `<row r="${at + 1}">${cells.map(sheetCell).join("")}</row>`).join("");
}

function sheetCell(text: string): string {
  if (text === "") return "<c/>";
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `<c s="1"><v>${(Date.parse(text) - DAY_0) / DAY_MS}</v></c>`;
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return `<c><v>${text}</v></c>`;
  if (text === "true" || text === "false") return `<c t="b"><v>${text === "true" ? 1 : 0}</v></c>`;
  return `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
}
