import { Form, Link } from "@remix-run/react";
import { ChartColumn, FileSpreadsheet, FileText, KeyRound, Plug, Search, Sheet, Terminal } from "../../ui/icons/all.ts";
import { KindBadge } from "../../ui/data/badge.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Strip } from "../../ui/data/charts.tsx";
import { CodeBlock } from "../../ui/code/code-block.tsx";
import type { PreviewRows } from "../../ui/data/data-table.tsx";
import { DataTable } from "../../ui/data/data-table.tsx";
import { counted, formatCount, formatPrice, plural } from "../../ui/data/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { ItemSummary } from "../../ui/data/item.ts";
import { profileHref } from "../../ui/data/item.ts";
import { rowsAddress } from "../../streaming/snippet.ts";
import { Ago } from "../../ui/time/time.tsx";
import { type UseCase, UseCases } from "./use-cases.tsx";

export type LandingViewProps = {
  /** ISO time of the request. */
  now: string;
  signedIn: boolean;
  /** How many items a visitor can see in the DataStore. */
  itemCount: number;
  /** The three items with the most users, for the drawing and the cards. */
  items: ItemSummary[];
  /** A public dataset as a sample, with at most ten rows. */
  sample: { item: Pick<ItemSummary, "kind" | "id" | "title">; preview: PreviewRows; tableName: string } | null;
  /** The public URL of this site, without a slash at the end. */
  origin: string;
  /** The newest posts about uses of the product. */
  useCases: UseCase[];
};

export function LandingView(props: LandingViewProps) {
  return (
    <div className="landing">
      <div className="wrap">
        <section className="first">
          <h1>Datasets and live APIs, joined into tables your tools can open</h1>
          <p className="lead">
            A one-stop platform for high-quality datasets and insights: browse the{" "}
            <Link to="/datastore">DataStore</Link>, connect an API into a table, and open any table in Power BI, pandas
            or Excel.
          </p>
          <Form role="search" action="/datastore">
            <label className="search">
              <span className="visually-hidden">Search the DataStore</span>
              <Icon of={Search} />
              <input
                className="input"
                type="search"
                name="q"
                placeholder="rainfall, exchange rates, issues of a repository"
              />
            </label>
            <Button kind="primary">Search the DataStore</Button>
          </Form>
        </section>
        {props.items.length > 0 && <Flow items={props.items.slice(0, 3)} now={props.now} />}
        {props.items.length > 0 && <LiveItems {...props} />}
        {props.sample && <Sample {...props} sample={props.sample} />}
        {props.useCases.length > 0 && <UseCases useCases={props.useCases} />}
      </div>
    </div>
  );
}

/** Where the lines of the left drawing start, for one, two or three sources. */
const starts = [[120], [60, 180], [40, 120, 200]];

/** Sources at the left, their tables in the middle, and at the right the tools that open these. */
function Flow({ items, now }: { items: ItemSummary[]; now: string }) {
  return (
    <section aria-labelledby="how">
      <h2 className="visually-hidden" id="how">
        How it works
      </h2>
      <ol className="flow-strip">
        <li>
          <Sources items={items} />
        </li>
        <li>
          <Tables items={items} now={now} />
        </li>
        <li>
          <div className="col col-c">
            {tools.map(({ to, icon, name }) => (
              <Link className="tool" to={to} key={to}>
                <Icon of={icon} />
                {name}
              </Link>
            ))}
          </div>
        </li>
      </ol>
      <ol className="captions">
        <li>
          <strong>Bring it</strong>Upload a CSV, Excel, JSON or Parquet file as it is, or set up a connector.
        </li>
        <li>
          <strong>It is a table</strong>Types come from every row, never from a sample. Rows that do not fit are set
          aside, not lost.
        </li>
        <li>
          <strong>Open it</strong>Your tools read the latest rows.
        </li>
      </ol>
    </section>
  );
}

const tools = [
  { to: "/documentation#excel", icon: FileSpreadsheet, name: "Excel" },
  { to: "/documentation#powerbi", icon: ChartColumn, name: "Power BI" },
  { to: "/documentation#python", icon: Terminal, name: "pandas" },
  { to: "/documentation#streams", icon: Sheet, name: "Any tool" },
] as const;

function Sources({ items }: { items: ItemSummary[] }) {
  const strands = starts[items.length - 1] ?? [];
  return (
    <>
      <div className="col col-a">
        {items.map((item) => (
          <div className="src" key={item.id}>
            <Icon of={item.kind === "dataset" ? FileText : Plug} />
            <code>{item.source ?? (item.kind === "dataset" ? "CSV file" : "GET")}</code>
            <span className="meta">{item.kind === "dataset" ? "uploaded" : "called on a schedule or manually"}</span>
          </div>
        ))}
      </div>
      <Strands
        paths={strands.map((y, at) => {
          const meets = 120 + (at - (strands.length - 1) / 2) * 3;
          return { d: `M0 ${y}C60 ${y} 40 ${meets} 100 ${meets}`, second: at % 2 === 1 };
        })}
      />
    </>
  );
}

