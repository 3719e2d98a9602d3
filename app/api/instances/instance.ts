import { z } from "zod";
import { configure } from "../../connectors/connector-calls.ts";
import { NOT_FOUND } from "../../http/call-result.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { instanceBody, instanceShape } from "../shapes/instance-shape.ts";
import { instanceWithSetup } from "../../instances/instances.ts";
import { hostsField, namedHosts, setupChanges, setupFields } from "../../instances/setup-fields.ts";

export const changeInstance = endpoint({
  method: "PATCH",
  path: "/api/connectors/instance/{instanceId}",
  who: "owner",
  about: "instance",
  summary: "Changes the set-up of a connection.",
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
