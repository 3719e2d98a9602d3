import type { ColumnChanges, NoticeFacts, NoticeKind } from "#domain/core/notices.ts";
import type { NoticeRows } from "./tables.ts";

/** Columns that a notice names. */
const NAMED = 10;

type Happening = { readonly recordedAt: string; readonly position: string };
type NewNotice = {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly aboutId: string;
  /** Absent: all who use what it is about. */
  readonly userId?: string;
  readonly causedBy?: string;
  readonly facts: NoticeFacts;
};

/** Adds a notice, or replaces the one with the same id: it is unread again. */
export function addNotice(rows: NoticeRows, notice: NewNotice, { recordedAt: at, position }: Happening): void {
  rows.notices.put({ userId: null, causedBy: null, ...notice, at, position });
}

/** The title of a dataset or a connector version. */
export function titleOf(rows: NoticeRows, id: string): string {
  return rows.titles.get(id)?.title ?? "";
}

/** Keeps the columns of a table; returns what has changed in them, null if nothing has or there were none. */
export function noteShape(
  rows: NoticeRows,
  id: string,
  columns: readonly { readonly name: string; readonly type: string }[],
): ColumnChanges | null {
  const before = rows.shapes.get(id);
  const now = columns.map(({ name, type }) => [name, type] as const);
  if (JSON.stringify(before?.columns) === JSON.stringify(now)) return null;
  rows.shapes.put({ id, columns: now });
  if (!before) return null;
  const types = new Map(before.columns);
  const names = new Map(now);
  const changes = {
    added: [...names.keys()].filter((name) => !types.has(name)).slice(0, NAMED),
    removed: [...types.keys()].filter((name) => !names.has(name)).slice(0, NAMED),
    changed: now.flatMap(([name, type]) => (types.has(name) && types.get(name) !== type ? [name] : [])).slice(0, NAMED),
  };
  return changes.added.length + changes.removed.length + changes.changed.length > 0 ? changes : null;
}
