import { z } from "zod";
import { check } from "../../trying/try-calls.ts";
import { tryFields } from "../../trying/try-fields.ts";
import { checkBody } from "../shapes/tried-body.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { testAnswer } from "./tried-answer.ts";

export const checkConnection = endpoint({
  method: "POST",
  path: "/api/connectors/check",
  who: "user",
  about: "instance",
  skipIdempotency: true,
  summary: "Whether the API answers to these credentials.",
  body: z.strictObject(tryFields),
  answers: { 200: { body: checkBody } },
  run: testAnswer(check, ({ ok, message, status, ms }) => ({ ok, message, status, ms })),
});
