import type { ReactNode } from "react";

/** A section of a page with its heading. `meta`: a word beside the heading; `end`: an action at the right. */
export function Block({
  id,
  title,
  meta,
  end,
  children,
}: {
  id: string;
  title: ReactNode;
  meta?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <div className="block-head">
        <h2 id={id}>{title}</h2>
        {meta && <p className="meta">{meta}</p>}
        {end && <span className="end">{end}</span>}
      </div>
      {children}
    </section>
  );
}
