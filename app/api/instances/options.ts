import { z } from "zod";
import { optionsOf } from "../../trying/try-calls.ts";
import { tryFields } from "../../trying/try-fields.ts";
import { apiRoute, call } from "../../http/json-api/api-route.ts";
import { triedAnswer } from "../connectors/tried-answer.ts";

const body = z.strictObject({ ...tryFields, field: z.string() });

/** POST /api/connectors/options: the choices of a field, as the API gives them now. */
const handle = apiRoute({
  POST: call({
    who: "user",
    unkept: true,
    body,
    run: triedAnswer((platform, trying, viewer, { field }: z.infer<typeof body>) =>
      optionsOf(platform, trying, field, viewer),
    ),
  }),
});

export const loader = handle;
export const action = handle;
