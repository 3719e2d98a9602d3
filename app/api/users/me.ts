import { z } from "zod";
import { streamingKey } from "../../account/streaming-key.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

export const getMe = endpoint({
  method: "GET",
  isSecret: true,
  path: "/api/users/me",
  who: "user",
  limitedKeys: "all",
  summary: "Who is logged in.",
  answers: {
    200: {
      body: z.strictObject({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        plan: z.number(),
        api_key: z.string().nullable().describe("the streaming key; null when an API key asks"),
        roles: z.array(z.string()),
      }),
    },
  },
  run: async ({ context, viewer }) => {
    const { id, name, email, plan, roles } = viewer;
    // A key that may read must not turn into another one, which opens streams by itself.
    const key = context.key ? null : await streamingKey(context.platform, viewer);
    return answer(200, { id, name, email, plan, api_key: key, roles });
  },
});
