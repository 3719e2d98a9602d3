import { z } from "zod";
import { renewStreamingKey } from "../../account/streaming-key.ts";
import { refuse } from "../../http/call-result.ts";
import { replayedFields, shownOnce } from "../../http/keys/shown-once.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { line } from "#domain/core/text/text-schemas.ts";

export const renewKey = endpoint({
  method: "POST",
  path: "/api/dev/apikey",
  who: "user",
  scope: "session",
  summary: "Makes a new streaming key, for your own address only.",
  body: z.strictObject({ email: line().describe("your own") }),
  answers: {
    200: {
      body: z.strictObject({ api_key: shownOnce(), ...replayedFields }),
      about: "the key before stops working",
    },
  },
  run: async ({ context, viewer, body: { email }, cause }) => {
    if (email.trim().toLowerCase() !== viewer.email) return refuse("key-of-another");
    return answered(await renewStreamingKey(context.platform, viewer, cause), 200, ({ key }) => ({ api_key: key }));
  },
});
