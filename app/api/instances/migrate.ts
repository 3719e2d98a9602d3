import { z } from "zod";
import { migrate } from "../../connectors/connector-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { hostsField, namedHosts } from "../../instances/setup-fields.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { line, raw } from "#domain/core/text/text-schemas.ts";

export const migrateInstance = endpoint({
  method: "POST",
  path: "/api/connectors/migrate",
  who: "user",
  about: "connector",
  names: { old_connector_id: "connector", new_connector_id: "connector" },
  summary: "Moves your connection to another version of its connector.",
  body: z.strictObject({
    old_connector_id: line(),
    new_connector_id: line(),
    auth_data: z.record(raw("a key", 200), raw("a secret", 16_000)).optional(),
    settings: z.record(raw("a key", 200).min(1), z.json()).optional(),
    hosts: hostsField,
  }),
  answers: {
    200: {
      body: z.strictObject({ id: z.string(), message: z.string(), unknown_settings: z.array(z.string()) }),
    },
  },
  run: async ({ context, viewer, body, cause }) => {
    const { old_connector_id: from, new_connector_id: to, auth_data: auth, settings, hosts } = body;
    const request = {
      from,
      to,
      ...(auth ? { auth } : {}),
      ...(settings ? { settings } : {}),
      ...namedHosts(context, hosts),
    };
    return answered(await migrate(context.platform, request, viewer, cause), 200, ({ id, unknownSettings }) => ({
      id,
      message: "Connector migrated successfully!",
      unknown_settings: unknownSettings,
    }));
  },
});
