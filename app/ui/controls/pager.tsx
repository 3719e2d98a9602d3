import { Link, useLocation, useSearchParams } from "@remix-run/react";

/** Pages of a list by `?page=`; nothing if there is only one. */
export function Pager({ page, pages }: { page: number; pages: number }) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  if (pages <= 1) return null;
  const to = (n: number) => {
    const next = new URLSearchParams(params);
    if (n === 1) next.delete("page");
    else next.set("page", String(n));
    return next.size ? `${pathname}?${next}` : pathname;
  };
  const near = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (n) => n === 1 || n === pages || Math.abs(n - page) <= 2,
  );
  return (
    <nav className="pages" aria-label="Pages">
      <ol>
        {page > 1 && (
          <li>
            <Link to={to(page - 1)} rel="prev">
              Previous
            </Link>
          </li>
        )}
        {near.map((n, at) => (
          <li key={n}>
            {at > 0 && n - (near[at - 1] ?? n) > 1 && <span aria-hidden="true">… </span>}
            <Link to={to(n)} aria-current={n === page ? "page" : undefined}>
              {n}
            </Link>
          </li>
        ))}
        {page < pages && (
          <li>
            <Link to={to(page + 1)} rel="next">
              Next
            </Link>
          </li>
        )}
      </ol>
    </nav>
  );
}
