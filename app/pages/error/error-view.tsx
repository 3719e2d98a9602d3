import { useLocation } from "@remix-run/react";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";

export type Fault = { status: number; message?: string | undefined };

/** Of an error that is no answer. */
export const UNFORESEEN = 500;

/** 503 and 507 have sentences of their own; other faults of ours have none that would help. */
function isAway({ status, message }: Fault): boolean {
  return (status === 503 || status === 507) && message !== undefined && message !== "";
}

export function errorHeading({ status, message }: Fault): string {
  if (status >= UNFORESEEN && !isAway({ status, message })) return "This page could not be loaded";
  return message || "This page cannot be shown";
}

/**
 * Says what went wrong and what to do; never a stack trace. `message` is the sentence of a refusal (403, 429, 503 …).
 */
export function ErrorView({ status, message }: Fault) {
  const { pathname, search } = useLocation();
  const away = isAway({ status, message });
  return (
    <div className="wrap">
      <div className="page">
        <EmptyState title={errorHeading({ status, message })} level={1}>
          <p className="quiet">
            {away
              ? "Nothing that you had saved is lost."
              : status >= UNFORESEEN
                ? "Something went wrong on our side, and it has been recorded. What you had saved is safe."
                : "You may not have access to it, or it may need something else first."}{" "}
            <span className="meta">Error {status}</span>
          </p>
          <p className="row">
            <ButtonLink to={pathname + search} reloadDocument>
              Try again
            </ButtonLink>
            <ButtonLink kind="quiet" to="/">
              Go to the start page
            </ButtonLink>
          </p>
        </EmptyState>
      </div>
    </div>
  );
}
