import { z } from "zod";
import { check } from "../../connectors/try-calls.ts";
import { tryFields, tryingOf } from "../../connectors/try-fields.ts";
import { apiRoute, call, failure } from "../../http/api-route.ts";
import { NAME_ONE, triedAnswer } from "./tried-answer.ts";

/** POST /api/connectors/check: whether the API answers to these credentials. */
const handle = apiRoute({
  POST: call({
    who: "user",
    unkept: true,
    body: z.strictObject(tryFields),
    run: async ({ context, viewer, body }) => {
      const trying = tryingOf(body);
      return trying ? triedAnswer(await check(context.platform, trying, viewer), (value) => value) : failure(NAME_ONE, 400);
    },
  }),
});

export const loader = handle;
export const action = handle;
