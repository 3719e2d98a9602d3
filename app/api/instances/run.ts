import { z } from "zod";
import type { RunRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { CallResult } from "../../http/call-result.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint, type EndpointRequest } from "../../http/json-api/endpoint.ts";
import { splitOverride } from "../../instances/setup-fields.ts";
import { runAsItStands, runNow } from "../../runs/run-calls.ts";
import { runBody, runShape } from "../shapes/run-shape.ts";

const body = z.strictObject({
  override: z.boolean().optional(),
  restart: z.boolean().optional(),
  settings: z.record(z.string(), z.json()).optional(),
});
const WAIT_MS = 30_000;

/** A run as the answer to Run Now: 202 while it is in progress. */
function answeredRun(result: CallResult<RunRow>) {
  return result.ok ? answer(result.value.status === "running" ? 202 : 200, runShape(result.value)) : result;
}

type RunRequest = EndpointRequest<UserRow, z.infer<typeof body>, unknown, { readonly instanceId: string }>;

async function run({ context, viewer, params: { instanceId }, body, cause }: RunRequest) {
  const { settings, override } = splitOverride(body.settings);
  const request = {
    instanceId,
    override: body.override ?? override ?? null,
    settings: settings ?? null,
    restart: body.restart ?? false,
    waitMs: WAIT_MS,
  };
  return answeredRun(await runNow(context.platform, request, viewer, cause));
}

async function later({ context }: RunRequest, { runId }: { readonly runId: string }) {
  return answeredRun(await runAsItStands(context.platform, runId));
}

export const runInstance = endpoint({
  method: "POST",
  path: "/api/connectors/instance/{instanceId}/run",
  who: "owner",
  scope: "run",
  about: "instance",
  summary: "Runs a connection and waits up to 30 seconds for the end.",
  body,
  answers: {
    200: { body: runBody, about: "a run, version being the connector's" },
    202: { body: runBody, about: "while it goes on" },
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
  answers: { 200: { body: runBody, about: "a run" }, 202: { body: runBody, about: "while it goes on" } },
  run,
  later,
});
