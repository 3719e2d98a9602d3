import { Link } from "@remix-run/react";
import { useCases } from "../../blog/use-cases.ts";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";

/** Posts of type use_case, newest first; if there are none, the four named on the landing page. */
export type UseCasesViewProps = { posts: { slug: string; title: string; text: string }[] };

export function UseCasesView({ posts }: UseCasesViewProps) {
  const shown = posts.length > 0 ? posts : useCases;
  return (
    <ReadingPage title="Use cases" lead="What people do with a table that stays up to date.">
      <div className="columns">
        {shown.map(({ slug, title, text }) => (
          <article key={slug}>
            <h2 className="text-title">
              <Link to={`/blog/${slug}`}>{title}</Link>
            </h2>
            <p className="quiet">{text}</p>
          </article>
        ))}
      </div>
    </ReadingPage>
  );
}
