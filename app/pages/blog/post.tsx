import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { throwNotFound } from "../../http/forms/page.ts";
import { type UseCase, useCases } from "../../blog/use-cases.ts";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Item not found"} | Tributary` },
];

/** /blog/{slug}: the use cases that the landing page names. */
export function loader({ params }: LoaderFunctionArgs): UseCase {
  return useCases.find(({ slug }) => slug === params["slug"]) ?? throwNotFound();
}

export default function Post() {
  const { title, text, steps } = useLoaderData<typeof loader>();
  return (
    <ReadingPage title={title} lead={text}>
      <div className="prose">
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          <Link to="/use-cases">All use cases</Link>
        </p>
      </div>
    </ReadingPage>
  );
}
