import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { pageParameters } from "../data/page-asked.ts";

type Cursors = { readonly before?: string | null; readonly after?: string | null };

/** Addresses of pages of a list: this one with other page parameters. */
function usePageAddresses(prefix?: string) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const names = pageParameters(prefix);
  return (page: number | "last", cursors: Cursors = {}) => {
    const next = new URLSearchParams(params);
    for (const name of Object.values(names)) next.delete(name);
    if (page !== 1) next.set(names.page, String(page));
    if (cursors.before) next.set(names.before, cursors.before);
    if (cursors.after) next.set(names.after, cursors.after);
    return next.size ? `${pathname}?${next}` : pathname;
  };
}

/**
 * Pages of a list by `?page=`; nothing if there is only one. `prefix`: of the parameter, for a page with several lists.
 * `label` names the list then.
 */
export function Pager({
  page,
  pages,
  prefix,
  label,
}: {
  page: number;
  pages: number;
  prefix?: string;
  label?: string;
}) {
  const to = usePageAddresses(prefix);
  if (pages <= 1) return null;
  const near = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (n) => n === 1 || n === pages || Math.abs(n - page) <= 2,
  );
  return (
    <Pages
      page={page}
      numbers={near.map((n) => ({ n, to: to(n) }))}
      previous={page > 1 ? to(page - 1) : null}
      next={page < pages ? to(page + 1) : null}
      label={label}
    />
  );
}

/**
 * Pages of a list that is read from cursor to cursor: the first, the last and the neighbours of this one. `pages` is
 * null if nobody has counted them. `prefix`: of the parameters, for a page with several lists. `label` names the list
 * then.
 */
export function CursorPager({
  page,
  pages,
  before,
  after,
  prefix,
  label,
}: {
  page: number;
  pages: number | null;
  before: string | null;
  after: string | null;
  prefix?: string;
  label?: string;
}) {
  const to = usePageAddresses(prefix);
  const { pathname, search } = useLocation();
  if (before === null && after === null) return null;
  const previous = before === null ? null : page <= 2 ? to(1) : to(page - 1, { before });
  const next = after === null ? null : to(page + 1, { after });
  const numbers = [
    ...(page > 2 ? [{ n: 1, to: to(1) }] : []),
    ...(previous !== null && page > 1 ? [{ n: page - 1, to: previous }] : []),
    { n: page, to: pathname + search },
    ...(next === null ? [] : [{ n: page + 1, to: next }]),
    ...(pages !== null && pages > page + 1 ? [{ n: pages, to: to("last") }] : []),
  ];
  return <Pages page={page} numbers={numbers} previous={previous} next={next} label={label} />;
}

type PageLink = { readonly n: number; readonly to: string };

function Pages({
  page,
  numbers,
  previous,
  next,
  label = "Pages",
}: {
  page: number;
  numbers: readonly PageLink[];
  previous: string | null;
  next: string | null;
  label?: string | undefined;
}) {
  return (
    <nav className="pages" aria-label={label}>
      <ol>
        {previous !== null && (
          <li>
            <Link to={previous} rel="prev">
              Previous
            </Link>
          </li>
        )}
        {numbers.map(({ n, to }, at) => (
          <li key={n}>
            {at > 0 && n - (numbers[at - 1]?.n ?? n) > 1 && <span aria-hidden="true">… </span>}
            <Link to={to} aria-current={n === page ? "page" : undefined}>
              {n}
            </Link>
          </li>
        ))}
        {next !== null && (
          <li>
            <Link to={next} rel="next">
              Next
            </Link>
          </li>
        )}
      </ol>
    </nav>
  );
}
