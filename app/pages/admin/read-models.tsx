import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isKnown } from "#domain/use-cases/all-events.ts";
import { cutText } from "#domain/core/text/text.ts";
import { skipEvent } from "#domain/use-cases/administration/skip-event.ts";
import { refuse, toCallResult } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { readForm, redirectWithMessage, refusedForm, text } from "../../http/forms/page.ts";
import type { ReadModelReport } from "../../platform.ts";
import { adminMeta } from "./admin-frame.tsx";
import { adminOf } from "./admin-page.ts";
import { type ReadModelsPage, ReadModelsView, type ShownEvent } from "./read-models-view.tsx";

export const meta = adminMeta("Read models");

const HERE = "/admin/read-models";
const SHOWN_DATA_CHARS = 20_000;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ReadModelsPage> {
  await adminOf(context, request);
  const { readModelsAdmin, ports } = context.platform;
  const [models, unknownTypes, now] = await Promise.all([
    readModelsAdmin.report(),
    readModelsAdmin.unknownTypes(),
    ports.clock.now(),
  ]);
  return {
    now: now.toISOString(),
    unknownTypes: unknownTypes.map(({ type, stream }) => ({ type, stream })),
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
  await adminOf(context, request);
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
    return redirectWithMessage.error(HERE, "This read model is no longer halted at this event.");
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
    isKnown: isKnown(event),
    data: cutText(JSON.stringify(data, null, 2), SHOWN_DATA_CHARS),
  };
}

export default function ReadModels() {
  const answer = useActionData<typeof action>();
  return <ReadModelsView {...useLoaderData<typeof loader>()} {...(answer ? { form: answer.form } : {})} />;
}
