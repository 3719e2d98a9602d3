import { Link } from "@remix-run/react";

export type UseCase = { slug: string; title: string; summary: string };

/** Posts about uses of the product. */
export function UseCases({ useCases }: { useCases: UseCase[] }) {
  return (
    <section className="band" aria-labelledby="cases-title">
      <div className="band-head">
        <h2 id="cases-title">Ways to use it</h2>
        <Link to="/use-cases">All use cases</Link>
      </div>
      <div className="cases">
        {useCases.map(({ slug, title, summary }) => (
          <article key={slug}>
            <h3>
              <Link to={`/blog/${slug}`}>{title}</Link>
            </h3>
            <p className="line-clamp-3">{summary}</p>
            <Link to={`/blog/${slug}`} aria-label={`Read More: ${title}`}>
              Read More
            </Link>
          </article>
        ))}
      </div>
    </section>
  );
}
