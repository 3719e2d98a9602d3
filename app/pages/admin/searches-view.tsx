import { Link } from "@remix-run/react";
import { Pager } from "../../ui/controls/pager.tsx";
import { formatDate } from "../../ui/data/format.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { AdminFrame } from "./admin-frame.tsx";

type ShownSearch = { phrase: string; searches: number; lastDay: string };
export type SearchesPage = { searches: ShownSearch[]; page: number; pages: number };

const LEAD = "Searches of the DataStore in the last 30 days that found nothing, most frequent first. Nobody is named.";

/** Searches without a result, each with a link that searches again. */
export function SearchesView({ searches, page, pages }: SearchesPage) {
  return (
    <AdminFrame tab="/admin/searches" lead={LEAD}>
      {searches.length === 0 ? (
        <EmptyState title="Every search found something.">
          <p className="quiet">Searches without a result appear here after a few seconds.</p>
        </EmptyState>
      ) : (
        <ScrollTable panel label="Searches without a result" heads={["Search", { label: "Times", num: true }, "Last"]}>
          {searches.map(({ phrase, searches: times, lastDay }) => (
            <tr key={phrase}>
              <th scope="row">
                <Link to={`/datastore?q=${encodeURIComponent(phrase)}`}>{phrase}</Link>
              </th>
              <td data-head="Times" className="num">
                {times}
              </td>
              <td data-head="Last">{formatDate(lastDay)}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
      <Pager page={page} pages={pages} label="Pages of searches" />
    </AdminFrame>
  );
}