function Tables({ items, now }: { items: ItemSummary[]; now: string }) {
  return (
    <>
      <ul className="tables">
        {items.map((item) => (
          <li key={item.id}>
            <span>
              <strong>
                <Link to={profileHref(item)}>{item.title}</Link>
              </strong>
              {item.updatedAt && (
                <span className="meta">
                  <Ago prefix="updated " at={item.updatedAt} now={now} />
                </span>
              )}
            </span>
            {item.shape?.length ? <Strip columns={item.shape} /> : <span />}
            <span className="num">
              {typeof item.rowCount === "number"
                ? counted(item.rowCount, "row")
                : item.shape?.length
                  ? counted(item.shape.length, "column")
                  : ""}
            </span>
          </li>
        ))}
        <li className="foot">
          <span>
            <Icon of={KeyRound} size="sm" /> One key and one address for each table
          </span>
        </li>
      </ul>
      <Strands
        paths={[30, 90, 150, 210].map((y, at) => {
          const leaves = 115.5 + at * 3;
          return { d: `M0 ${leaves}C60 ${leaves} 40 ${y} 100 ${y}`, second: at % 2 === 1 };
        })}
      />
    </>
  );
}

/** Lines between two columns; every second one in the second colour. */
function Strands({ paths }: { paths: readonly { d: string; second: boolean }[] }) {
  return (
    <svg className="flows" viewBox="0 0 100 240" preserveAspectRatio="none" aria-hidden="true">
      {paths.map(({ d, second }) => (
        <path key={d} className={second ? "b" : undefined} d={d} />
      ))}
    </svg>
  );
}

function LiveItems({ items, itemCount, now }: LandingViewProps) {
  return (
    <section className="band" aria-labelledby="live-title">
      <div className="band-head">
        <h2 id="live-title">In the DataStore now</h2>
        <Link to="/datastore">All {formatCount(itemCount)} datasets and connectors</Link>
      </div>
      <div className="live">
        {items.slice(0, 3).map((item) => (
          <article className="panel" key={item.id}>
            <p className="badges">
              <KindBadge kind={item.kind} version={item.version} />
            </p>
            <h3>
              <Link to={profileHref(item)}>{item.title}</Link>
            </h3>
            <p className="quiet line-clamp-3">{item.description}</p>
            <p className="meta">
              {item.updatedAt && (
                <span className="status status-ok">
                  <Ago at={item.updatedAt} now={now} />
                </span>
              )}
              {typeof item.rowCount === "number" && <span>{counted(item.rowCount, "row")}</span>}
              {item.subscriberCount > 0 && <span>{counted(item.subscriberCount, "user")}</span>}
              {item.price !== undefined && <span>{formatPrice(item.price)}</span>}
            </p>
          </article>
        ))}
      </div>
    </section>
  );
}

function Sample({ sample, origin, signedIn }: LandingViewProps & { sample: NonNullable<LandingViewProps["sample"]> }) {
  const shownColumns = 5;
  const { columns, rows, total, truncated } = sample.preview;
  const shown = {
    columns: columns.slice(0, shownColumns).map(({ name, type }) => ({ name, type })),
    rows,
    total,
    ...(truncated ? { truncated } : {}),
  };
  const url = rowsAddress({ origin, table: sample.tableName });
  const text = `import pandas as pd\n\ndf = pd.read_csv(\n  "${url}",\n  storage_options={"Authorization": "Bearer your key"},\n)\nprint(df.head())`;
  return (
    <section className="band" aria-labelledby="try-title">
      <div className="panel try">
        <div className="stack">
          <h2 id="try-title">Look first, then open it</h2>
          <p className="quiet">
            Ten rows of every public dataset can be read without an account. With the key of your free account you open
            the whole table, with no row limit unless you ask for one.
          </p>
          <CodeBlock text={text} name="the pandas lines">
            <span className="k">import</span> pandas <span className="k">as</span>
            {" pd\n\ndf = pd.read_csv(\n  "}
            <span className="s">"{url}"</span>
            {",\n  storage_options={"}
            <span className="s">"Authorization"</span>
            {": "}
            <span className="s">
              "Bearer <span className="v">your key</span>"
            </span>
            {"},\n)\nprint(df.head())"}
          </CodeBlock>
          <p className="row">
            <ButtonLink to={profileHref(sample.item)}>Look at {sample.item.title}</ButtonLink>
            {!signedIn && (
              <ButtonLink kind="quiet" to="/register">
                Register, free
              </ButtonLink>
            )}
          </p>
        </div>
        <div className="preview">
          <DataTable name={`First rows of ${sample.item.title}`} preview={shown} />
          <p className="table-foot meta">
            {formatCount(rows.length)} sample {plural(rows.length, "row")} of {formatCount(total)},{" "}
            {shown.columns.length} of {counted(columns.length, "column")}
          </p>
        </div>
      </div>
    </section>
  );
}
