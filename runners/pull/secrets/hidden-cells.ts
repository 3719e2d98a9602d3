import { type Finding, finding } from "#domain/core/findings/finding.ts";
import { type Cell, JsonCell } from "#domain/connector-language/json/cells.ts";
import {
  emptyObject,
  isJsonObject,
  type Json,
  parseJson,
  stringifyJson,
} from "#domain/connector-language/json/json.ts";
import { MASK } from "#domain/connector-language/sign-in/mask.ts";
import type { Row } from "#domain/connector-language/table/row.ts";
import type { KnownSecrets } from "./known-secrets.ts";

/** Columns that a warning names. */
const MOST_NAMED = 5;

/** The columns of an operation in which the API repeated a credential. */
export type HiddenCells = {
  readonly columns: ReadonlySet<string>;
  /** Takes the credentials out of the rows, which are changed in place. */
  hide(rows: readonly Row[]): void;
};

/** Takes credentials out of the rows of one operation: what an API repeats of its request is not data. Numbers stay. */
export function hiddenCells({ hideInCell }: Pick<KnownSecrets, "hideInCell">): HiddenCells {
  const columns = new Set<string>();
  return {
    columns,
    hide(rows) {
      for (const row of rows)
        for (let at = 0; at < row.cells.length; at += 1) {
          const cell = row.cells[at] as Cell;
          const safe = safeCell(cell, hideInCell);
          if (safe === cell) continue;
          columns.add(row.labels[at] ?? "");
          row.cells[at] = safe;
        }
    },
  };
}

function safeCell(cell: Cell, hide: (text: string) => string): Cell {
  if (typeof cell === "string") return hide(cell);
  if (!(cell instanceof JsonCell) || hide(cell.json) === cell.json) return cell;
  // A mask in the text of JSON might break a number or an escape.
  const parsed = parseJson(cell.json);
  const safe = parsed.ok ? stringifyJson(safeValue(parsed.value, hide)) : hide(cell.json);
  return safe === cell.json ? cell : new JsonCell(safe);
}

function safeValue(value: Json, hide: (text: string) => string): Json {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((each) => safeValue(each, hide));
  if (!isJsonObject(value)) return value;
  const safe = emptyObject();
  for (const [key, inner] of Object.entries(value)) {
    let name = hide(key);
    // Two spellings of a credential are two members.
    while (Object.hasOwn(safe, name)) name += MASK;
    safe[name] = safeValue(inner, hide);
  }
  return safe;
}

/** The warning of a run about hidden cells; null: there are none. */
export function hiddenCellsWarning({ columns }: Pick<HiddenCells, "columns">): Finding | null {
  if (columns.size === 0) return null;
  const named = [...columns].slice(0, MOST_NAMED);
  return finding("credential-in-cells", { columns: named, more: columns.size - named.length });
}
