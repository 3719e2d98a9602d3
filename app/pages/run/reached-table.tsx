import type { RunProgress } from "#domain/core/ports/run-records.ts";
import { formatCount } from "../../ui/data/format.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { Block } from "../../ui/layout/block.tsx";

/** How far an unfinished run came. */
export function ReachedTable({ operations }: Pick<RunProgress, "operations">) {
  return (
    <Block id="reached-title" title="How far it came" meta="Read from the API, and not stored">
      <ScrollTable
        panel
        label="How far it came, one operation a row"
        heads={[
          "Operation",
          { label: "Rows", num: true },
          { label: "Pages", num: true },
          { label: "Requests", num: true },
          "Round",
        ]}
      >
        {operations.map(({ operation, rows, pages, requests, round, rounds }) => (
          <tr key={operation}>
            <th scope="row">{operation}</th>
            <td className="num" data-head="Rows">
              {formatCount(rows)}
            </td>
            <td className="num" data-head="Pages">
              {formatCount(pages)}
            </td>
            <td className="num" data-head="Requests">
              {formatCount(requests)}
            </td>
            <td data-head="Round">
              {formatCount(round)} of {formatCount(rounds)}
            </td>
          </tr>
        ))}
      </ScrollTable>
    </Block>
  );
}
