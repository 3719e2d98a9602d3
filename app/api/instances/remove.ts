import { z } from "zod";
import { disconnect } from "../../connectors/connector-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

export const removeInstance = endpoint({
  method: "POST",
  path: "/api/connectors/remove/{instanceId}",
  who: "owner",
  about: "instance",
  summary: "Removes a connection.",
  answers: { 200: { body: z.strictObject({ message: z.string() }) } },
  run: async ({ context, viewer, params: { instanceId }, cause }) =>
    answered(await disconnect(context.platform, instanceId, viewer, cause), 200, () => ({
      message: "The connection was removed.",
    })),
});
