import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { CodeBlock } from "../../ui/controls/code-block.tsx";
import { PageContents, type PageSection } from "../../ui/layout/page-contents.tsx";
import { DefinitionReference, referenceSections } from "./definition-reference.tsx";
import { definitionReference } from "./documentation-keys.ts";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";

export const meta: MetaFunction = () => [
  { title: "Documentation | Tributary" },
  {
    name: "description",
    content:
      "How a connector definition is written, and how tables are opened in Excel, Power BI, Python and other tools.",
  },
];

const after: readonly PageSection[] = [
  { id: "streams", label: "Streams" },
  { id: "excel", label: "Excel" },
  { id: "powerbi", label: "Power BI" },
  { id: "python", label: "Python" },
];

const python = `import pandas as pd

table = pd.read_csv(
    "https://…/api/stream/data?table=<table>&format=csv",
    storage_options={"Authorization": "Bearer <your key>"},
)`;

/** The reference is rendered on the server, so that no page contains the schema. */
export function loader() {
  return { groups: definitionReference() };
}

export default function Documentation() {
  const { groups } = useLoaderData<typeof loader>();
  const sections = useMemo(() => [...referenceSections(groups), ...after], [groups]);
  return (
    <ReadingPage
      title="Documentation"
      lead="How a connector definition is written, and how a table is opened where you work."
      updated="September 2025"
    >
      <div className="doc">
        <PageContents sections={sections} />
        <div className="doc-body prose">
          <DefinitionReference groups={groups} />
          <StreamsPart />
          <ToolsPart />
        </div>
      </div>
    </ReadingPage>
  );
}

/** How to read a table from its URL. */
function StreamsPart() {
  return (
    <>
      <h2 id="streams">Streams</h2>
      <p>
        Every table you can read has an address. Send your streaming key as <code>Authorization: Bearer</code>; you will
        find it under <Link to="/manage?tab=stream">Manage Data</Link>. Without <code>table</code> the answer lists what
        the key can read.
      </p>
      <CodeBlock
        text={'curl -H "Authorization: Bearer <your key>" "https://…/api/stream/data?table=<table>&format=csv"'}
        name="the curl line"
      />
      <p>
        <code>format</code> is json, ndjson or csv. <code>columns=a,b</code> chooses columns, <code>limit</code> and{" "}
        <code>offset</code> a part, <code>order=-day</code> the order; <code>level=gte.180</code> filters, with eq, neq,
        gt, gte, lt, lte, like, in and is. <code>count=exact</code> adds the number of rows as{" "}
        <code>X-Total-Count</code>, or answers 503 when counting takes longer than five seconds.
      </p>
      <p>
        In JSON and NDJSON, values of bigint and numeric columns are numbers with all their digits. Python reads
        integers of any length; JavaScript rounds those beyond 2<sup>53</sup>, and most tools round long decimals. With{" "}
        <code>bigint=string</code> both types come as text. Numbers inside JSON cells stay as they are.
      </p>
      <p>
        CSV holds every cell exactly as it is, also one that a spreadsheet would run as a formula. Excel&apos;s own
        address below disarms those.
      </p>
      <p>You can have six streams open at a time. A stream ends when nothing of it is read for a minute.</p>
    </>
  );
}

/** How to open a table in Excel, Power BI and Python. */
function ToolsPart() {
  return (
    <>
      <h2 id="excel">Excel</h2>
      <ol>
        <li>
          On <Link to="/manage?tab=stream">Manage Data</Link> choose the table and Excel, and copy the query.
        </li>
        <li>In Excel open Data, Get Data, From Other Sources, Blank Query, then Advanced Editor, and paste it.</li>
        <li>
          Press Done, then Close &amp; Load. Every column arrives as text; set its type in Power Query where you need
          one.
        </li>
      </ol>
      <p>
        The query holds a token in place of your key. It opens your tables for 15 minutes, at every stream address, and
        ends when you log out or generate a new key. After that Refresh All fails: copy the query again and paste it
        over the old one to get newer rows.
      </p>
      <h2 id="powerbi">Power BI</h2>
      <ol>
        <li>
          Copy the Power BI link from <Link to="/manage?tab=stream">Manage Data</Link>.
        </li>
        <li>
          In Power BI open Get data, Web, and paste it. Choose Anonymous when asked how to sign in: the link holds your
          key.
        </li>
        <li>Generate a new key when the link has got into the wrong hands; the old link stops at once.</li>
      </ol>
      <h2 id="python">Python</h2>
      <CodeBlock text={python} name="the Python lines" />
      <p>Keep the key out of the notebook: read it from an environment variable.</p>
    </>
  );
}
