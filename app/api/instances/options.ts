import { z } from "zod";
import { optionsOf } from "../../trying/test-calls.ts";
import { tryFields } from "../../trying/test-fields.ts";
import { optionsBody } from "../shapes/test-body.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { testAnswer } from "../connectors/test-answer.ts";
import { line } from "#domain/core/text/text-schemas.ts";

const body = z.strictObject({ field: line(), ...tryFields });

export const fetchOptions = endpoint({
  method: "POST",
  path: "/api/connectors/options",
  who: "user",
  scope: "run",
  about: "instance",
  names: { connector_id: "connector", instance_id: "instance" },
  skipIdempotency: true,
  summary: "The choices of a field, as the API gives them now.",
  body,
  answers: { 200: { body: optionsBody, about: "{ ok, options: [{ value, label }] } or { ok: false, message }" } },
  run: testAnswer(
    (platform, trying, viewer, { field }: z.infer<typeof body>) => optionsOf(platform, trying, field, viewer),
    (found) =>
      found.ok
        ? { ok: true as const, options: found.options.map(({ value, label }) => ({ value, label })) }
        : { ok: false as const, message: found.message },
  ),
});
