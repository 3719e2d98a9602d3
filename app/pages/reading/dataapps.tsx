import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { ChartColumn, FileSpreadsheet, SquareTerminal, Terminal } from "../../ui/icons/all.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Data apps | Tributary",
    description: "Open any table in Excel, Power BI, Python or another tool.",
  });

const apps = [
  {
    name: "Excel",
    icon: FileSpreadsheet,
    to: "/documentation#excel",
    text: "A Power Query that loads the table as it is now, every column as text. It works for 15 minutes; copy a new one for newer rows.",
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
    text: "CSV, JSON or NDJSON over HTTP, filtered and ordered by the address.",
  },
];

export default function DataApps() {
  return (
    <ReadingPage title="Data apps" lead="Where a table opens. You need your streaming key, from Manage Data.">
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
    </ReadingPage>
  );
}
