import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import { findDestinations } from "../../jump/find-destinations.ts";
import { Button } from "../../ui/controls/button.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";

const LONGEST_TEXT = 100;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: `Jump to ${data?.q ?? ""}`.trim() + " | Tributary", noindex: true });

/** /jump?q=: the jump menu as a page; with JavaScript its dialog reads the same data. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const q = cutText((new URL(request.url).searchParams.get("q") ?? "").trim(), LONGEST_TEXT);
  return { q, groups: await findDestinations(context, q) };
}

export default function Jump() {
  const { q, groups } = useLoaderData<typeof loader>();
  return (
    <ReadingPage title="Jump to" lead="Tables, connections, runs, people and actions by name.">
      <Form className="row" role="search" aria-label="Jump to" action="/jump">
        <label className="visually-hidden" htmlFor="jump-q">
          Name
        </label>
        <input className="input max-w-80" id="jump-q" type="search" name="q" defaultValue={q} key={q} />
        <Button kind="primary">Search</Button>
      </Form>
      {groups.length === 0 && <p>Nothing found. Try another word.</p>}
      {groups.map(({ name, places }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ul className="places">
            {places.map(({ to, label, about }) => (
              <li key={to}>
                <Link to={to}>{label}</Link> <span className="meta">{about}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </ReadingPage>
  );
}
