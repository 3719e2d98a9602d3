import { verify } from "../../account/auth-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

/** GET /api/users/verify-email/{token}: may be fetched twice, and does not log in. */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    changes: true,
    run: async ({ context, params, cause }) =>
      answered(await verify(context, params["token"] ?? "", cause), ({ message, goOn }) => ({
        message,
        redirect: goOn,
      })),
  }),
});

export const loader = handle;
export const action = handle;
