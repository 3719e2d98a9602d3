import { z } from "zod";
import { optionsOf } from "../../connectors/try-calls.ts";
import { tryFields, tryingOf } from "../../connectors/try-fields.ts";
import { apiRoute, call, failure } from "../../http/api-route.ts";
import { NAME_ONE, triedAnswer } from "./tried-answer.ts";

/** POST /api/connectors/options: the choices of a field, as the API gives them now. */
const handle = apiRoute({
  POST: call({
    who: "user",
    unkept: true,
    body: z.strictObject({ ...tryFields, field: z.string() }),
    run: async ({ context, viewer, body: { field, ...rest } }) => {
      const trying = tryingOf(rest);
      return trying ? triedAnswer(await optionsOf(context.platform, trying, field, viewer), (value) => value) : failure(NAME_ONE, 400);
    },
  }),
});

export const loader = handle;
export const action = handle;
