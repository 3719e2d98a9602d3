import { Form, useNavigation } from "@remix-run/react";
import { AGGREGATES, type Chart, CHART_KINDS, type ChartData } from "#domain/core/values/chart.ts";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { AGGREGATE_WORDS, chartParameters, KIND_WORDS } from "../../charts/choose-chart.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { FaultNotice } from "../../ui/feedback/fault-notice.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { DatasetPageHead } from "../../ui/frames/page-head.tsx";

export type ChartPageProps = {
  dataset: { id: string; title: string };
  columns: { name: string; type: string }[];
  /** null: no column of the table can be drawn. */
  chart: Chart | null;
  /** Filters of the rows, as parameters. */
  filters: [name: string, value: string][];
  /** null: it could not be drawn, for the reason in `fault`. */
  drawn: ChartData | null;
  fault?: string;
  form?: FormState;
};

/** A chart of a dataset: chosen by its columns or by the form, and saved with a title. */
export function ChartPageView({ dataset, columns, chart, filters, drawn, fault, form }: ChartPageProps) {
  const at = `/dataset_profile/${dataset.id}`;
  return (
    <div className="wrap">
      <DatasetPageHead dataset={dataset} title={`Chart of ${dataset.title}`} />
      <div className="stack">
        <FaultNotice form={form} />
        {chart === null ? (
          <p className="panel empty">This table has no column that can be charted.</p>
        ) : (
          <>
            <ChartForm chart={chart} columns={columns} filters={filters} />
            {filters.length > 0 && (
              <p className="meta">
                Only rows where{" "}
                {filters.map(([name, value]) => `${name.slice("where.".length)} ${value}`).join(" and ")}.
              </p>
            )}
            {fault !== undefined && <Notice tone="bad" role="alert" title={fault} />}
            {drawn && <ChartFigure chart={chart} data={drawn} />}
            {drawn && <SaveForm chart={chart} filters={filters} form={form} />}
          </>
        )}
        <p>
          <ButtonLink kind="quiet" to={at}>
            Back to the dataset
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}

function ChartForm({ chart, columns, filters }: Pick<ChartPageProps, "columns" | "filters"> & { chart: Chart }) {
  const named = columns.map(({ name }) => ({ value: name, label: name }));
  return (
    <Form className="row items-end" aria-label="Choose the chart" key={String(chartParameters(chart))}>
      {filters.map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <SelectField
        label="Chart"
        name="kind"
        defaultValue={chart.kind}
        options={CHART_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))}
      />
      <SelectField label="Horizontal axis" name="x" defaultValue={chart.x} options={named} />
      <SelectField
        label="Vertical axis"
        name="y"
        defaultValue={chart.y ?? ""}
        options={[{ value: "", label: "Number of rows" }, ...named]}
      />
      <SelectField
        label="Value of each group"
        name="aggregate"
        defaultValue={chart.aggregate}
        options={AGGREGATES.map((aggregate) => ({ value: aggregate, label: AGGREGATE_WORDS[aggregate] }))}
      />
      <Button>Show</Button>
    </Form>
  );
}

function SaveForm({ chart, filters, form }: Pick<ChartPageProps, "filters" | "form"> & { chart: Chart }) {
  const busy = useNavigation().formData?.get("intent") === "save-chart";
  const parameters = new URLSearchParams([...chartParameters(chart), ...filters]);
  return (
    <Form method="post" className="panel panel-body stack account-form" aria-label="Save the chart">
      <input type="hidden" name="intent" value="save-chart" />
      <input type="hidden" name="chart" value={String(parameters)} />
      <TextField
        label="Title"
        name="title"
        maxLength={200}
        state={form}
        hint="It appears under Data apps. Everyone who can read the rows sees it."
      />
      <Button kind="primary" off={busy}>
        Save chart
      </Button>
    </Form>
  );
}
