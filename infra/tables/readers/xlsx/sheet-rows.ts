import { damaged, overLimit } from "../file-fault.ts";
import { type TableWriter, textCell } from "../table-writer.ts";
import type { PlacedRow } from "../grown-table.ts";
import { columnAt } from "./merged-labels.ts";
import { type NumberFormat, numberCell } from "./number-kind.ts";
import { type Attributes, unescapedText, type XmlTaker } from "./xml-events.ts";

/** Rows and columns of a sheet: Excel has a million and 16,384. */
const MAX_ROW = 16_777_216;
const MAX_COLUMN = 16_384;

/** What the cells of a sheet refer to. */
export type CellContext = {
  readonly texts: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly from1904: boolean;
};

/** Takes the XML of a sheet and gives its rows with a value, one after the other. */
export class SheetRows implements XmlTaker {
  readonly #context: CellContext;
  readonly #out: TableWriter;
  readonly #take: (row: PlacedRow) => void;
  #row = 0;
  #cells = new Map<number, string>();
  #column = -1;
  #type = "n";
  #style = 0;
  #parts: string[] = [];
  #isValue = false;
  #isHint = false;
  #hasFormula = false;
  #hasResult = false;
  #isInData = false;

  constructor(context: CellContext, out: TableWriter, take: (row: PlacedRow) => void) {
    this.#context = context;
    this.#out = out;
    this.#take = take;
  }

  open(name: string, attributes: Attributes): void {
    if (name === "sheetData") this.#isInData = true;
    if (!this.#isInData) return;
    if (name === "row") this.#beginRow(attributes["r"]);
    else if (name === "c") this.#beginCell(attributes);
    else if (name === "rPh") this.#isHint = true;
    else if (name === "f") this.#hasFormula = true;
    else if (name === "v") this.#hasResult = true;
    this.#isValue = name === "v" || (name === "t" && !this.#isHint);
  }

  text(text: string): void {
    if (this.#isValue) this.#parts.push(text);
  }

  close(name: string): void {
    this.#isValue = false;
    if (!this.#isInData) return;
    if (name === "rPh") this.#isHint = false;
    else if (name === "c") this.#endCell();
    else if (name === "row" && this.#cells.size > 0) this.#take({ cells: this.#cells, place: this.#row });
    else if (name === "sheetData") this.#isInData = false;
  }

  #beginRow(number: string | undefined): void {
    const row = number === undefined ? this.#row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.#row || row > MAX_ROW) throw damaged("xlsx");
    this.#row = row;
    this.#cells = new Map();
    this.#column = -1;
  }

  #beginCell({ r: address, t: type = "n", s: style }: Attributes): void {
    this.#column = address === undefined ? this.#column + 1 : columnOf(address);
    if (this.#column < 0) throw damaged("xlsx");
    if (this.#column >= MAX_COLUMN) throw overLimit("sheet-columns", MAX_COLUMN);
    this.#type = type;
    this.#style = Number(style ?? 0);
    this.#parts = [];
    this.#hasFormula = false;
    this.#hasResult = false;
  }

  #endCell(): void {
    if (this.#parts.length === 0) {
      // Only a text may be empty; some programs write an empty result for one that they did not calculate.
      const isEmptyText = this.#hasResult && this.#type === "str";
      if (this.#hasFormula && !isEmptyText) this.#out.emptied("no-result", this.#row);
      return;
    }
    const cell = this.#cellOf(this.#parts.join(""));
    if (cell !== "") this.#cells.set(this.#column, cell);
  }

  #cellOf(value: string): string {
    switch (this.#type) {
      case "s":
        return this.#text(this.#context.texts[Number(value)]);
      case "str":
      case "inlineStr":
        return this.#text(unescapedText(value));
      case "b":
        return value.trim() === "1" || value.trim() === "true" ? "true" : "false";
      case "e":
        this.#out.emptied("error", this.#row);
        return "";
      case "d":
        return textCell(value.replace(/T00:00:00(?:\.0+)?Z?$/, ""));
      default:
        return this.#number(value);
    }
  }

  #text(text: string | undefined): string {
    if (text === undefined) throw damaged("xlsx");
    if (text === "") return "";
    this.#out.checkCell(text, this.#row);
    return textCell(text);
  }

  #number(value: string): string {
    const text = value.trim();
    if (text === "") return "";
    if (!Number.isFinite(Number(text))) return textCell(value);
    return numberCell(text, this.#context.formats[this.#style], this.#context.from1904);
  }
}

/** The position of the column in an address such as `AB12`, from 0; -1: it has none. */
function columnOf(address: string): number {
  return columnAt(/^[A-Z]*/i.exec(address)?.[0] ?? "");
}
