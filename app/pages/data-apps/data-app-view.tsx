import { Link } from "@remix-run/react";
import type { ChartData } from "#domain/core/values/chart.ts";
import type { DataAppItem } from "#projections/catalogue/queries.ts";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { chartParameters } from "../../charts/choose-chart.ts";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { FaultNotice } from "../../ui/feedback/fault-notice.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { Crumbs } from "../../ui/layout/crumbs.tsx";
import { Day } from "../../ui/time/time.tsx";

export type DataAppProps = {
  app: Pick<DataAppItem, "id" | "title" | "author" | "datasetId" | "datasetTitle" | "chart" | "filters" | "createdAt">;
  /** The viewer has saved it. */
  owned: boolean;
  /** The viewer may read the rows of its dataset. */
  mayRead: boolean;
  drawn: ChartData | null;
  fault?: string;
  form?: FormState;
};

/** A saved chart with its dataset; its owner deletes it here. */
export function DataAppView({ app, owned, mayRead, drawn, fault, form }: DataAppProps) {
  const dataset = `/dataset_profile/${app.datasetId}`;
  const change = `${dataset}/chart?${chartParameters(app.chart)}${app.filters === "" ? "" : `&${app.filters}`}`;
  return (
    <div className="wrap">
      <div className="page stack">
        <div>
          <Crumbs above={[{ to: "/dataapps", label: "Data apps" }]} />
          <h1>{app.title}</h1>
          <p className="meta row">
            <span>
              from <Link to={dataset}>{app.datasetTitle}</Link>
            </span>
            <span>by {app.author}</span>
            <Day at={app.createdAt} />
          </p>
        </div>
        <FaultNotice form={form} />
        {fault !== undefined && <Notice tone="bad" role="alert" title={fault} />}
        {drawn && <ChartFigure chart={app.chart} data={drawn} />}
        {!mayRead && (
          <Notice title="Only people with access to the dataset see this chart.">
            <Link to={dataset}>Open {app.datasetTitle} to get access</Link>
          </Notice>
        )}
        <div className="row">
          {mayRead && <ButtonLink to={change}>Change the chart</ButtonLink>}
          {owned && (
            <Confirm
              name="delete-chart"
              label="Delete"
              small={false}
              title={`Delete ${app.title}?`}
              verb="Delete"
              fields={{ intent: "delete-chart" }}
            >
              <p>The dataset stays as it is.</p>
            </Confirm>
          )}
        </div>
      </div>
    </div>
  );
}
