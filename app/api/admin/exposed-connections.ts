import { z } from "zod";
import { EXPOSURES } from "#domain/instance/stop.ts";
import { NEWEST_EXPOSED } from "#projections/instances/queries.ts";
import { answerExposure, type ExposedConnection, exposedConnections } from "../../administration/exposed-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";

const path = "/api/admin/exposed-connections";
const body = z.strictObject({
  id: z.string(),
  connector_id: z.string(),
  title: z.string(),
  version: z.number().nullable(),
  owner: z.string(),
  why: z.enum(EXPOSURES),
  since: z.string(),
  stopped: z.boolean(),
  reminded_at: z.string().nullable(),
});

function shape(each: ExposedConnection): z.infer<typeof body> {
  const { id, connectorId, title, version, owner, why, since, stopped, remindedAt } = each;
  const times = { since, reminded_at: remindedAt };
  return { id, connector_id: connectorId, title, version, owner, why, stopped: stopped !== null, ...times };
}

export const listExposed = endpoint({
  method: "GET",
  path,
  who: "admin",
  summary: "The connections whose credentials may have left, the newest first.",
  query: listQuery(NEWEST_EXPOSED, {}),
  answers: { 200: { body: z.array(body), about: "connections until their owners have replaced the credentials" } },
  run: async (request) =>
    listAnswer(request, await exposedConnections(request.context.platform, rangeOf(request.query)), shape),
});

const done = z.strictObject({ id: z.string() });

export const remindOwner = endpoint({
  method: "POST",
  path: `${path}/{id}/remind`,
  who: "admin",
  summary: "Tells the owner of such a connection again to replace its credentials.",
  answers: { 200: { body: done } },
  run: async ({ context, params: { id }, cause }) =>
    answered(await answerExposure(context.platform, { id, answer: "remind" }, cause), 200, (value) => value),
});

export const stopExposed = endpoint({
  method: "POST",
  path: `${path}/{id}/stop`,
  who: "admin",
  summary: "Stops such a connection until its owner has replaced its credentials.",
  answers: { 200: { body: done } },
  run: async ({ context, params: { id }, cause }) =>
    answered(await answerExposure(context.platform, { id, answer: "stop" }, cause), 200, (value) => value),
});
