import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { JOB_STATES, type JobState } from "#domain/core/ports/work-ports.ts";
import { pageWithin } from "#domain/core/lists/list-page.ts";
import { removeJob, retryJob } from "../../../administration/job-calls.ts";
import { refuse } from "../../../http/call-result.ts";
import { pageNumber, readForm, redirectWithMessage, refusedForm, text } from "../../../http/forms/page.ts";
import { adminMeta } from "../admin-frame.tsx";
import { adminOf } from "../admin-page.ts";
import { jobWord } from "./job-words.ts";
import { type JobsPage, JobsView } from "./jobs-view.tsx";

export const meta = adminMeta("Jobs");

const HERE = "/admin/jobs";
const PER_PAGE = 50;

/** `?state=`, `?kind=`, `?page=` */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<JobsPage> {
  await adminOf(context, request);
  const { searchParams } = new URL(request.url);
  const { jobsAdmin, ports } = context.platform;
  const [asked, name] = [pageNumber(searchParams), searchParams.get("kind")];
  const state = stateNamed(searchParams.get("state"));
  const [kinds, { items, total }, now] = await Promise.all([
    jobsAdmin.kinds(),
    jobsAdmin.page({ state, name }, { limit: PER_PAGE, offset: (asked - 1) * PER_PAGE }),
    ports.clock.now(),
  ]);
  return {
    ...{ state, kind: name, now: now.toISOString(), ...pageWithin(asked, total, PER_PAGE) },
    kinds: kinds.map(({ dueAt, ...kind }) => ({ ...kind, dueAt: dueAt?.toISOString() ?? null })),
    jobs: items.map(({ since, nextAt, ...job }) => ({
      ...{ ...job, since: since.toISOString(), nextAt: nextAt?.toISOString() ?? null },
    })),
  };
}

function stateNamed(word: string | null): JobState | null {
  return JOB_STATES.find((state) => state === word) ?? null;
}

/** Posts `intent`: retry (`id`), remove (`id`). */
export async function action({ request, context }: ActionFunctionArgs) {
  await adminOf(context, request);
  const form = await readForm(request);
  const [intent, id] = [text(form, "intent"), text(form, "id")];
  // The list stays as it was filtered.
  const here = HERE + new URL(request.url).search;
  switch (intent) {
    case "retry": {
      const done = await retryJob(context.platform, id);
      if (!done.ok) return redirectWithMessage.error(here, done.error);
      return redirectWithMessage.success(here, `The job “${jobWord(done.value.name)}” starts now.`);
    }
    case "remove": {
      const done = await removeJob(context.platform, id);
      if (!done.ok) return redirectWithMessage.error(here, done.error);
      return redirectWithMessage.success(here, `The job “${jobWord(done.value.name)}” was removed.`);
    }
    default:
      return refusedForm(refuse("form-unknown"), form);
  }
}

export default function Jobs() {
  return <JobsView {...useLoaderData<typeof loader>()} />;
}
