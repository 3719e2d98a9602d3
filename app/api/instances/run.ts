import { z } from "zod";
import type { RunRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { CallResult } from "../../http/call-result.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint, type EndpointRequest } from "../../http/json-api/endpoint.ts";
import { splitOverride } from "../../instances/setup-fields.ts";
import { runAsItStands, runNow } from "../../runs/run-calls.ts";
import type { AppContext } from "../../platform.ts";
import { LOOK_AGAIN_S, preferenceOf, runStatusUrl } from "../../waiting/accepted.ts";
import { acceptedRunBody, runBody, runShape } from "../shapes/run-shape.ts";
import { raw } from "#domain/core/text/text-schemas.ts";

const body = z.strictObject({
  override: z.boolean().optional(),
  restart: z.boolean().optional(),
  settings: z.record(raw("a key"), z.json()).optional(),
});
const WAIT_MS = 30_000;

/** A run as the answer to Run Now: 202 while it is in progress. */
function answeredRun({ platform: { site } }: AppContext, result: CallResult<RunRow>, headers: HeadersInit = {}) {
  if (!result.ok) return result;
  if (result.value.status !== "running") return answer(200, runShape(result.value), headers);
  const body = { ...runShape(result.value), status_url: runStatusUrl(site, result.value.id) };
  return answer(202, body, { ...headers, "Retry-After": String(LOOK_AGAIN_S) });
}

const accepted = {
  body: acceptedRunBody,
  about: "while it goes on; status_url is where to wait for its end",
  location: ({ status_url }: { status_url: string }) => status_url,
};

type RunRequest = EndpointRequest<UserRow, z.infer<typeof body>, unknown, { readonly instanceId: string }>;

async function run({ context, request, viewer, params: { instanceId }, body, cause }: RunRequest) {
  const { settings, override } = splitOverride(body.settings);
  const { waitMs, headers } = preferenceOf(request.headers.get("Prefer"), WAIT_MS);
  const asked = {
    instanceId,
    override: body.override ?? override ?? null,
    settings: settings ?? null,
    restart: body.restart ?? false,
    waitMs,
  };
  return answeredRun(context, await runNow(context.platform, asked, viewer, cause), headers);
}

async function later({ context }: RunRequest, { runId }: { readonly runId: string }) {
  return answeredRun(context, await runAsItStands(context.platform, runId));
}

export const runInstance = endpoint({
  method: "POST",
  path: "/api/connectors/instance/{instanceId}/run",
  who: "owner",
  scope: "run",
  about: "instance",
  summary:
    "Runs a connection and waits up to 30 seconds for the end, or as long as Prefer: wait=N or respond-async says.",
  body,
  answers: {
    200: { body: runBody, about: "a run, version being the connector's" },
    202: accepted,
  },
  run,
  later,
});

export const runByShortAddress = endpoint({
  method: "POST",
  path: "/api/connectors/run/{instanceId}",
  who: "owner",
  scope: "run",
  about: "instance",
  summary: "The same under its other address.",
  body,
  answers: { 200: { body: runBody, about: "a run" }, 202: accepted },
  run,
  later,
});
