import type { Elements } from "#testing/text-browser/shown-page.ts";
import type { Table } from "../http/answers.ts";

/** A preview on a page, read as a person reads it: headers, kinds, cells and the count above. */
export function readTable(preview: Elements): Promise<Table> {
  return preview.evaluate((panel) => {
    const text = (element: Element | null | undefined) => element?.textContent ?? "";
    const columns = [...panel.querySelectorAll<HTMLTableCellElement>("thead th:not(.corner)")].map((head) => ({
      name: head.abbr,
      kind: text(head.querySelector(".col-kind")).split(" · ")[0] ?? "",
    }));
    const rows = [...panel.querySelectorAll("tbody tr")].map((row) => {
      const cells = [...row.querySelectorAll("td")].map((cell) =>
        cell.classList.contains("null") || text(cell) === '""' ? "" : text(cell),
      );
      return Object.fromEntries(columns.map(({ name }, at) => [name, cells[at] ?? ""]));
    });
    const [, total = "0"] = /of ([\d,]+)$/.exec(text(panel.querySelector(".count strong"))) ?? [];
    return { columns, rows, total: Number(total.replaceAll(",", "")) };
  });
}
