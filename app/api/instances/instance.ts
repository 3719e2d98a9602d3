import { z } from "zod";
import { configure } from "../../connectors/connector-calls.ts";
import { NOT_FOUND } from "../../http/call-result.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { instanceBody, instanceShape, instanceWithRunBody, instanceWithRunShape } from "../shapes/instance-shape.ts";
import { instanceWithRun, instanceWithSetup } from "../../instances/instances.ts";
import { hostsField, namedHosts, setupChanges, setupFields } from "../../instances/setup-fields.ts";

export const getInstance = endpoint({
  method: "GET",
  path: "/api/connectors/instance/{instanceId}",
  who: "owner",
  about: "instance",
  summary: "A connection, with its tables and its last run.",
  answers: { 200: { body: instanceWithRunBody, about: "the connection" } },
  run: async ({ context, viewer, params: { instanceId } }) => {
    const instance = await instanceWithRun(context.platform, instanceId, viewer);
    return instance ? answer(200, instanceWithRunShape(instance, context.key)) : NOT_FOUND;
  },
});

export const changeInstance = endpoint({
  method: "PATCH",
  path: "/api/connectors/instance/{instanceId}",
  who: "owner",
  about: "instance",
  summary: "Changes the set-up of a connection; another host must be named in hosts, and the secrets given anew.",
  body: z.strictObject({ ...setupFields, hosts: hostsField }),
  answers: { 200: { body: instanceBody, about: "the connection" } },
  run: async ({ context, viewer, params: { instanceId }, body: { hosts, ...fields }, cause }) => {
    const changes = { ...setupChanges(fields), ...namedHosts(context, hosts) };
    const result = await configure(context.platform, instanceId, changes, viewer, cause);
    if (!result.ok) return result;
    const row = await context.platform.queries.instances.byId(instanceId);
    return row ? answer(200, instanceShape(await instanceWithSetup(context.platform, row, viewer))) : NOT_FOUND;
  },
});
