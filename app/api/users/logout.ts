import { apiRoute, call, json } from "../../http/json-api/api-route.ts";

/** POST /api/users/logout: ends the session on the server and takes the cookie away. */
const handle = apiRoute({
  POST: call({
    who: "anyone",
    run: async ({ context }) => {
      const cookie = await context.platform.sessionDoor.close(context.session?.sid ?? null);
      return json({ message: "You are logged out.", redirect: "/login" }, 200, { "Set-Cookie": cookie });
    },
  }),
});

export const loader = handle;
export const action = handle;
