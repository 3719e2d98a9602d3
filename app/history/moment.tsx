import type { ReactNode } from "react";
import { cutText } from "#domain/core/text/text.ts";
import { formatDate } from "../ui/data/format.ts";

/** "2026-11-01T10:00:05.123456Z" as "1 November 2026, 10:00:05 UTC". */
export function momentWords(time: string): string {
  return `${formatDate(time)}, ${time.slice(11, 19)} UTC`;
}

/** A time in the form of a control for it, to the second or, if it says more, the millisecond. */
export function controlTime(time: string | null): string {
  if (time === null) return "";
  return time.endsWith(".999999Z") ? cutText(time, 19) : cutText(time, 23);
}

/** A time of the log, which says it to the microsecond: as people read it. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {cutText(at, 10)} {at.slice(11, 19)}
    </time>
  );
}

export type Said = { readonly term: string; readonly value: ReactNode };

/** Terms with what was said of each; those without a value are left out. */
export function SaidList({ said }: { said: readonly Said[] }) {
  const filled = said.filter(({ value }) => value !== null && value !== undefined && value !== "" && value !== false);
  return (
    <dl className="means">
      {filled.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of what something was, as a panel with a heading of its own. */
export function Part({
  id,
  title,
  meta,
  children,
}: {
  id: string;
  title: string;
  meta?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h3 className="sub" id={id}>
          {title}
        </h3>
        {meta !== undefined && <span className="meta">{meta}</span>}
      </div>
      {children}
    </section>
  );
}
