import { z } from "zod";
import { activate } from "../../connectors/connector-calls.ts";
import { hostsField, namedHosts, setupChanges, setupFields } from "../../instances/setup-fields.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { instanceWithRun } from "../../instances/instances.ts";
import { outputsBody, outputsShape } from "../shapes/instance-shape.ts";
import { line } from "#domain/core/text/text-schemas.ts";

export const activateConnector = endpoint({
  method: "POST",
  path: "/api/connectors/activate",
  who: "user",
  about: "connector",
  names: { connector_id: "connector" },
  summary: "Connects you to a connector.",
  body: z.strictObject({ connector_id: line(), ...setupFields, hosts: hostsField }),
  answers: {
    201: {
      body: z.strictObject({ id: z.string(), output_table_name: z.string(), outputs: outputsBody }),
      location: ({ id }: { id: string }) => `/api/connectors/instance/${id}`,
    },
  },
  run: async ({ context, viewer, body: { connector_id, hosts, ...fields }, cause }) => {
    const changes = { ...setupChanges(fields), ...namedHosts(context, hosts) };
    const made = await activate(context.platform, connector_id, changes, viewer, cause);
    if (!made.ok) return made;
    const { id, tableName } = made.value;
    const instance = await instanceWithRun(context.platform, id, viewer);
    return answer(201, { id, output_table_name: tableName, outputs: instance ? outputsShape(instance) : [] });
  },
});
