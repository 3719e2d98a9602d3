import { z } from "zod";
import { stopWords } from "../../trying/stop-words.ts";
import { readForTest } from "../../trying/try-calls.ts";
import { tryFields } from "../../trying/try-fields.ts";
import { apiRoute, call } from "../../http/json-api/api-route.ts";
import { triedAnswer } from "./tried-answer.ts";

/** POST /api/connectors/test-read: reads the beginning of every operation and tells what was asked and answered. */
const handle = apiRoute({
  POST: call({
    who: "user",
    unkept: true,
    body: z.strictObject(tryFields),
    run: triedAnswer(readForTest, ({ operations, ...read }) => ({
      ...read,
      operations: operations.map((each) => ({ ...each, stopped: stopWords(each.stop) })),
    })),
  }),
});

export const loader = handle;
export const action = handle;
