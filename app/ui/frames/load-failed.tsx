import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { hrefWithReturn } from "../../local-path.ts";
import { NotFoundView } from "./not-found-view.tsx";
import { EmptyState } from "../layout/empty-state.tsx";
import { ButtonLink } from "../controls/button.tsx";

export const LOAD_FAILED = "Failed to load data.";

/** In place of rows that cannot be shown; `reason` if there is a better one. */
export function LoadFailed({ reason, signedIn }: { reason?: string | undefined; signedIn: boolean }) {
  return (
    <EmptyState title={LOAD_FAILED} level={2}>
      {reason !== undefined && reason !== LOAD_FAILED && <p className="quiet">{reason}</p>}
      {!signedIn && <LoginHint />}
    </EmptyState>
  );
}

/** In place of a profile that cannot be shown: it is not there, or it could not be read. */
export function ProfileFailed() {
  const error = useRouteError();
  const root = useRouteLoaderData<{ viewer: object | null }>("root");
  const { pathname, search } = useLocation();
  const refused = isRouteErrorResponse(error) ? error : null;
  if (refused?.status === 404) return <NotFoundView />;
  return (
    <div className="wrap">
      <div className="page">
        <EmptyState title={LOAD_FAILED} level={1}>
          <p className="quiet">
            {typeof refused?.data === "string" && refused.data !== ""
              ? refused.data
              : "Something went wrong on our side, and it has been recorded."}
          </p>
          {root?.viewer === null && <LoginHint />}
          <p className="row">
            <ButtonLink to={pathname + search} reloadDocument>
              Try again
            </ButtonLink>
            <ButtonLink kind="quiet" to="/datastore">
              Back to the DataStore
            </ButtonLink>
          </p>
        </EmptyState>
      </div>
    </div>
  );
}

function LoginHint() {
  const { pathname, search } = useLocation();
  return (
    <p className="quiet">
      You may need to <a href={hrefWithReturn("/login", pathname + search)}>log in</a> to see it.
    </p>
  );
}
