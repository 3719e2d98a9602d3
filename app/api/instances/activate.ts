import { z } from "zod";
import { activate } from "../../connectors/connector-calls.ts";
import { setupChanges, setupFields } from "../../instances/setup-fields.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

export const activateConnector = endpoint({
  method: "POST",
  path: "/api/connectors/activate",
  who: "user",
  about: "connector",
  summary: "Connects you to a connector.",
  body: z.strictObject({ connector_id: z.string(), ...setupFields }),
  answers: {
    201: {
      body: z.strictObject({ id: z.string(), output_table_name: z.string() }),
      location: ({ id }: { id: string }) => `/api/connectors/instance/${id}`,
    },
  },
  run: async ({ context, viewer, body: { connector_id, ...fields }, cause }) =>
    answered(
      await activate(context.platform, connector_id, setupChanges(fields), viewer, cause),
      201,
      ({ id, tableName }) => ({ id, output_table_name: tableName }),
    ),
});
