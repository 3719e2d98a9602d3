import { z } from "zod";
import { check } from "../../trying/try-calls.ts";
import { tryFields } from "../../trying/try-fields.ts";
import { apiRoute, call } from "../../http/json-api/api-route.ts";
import { triedAnswer } from "./tried-answer.ts";

/** POST /api/connectors/check: whether the API answers to these credentials. */
const handle = apiRoute({
  POST: call({ who: "user", unkept: true, body: z.strictObject(tryFields), run: triedAnswer(check) }),
});

export const loader = handle;
export const action = handle;
