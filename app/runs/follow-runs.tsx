import { Link, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useFollow } from "../ui/feedback/follow.ts";
import { useHydrated } from "../ui/layout/hydrated.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import { showToast } from "../ui/feedback/toaster.tsx";
import { endOfRun } from "./describe-run.ts";
import type { RunSummary } from "./runs.tsx";

/**
 * How long the answer to a started run waits for its end: briefly for a page that follows it, longer for one without
 * JavaScript.
 */
const RUN_END_WAIT_MS = { followed: 400, alone: 3_000 };

const FOLLOWS = "follows";
const WATCHED = "watched";

/** Reloads the page's data during a run, and shows how it ended. */
export function useFollowRuns(runs: readonly RunSummary[]): void {
  useFollow(runs.some(({ status }) => status === "running"));
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const run of runs) {
      if (run.status === "running") running.current.add(run.id);
      else if (running.current.delete(run.id)) {
        const { id, kind, text, link } = endOfRun(run);
        showToast(kind, text, id, link ? { link } : {});
      }
    }
  }, [runs]);
}

/** In a form that starts a run: tells the server that this page follows it. */
export function FollowsRun() {
  return useHydrated() ? <input type="hidden" name={FOLLOWS} value="1" /> : null;
}

/** How long to wait for the end of a run that this form starts, in milliseconds. */
export function waitForRun(form: FormData): number {
  return form.has(FOLLOWS) ? RUN_END_WAIT_MS.followed : RUN_END_WAIT_MS.alone;
}

/**
 * Without JavaScript: a link that reloads the page, which then says how the run ended. `more`: another link follows.
 */
export function LookAgain({ runId, more = false }: { runId: string; more?: boolean }) {
  const [params] = useSearchParams();
  if (useHydrated()) return null;
  const query = new URLSearchParams(params);
  query.set(WATCHED, runId);
  return (
    <>
      <a href={`?${query}`}>Check again</a>
      {more && " · "}
    </>
  );
}

/** How the run of the link "Check again" ended. */
export function WatchedRun({ runs }: { runs: readonly RunSummary[] }) {
  const [params] = useSearchParams();
  const run = runs.find(({ id, status }) => id === params.get(WATCHED) && status !== "running");
  if (!run) return null;
  const { kind, text, link } = endOfRun(run);
  return (
    <Notice
      tone={kind === "success" ? "ok" : run.status === "partial" ? "warn" : "bad"}
      title={text}
      actions={link && <Link to={link.to}>{link.label}</Link>}
    />
  );
}
