import type { DatasetTexts } from "#projections/catalogue/dataset-queries.ts";
import type { Column } from "#domain/core/values/table.ts";
import { columnNote, described, type GivenNote, NOTE_LIMITS } from "../../../datasets/column-notes.ts";
import { COLUMNS_PREFIX, type ColumnsShown, DESCRIBE } from "./columns-shown.ts";
import { text } from "../../../http/forms/page.ts";
import { cutText } from "#domain/core/text/text.ts";

const PER_PAGE = 50;

/** The page of the dictionary that the URL asks for. */
export function columnsPage(
  columns: readonly Column[],
  { columnNotes }: DatasetTexts,
  params: URLSearchParams,
  owned: boolean,
): ColumnsShown {
  const pages = Math.max(1, Math.ceil(columns.length / PER_PAGE));
  const asked = Number(params.get(`${COLUMNS_PREFIX}page`));
  const page = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, pages) : 1;
  const part = columns.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const edited = owned && params.has(DESCRIBE);
  return { items: described(part, columnNotes), total: columns.length, page, pages, edited };
}

/** The notes of a posted dictionary: `column` with each name, and `label.`, `description.`, `unit.` before it. */
export function notesFromForm(form: FormData): readonly GivenNote[] {
  const names = form.getAll("column").flatMap((name) => (typeof name === "string" ? [name] : []));
  return names.slice(0, PER_PAGE).map((name) =>
    columnNote.parse({
      name: cutText(name, 200),
      label: cutText(text(form, `label.${name}`), NOTE_LIMITS.label),
      description: cutText(text(form, `description.${name}`), NOTE_LIMITS.description),
      unit: cutText(text(form, `unit.${name}`), NOTE_LIMITS.unit),
    }),
  );
}
