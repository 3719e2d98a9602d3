import type { Handlers } from "../../projection.ts";
import { showConnector, showDataset } from "../items/show-item.ts";
import type { CatalogueRows, catalogueTables } from "../tables.ts";

/** The categories that admins have changed, and the items of those that were renamed or removed. */
export const onCategoryEvent = {
  CategoryAdded: (rows, { data: { name } }) => rows.categories.put({ name, listed: true, movedTo: null }),
  CategoryRenamed(rows, { data: { name, to } }) {
    move(rows, name, to);
    rows.categories.put({ name: to, listed: true, movedTo: null });
  },
  CategoryRemoved: (rows, { data: { name, to } }) => move(rows, name, to),
} satisfies Handlers<typeof catalogueTables>;

/** Where the items of a category are now that were put into it, perhaps under an earlier name. */
export function currentCategory(rows: CatalogueRows, name: string): string {
  return rows.categories.get(name)?.movedTo ?? name;
}

function move(rows: CatalogueRows, name: string, movedTo: string): void {
  rows.categories.patch({ movedTo: name }, { movedTo });
  rows.categories.put({ name, listed: false, movedTo });
  for (const { id } of rows.datasets.where({ category: name })) {
    rows.datasets.patch({ id }, { category: movedTo });
    showDataset(rows, id);
  }
  for (const version of rows.connectors.where({ category: name })) {
    const moved = { ...version, category: movedTo };
    rows.connectors.put(moved);
    if (moved.isLatest) showConnector(rows, moved);
  }
}
