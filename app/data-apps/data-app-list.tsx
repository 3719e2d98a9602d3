import { Link } from "@remix-run/react";
import type { DataAppItem } from "#projections/catalogue/queries.ts";
import { valueWords } from "../charts/choose-chart.ts";
import { Pager } from "../ui/controls/pager.tsx";
import { counted } from "../ui/data/format.ts";
import { Block } from "../ui/layout/block.tsx";
import { Day } from "../ui/time/time.tsx";

export const APPS_PREFIX = "apps_";

/** A page of saved charts. */
export type DataAppsShown = {
  readonly items: readonly Pick<
    DataAppItem,
    "id" | "title" | "author" | "datasetId" | "datasetTitle" | "chart" | "createdAt"
  >[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
};

/** Charts that users have saved, each with its dataset. */
export function DataAppList({ apps }: { apps: DataAppsShown }) {
  return (
    <Block id="saved-charts" title="Charts of datasets" meta={counted(apps.total, "chart")}>
      {apps.items.length === 0 ? (
        <p className="panel empty">
          No charts yet. To add one, open a dataset you have access to, choose Chart and save it.
        </p>
      ) : (
        <ul className="managed panel">
          {apps.items.map(({ id, title, author, datasetId, datasetTitle, chart, createdAt }) => (
            <li key={id}>
              <div>
                <Link to={`/dataapps/${id}`}>{title}</Link>
                <p className="meta row">
                  <span>
                    {valueWords(chart)} by {chart.x}
                  </span>
                  <span>
                    from <Link to={`/dataset_profile/${datasetId}`}>{datasetTitle}</Link>
                  </span>
                  <span>by {author}</span>
                  <Day at={createdAt} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pager page={apps.page} pages={apps.pages} prefix={APPS_PREFIX} label="Pages of charts" />
    </Block>
  );
}
