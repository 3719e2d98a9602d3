import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { PageContents, type PageSection } from "../../ui/layout/page-contents.tsx";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";
import { endpointGroups } from "../../api/endpoints.ts";
import type { TryFields } from "./try-call.ts";
import { tryFields } from "./try-fields.ts";
import { TryForm } from "./try-form.tsx";
import { describeEndpoint, type EndpointLine } from "./describe-endpoint.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta({
    title: "API documentation | Tributary",
    description: "Every call of the API: its fields, its answer, and who may make it.",
  });

/** The endpoints as text: their schemas stay on the server. */
export function loader() {
  return endpointGroups.map(({ name, endpoints }) => ({
    name,
    endpoints: endpoints.map((each) => ({ ...describeEndpoint(each), tries: tryFields(each) })),
  }));
}

export default function ApiDocumentation() {
  const groups = useLoaderData<typeof loader>();
  const sections: readonly PageSection[] = [
    { id: "rules", label: "Rules" },
    ...groups.map(({ name }) => ({ id: name.toLowerCase(), label: name })),
  ];
  return (
    <ReadingPage title="API documentation" lead="The pages of this site use the same calls.">
      <div className="doc">
        <PageContents sections={sections} />
        <div className="doc-body wide prose">
          <Rules />
          {groups.map(({ name, endpoints }) => (
            <section key={name} className="stack">
              <h2 id={name.toLowerCase()}>{name}</h2>
              <div className="panel">
                <ScrollTable label={`Calls of ${name}`} heads={["Call", "Who", "Fields", "Answer"]}>
                  {endpoints.map((one) => (
                    <Call key={`${one.method} ${one.path}`} call={one} />
                  ))}
                </ScrollTable>
              </div>
            </section>
          ))}
        </div>
      </div>
    </ReadingPage>
  );
}

/** What holds for every call. */
function Rules() {
  return (
    <>
      <h2 id="rules">Rules</h2>
      <ul>
        <li>
          <a href="/api/openapi.json">/api/openapi.json</a> describes every call in full, as an OpenAPI 3.1 document.
        </li>
        <li>
          Bodies are JSON objects with <code>Content-Type: application/json</code>. A field that a call does not know is
          a 400.
        </li>
        <li>
          Every error is <code>{'{ "error": "one sentence" }'}</code>: 400 bad input, 401 no session, 402 a price, 403
          not allowed, 404 not there or not yours to see, 405, 409 conflict or busy, 413 too large, 415, 422 key reused
          with another body, 429 too many, 503 not ready, 507 disk full.
        </li>
        <li>
          A definition that is refused comes with all its faults beside the sentence:{" "}
          <code>{'"faults": [{ "path", "message" }]'}</code>.
        </li>
        <li>
          A session is the cookie that login sets. Stream calls take the streaming key instead, as{" "}
          <code>Authorization: Bearer</code> or <code>api_key</code>; you will find it under{" "}
          <Link to="/manage?tab=stream">Manage Data</Link>.
        </li>
        <li>An unknown query parameter is a 400 too, and so is one that is given twice.</li>
        <li>
          Lists are arrays of 100 items; <code>limit</code> changes that (at most 1000). Follow <code>rel="next"</code>{" "}
          in <code>Link</code>: it holds a cursor, so no item is left out or shown twice when others come or go
          meanwhile. With <code>page</code>, which counts from 1, <code>Link</code> has the addresses of the first,
          previous, next and last page. <code>X-Total-Count</code> is the number of all items.
        </li>
        <li>
          <code>GET /api/assets</code> and <code>GET /api/connectors</code> have at most 100 items a page. Follow{" "}
          <code>rel="next"</code> and <code>rel="prev"</code> in <code>Link</code>: they hold cursors, so a page far
          back is as quick as the first. <code>X-Total-Count</code> comes with <code>total=true</code>, or with{" "}
          <code>page</code>. A page number reaches the first 10,000 items.
        </li>
        <li>
          With an <code>Idempotency-Key</code> a call that is sent again within 24 hours has one effect. Its answer is
          kept if it is a 2xx or says that the request itself is wrong (400, 404, 405, 410, 413, 414, 415, 422), and
          comes back marked <code>Idempotency-Replayed: true</code>. For a kept 202 you get the present state of the run
          or upload. Other answers (401, 402, 403, 408, 409, 429, 5xx) are not kept: the call is tried again.
        </li>
        <li>
          Values of <code>bigint</code> and <code>numeric</code> columns are JSON numbers with all their digits, in{" "}
          <code>/data</code> and in streams. JavaScript rounds integers beyond 2<sup>53</sup> and long decimals: with{" "}
          <code>?bigint=string</code> both types come as text. CSV does not change.
        </li>
      </ul>
    </>
  );
}

function Call({
  call: { method, path, who, fields, answer, tries },
}: {
  call: EndpointLine & { tries: TryFields | null };
}) {
  return (
    <tr>
      <th scope="row">
        <code>
          {method} {path}
        </code>
        {tries && <TryForm fields={tries} />}
      </th>
      <td>{who}</td>
      <td className="wrap-cell" data-head="Fields">
        {fields}
      </td>
      <td className="wrap-cell" data-head="Answer">
        {answer}
      </td>
    </tr>
  );
}
