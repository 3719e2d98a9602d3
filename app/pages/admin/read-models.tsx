import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import { skipEvent } from "#domain/use-cases/administration/skip-event.ts";
import { refuse, toCallResult } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { redirectWithMessage, throwNotFound, readForm, refusedForm, text, viewerOf } from "../../http/forms/page.ts";
import type { AppContext, ReadModelReport } from "../../platform.ts";
import { type ReadModelsPage, ReadModelsView, type ShownEvent } from "./read-models-view.tsx";

export const meta: MetaFunction = () => [{ title: "Read models | Tributary" }, { name: "robots", content: "noindex" }];

const HERE = "/admin/read-models";
const SHOWN_DATA_CHARS = 20_000;

/** The page does not exist for anyone but admins. */
async function expectAdmin(context: AppContext, request: Request): Promise<void> {
  if (!(await viewerOf(context, request)).roles.includes("admin")) throwNotFound();
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ReadModelsPage> {
  await expectAdmin(context, request);
  const { readModelsAdmin, ports } = context.platform;
  const [models, now] = await Promise.all([readModelsAdmin.report(), ports.clock.now()]);
  return {
    now: now.toISOString(),
    models: models.map(({ model, state, position, behind, halted }) => ({
      model,
      state,
      position,
      behind,
      halted: halted && {
        rebuild: halted.rebuild,
        since: halted.since?.toISOString() ?? null,
        error: halted.error,
        event: shownEvent(halted.event),
      },
    })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await expectAdmin(context, request);
  const form = await readForm(request);
  const { readModelsAdmin, ports } = context.platform;
  const [intent, model, position, reason] = [
    text(form, "intent"),
    text(form, "model"),
    text(form, "position"),
    text(form, "reason"),
  ];
  if (intent === "retry") {
    if (await readModelsAdmin.resume(model, position))
      return redirectWithMessage.success(HERE, `The read model ${model} tries again.`);
    return redirectWithMessage.error(HERE, "This read model is not halted at this event any more.");
  }
  if (intent !== "skip") return refusedForm(refuse("form-unknown"), form);
  if (text(form, "confirmed") === "") return refusedForm(refuse("skip-unconfirmed"), form);
  const skipped = await toCallResult(
    context.platform,
    await skipEvent({ log: ports.log, halted: readModelsAdmin }, { model, position, reason }, causeOf(context)),
  );
  return skipped.ok
    ? redirectWithMessage.success(HERE, `The read model ${model} skips the event and goes on.`)
    : refusedForm(skipped, form);
}

/** As stored: personal fields stay encrypted. */
function shownEvent(event: NonNullable<ReadModelReport["halted"]>["event"]): ShownEvent | null {
  if (event === null) return null;
  const { type, stream, revision, position, recordedAt, data } = event;
  return {
    type,
    stream,
    revision,
    position,
    recordedAt,
    data: cutText(JSON.stringify(data, null, 2), SHOWN_DATA_CHARS),
  };
}

export default function ReadModels() {
  const answer = useActionData<typeof action>();
  return <ReadModelsView {...useLoaderData<typeof loader>()} {...(answer ? { form: answer.form } : {})} />;
}
