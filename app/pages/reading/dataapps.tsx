import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ChartColumn, FileSpreadsheet, SquareTerminal, Terminal } from "../../ui/icons/all.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";
import { pick } from "#domain/core/values/pick.ts";
import { APPS_PREFIX, DataAppList, type DataAppsShown } from "../../data-apps/data-app-list.tsx";
import { readPageAsked } from "../../ui/data/page-asked.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Data apps | Tributary",
    description: "Charts of datasets, and how to open any table in Excel, Power BI, Python or another tool.",
  });

const PAGE_SIZE = 20;

/** `?apps_page=`: saved charts whose datasets the viewer may see. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<DataAppsShown> {
  const { page: asked } = readPageAsked(new URL(request.url).searchParams, APPS_PREFIX);
  const page = asked === "last" ? 1 : asked;
  const range = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const { items, total } = await context.platform.queries.catalogue.dataAppsPage(context.viewer?.id ?? null, range);
  return {
    items: items.map((item) => pick(item, SHOWN)),
    ...{ total, page, pages: Math.max(1, Math.ceil(total / PAGE_SIZE)) },
  };
}
const SHOWN = ["id", "title", "author", "datasetId", "datasetTitle", "chart", "createdAt"] as const;

const apps = [
  {
    name: "Excel",
    icon: FileSpreadsheet,
    to: "/documentation#excel",
    text: "A file that Excel opens with typed columns. Or a query that needs no key, works for 15 minutes and brings every column as text.",
  },
  {
    name: "Power BI",
    icon: ChartColumn,
    to: "/documentation#powerbi",
    text: "One link for Get data. Reports follow the table as it grows.",
  },
  {
    name: "Python pandas",
    icon: Terminal,
    to: "/documentation#python",
    text: "One call of read_csv. The key goes in a header, never in the notebook's output.",
  },
  {
    name: "Anything else",
    icon: SquareTerminal,
    to: "/documentation#streams",
    text: "CSV, JSON, Parquet and more over HTTP. The address filters and sorts.",
  },
];

export default function DataApps() {
  return (
    <ReadingPage
      title="Data apps"
      lead="Open your tables in other tools. You need a key: make one on the page of a table, or under Manage Data."
    >
      <div className="columns">
        {apps.map(({ name, icon, to, text }) => (
          <div key={name}>
            <h2 className="text-title">
              <Icon of={icon} /> {name}
            </h2>
            <p className="quiet">{text}</p>
            <Link to={to}>
              Instructions<span className="visually-hidden"> for {name}</span>
            </Link>
          </div>
        ))}
      </div>
      <DataAppList apps={useLoaderData<typeof loader>()} />
    </ReadingPage>
  );
}
