import { z } from "zod";
import { stopWords } from "../../connectors/stop-words.ts";
import { readForTest } from "../../connectors/try-calls.ts";
import { tryFields, tryingOf } from "../../connectors/try-fields.ts";
import { apiRoute, call, failure } from "../../http/api-route.ts";
import { NAME_ONE, triedAnswer } from "./tried-answer.ts";

/** POST /api/connectors/test-read: reads the beginning of every operation and tells what was asked and answered. */
const handle = apiRoute({
  POST: call({
    who: "user",
    unkept: true,
    body: z.strictObject(tryFields),
    run: async ({ context, viewer, body }) => {
      const trying = tryingOf(body);
      if (!trying) return failure(NAME_ONE, 400);
      return triedAnswer(await readForTest(context.platform, trying, viewer), ({ operations, ...read }) => ({
        ...read,
        operations: operations.map(({ stop, ...rest }) => ({ ...rest, stop, stopped: stopWords(stop) })),
      }));
    },
  }),
});

export const loader = handle;
export const action = handle;
