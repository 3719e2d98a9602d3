import { z } from "zod";
import { logIn } from "../../account/auth-calls.ts";
import { answered, apiRoute, call, json } from "../../http/json-api/api-route.ts";
import { localPath } from "../../local-path.ts";

const body = z.strictObject({ email: z.string(), password: z.string(), redirect: z.string().optional() });

/** POST /api/users/login */
const handle = apiRoute({
  POST: call({
    who: "anyone",
    body,
    run: async ({ context, body: { email, password, redirect } }) => {
      const result = await logIn(context, { email, password });
      if (!result.ok) return answered(result, () => null);
      return json({ redirect: localPath(redirect, "/manage"), message: "You are logged in." }, 200, {
        "Set-Cookie": result.value.cookie,
      });
    },
  }),
});

export const loader = handle;
export const action = handle;
