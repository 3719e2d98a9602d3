import { Form, useLocation, useRouteLoaderData } from "@remix-run/react";
import { hrefWithReturn } from "../../local-path.ts";
import { Button, ButtonLink } from "../controls/button.tsx";
import { EmptyState } from "../layout/empty-state.tsx";

export const NOT_FOUND = "Item not found";

/**
 * Nothing is at this URL, or nothing that the viewer may see: both look the same. Visitors can log in and come back.
 */
export function NotFoundView({
  title = NOT_FOUND,
  hint = "There is nothing at this address, or it is private. The link may be old, or mistyped.",
}: {
  title?: string;
  hint?: string;
}) {
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData<{ viewer: object | null }>("root");
  return (
    <div className="wrap">
      <div className="page">
        <EmptyState title={title} level={1}>
          <p className="quiet">{hint}</p>
          {root?.viewer === null && (
            <p className="row">
              <span>You may have to log in to see this.</span>
              <ButtonLink kind="primary" to={hrefWithReturn("/login", pathname + search)}>
                Login
              </ButtonLink>
            </p>
          )}
          <Form className="row" role="search" action="/datastore">
            <label className="visually-hidden" htmlFor="not-found-search">
              Search the DataStore
            </label>
            <input
              className="input max-w-80"
              id="not-found-search"
              type="search"
              name="q"
              placeholder="Search the DataStore"
            />
            <Button>Search</Button>
            <ButtonLink kind="quiet" to="/datastore">
              All datasets and connectors
            </ButtonLink>
          </Form>
        </EmptyState>
      </div>
    </div>
  );
}
