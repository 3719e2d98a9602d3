import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { apiGuide } from "../../api/openapi/api-description.ts";
import { idOf } from "../../documentation/doc-page.ts";
import { Markdown } from "../../markdown/markdown-view.tsx";
import { parseMarkdown } from "../../markdown/parse-markdown.ts";
import { CodeBlock } from "../../ui/code/code-block.tsx";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";
import { PageContents } from "../../ui/layout/page-contents.tsx";
import { callGroups, type CallDoc, type CallGroup } from "./call-facts.ts";
import { GroupTabs } from "./group-tabs.tsx";

export const meta: MetaFunction = () =>
  pageMeta({
    title: "API documentation | Tributary",
    description: "Every call of the API: its fields, its answer, and who may make it.",
  });

type Listed = Pick<CallGroup, "slug" | "name" | "about"> & {
  readonly calls: readonly Pick<CallDoc, "id" | "method" | "path" | "summary">[];
};

/** /api-documentation: what holds for every call, and a list of them. */
export function loader({ context }: LoaderFunctionArgs) {
  const { appUrl } = context.platform.site;
  return {
    appUrl,
    guide: apiGuide.map(({ title, text }) => ({ id: idOf(title), title, nodes: parseMarkdown(text) })),
    groups: callGroups(appUrl).map(({ slug, name, about, calls }): Listed => ({
      ...{ slug, name, about },
      calls: calls.map(({ id, method, path, summary }) => ({ id, method, path, summary })),
    })),
  };
}

export default function ApiDocumentation() {
  const { appUrl, guide, groups } = useLoaderData<typeof loader>();
  return (
    <ReadingPage title="API documentation" lead="What a person does on the pages, a program does here.">
      <GroupTabs groups={groups} />
      <div className="doc">
        <PageContents
          sections={[
            { id: "start", label: "A first call" },
            ...guide.map(({ id, title }) => ({ id, label: title })),
            { id: "calls", label: "All calls" },
          ]}
        />
        <div className="doc-body wide prose">
          <FirstCall appUrl={appUrl} />
          {guide.map(({ id, title, nodes }) => (
            <section key={id} className="stack" aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              <Markdown nodes={nodes} />
            </section>
          ))}
          <section className="stack" aria-labelledby="calls">
            <h2 id="calls">All calls</h2>
            {groups.map((group) => (
              <GroupCalls key={group.slug} group={group} />
            ))}
          </section>
        </div>
      </div>
    </ReadingPage>
  );
}

function FirstCall({ appUrl }: { appUrl: string }) {
  return (
    <section className="stack" aria-labelledby="start">
      <h2 id="start">A first call</h2>
      <p>
        Make a key under <Link to="/account?tab=api-keys">API keys</Link>, and send it with each call. This one lists
        the tables that the key can read:
      </p>
      <CodeBlock
        name="first call"
        text={`curl "${appUrl}/api/stream/data" \\\n  -H "Authorization: Bearer $TRIBUTARY_KEY"`}
      />
      <p>
        <a href="/api/openapi.json">/api/openapi.json</a> describes every call in full, as an OpenAPI 3.1 document: for
        Postman, for client generators, and for these pages. Tools that do not read 3.1 take{" "}
        <a href="/api/openapi-3.0.json">/api/openapi-3.0.json</a>.
      </p>
    </section>
  );
}

function GroupCalls({ group: { slug, name, about, calls } }: { group: Listed }) {
  return (
    <>
      <h3 id={slug}>
        <Link to={`/api-documentation/${slug}`}>{name}</Link>
      </h3>
      <p className="meta">{about}</p>
      <div className="panel">
        <ScrollTable label={`Calls of ${name}`} heads={["Call", "What it does"]}>
          {calls.map(({ id, method, path, summary }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={`/api-documentation/${slug}#${id}`}>
                  <code>
                    {method} {path}
                  </code>
                </Link>
              </th>
              <td className="wrap-cell" data-head="What it does">
                {summary}
              </td>
            </tr>
          ))}
        </ScrollTable>
      </div>
    </>
  );
}
