import { z } from "zod";
import { check } from "../../trying/test-calls.ts";
import { tryFields } from "../../trying/test-fields.ts";
import { checkBody } from "../shapes/test-body.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { testAnswer } from "./test-answer.ts";

export const checkConnection = endpoint({
  method: "POST",
  path: "/api/connectors/check",
  who: "user",
  scope: "run",
  about: "instance",
  names: { connector_id: "connector", instance_id: "instance" },
  skipIdempotency: true,
  summary: "Whether the API answers to these credentials.",
  body: z.strictObject(tryFields),
  answers: { 200: { body: checkBody } },
  run: testAnswer(check, ({ ok, message, status, ms }) => ({ ok, message, status, ms })),
});
