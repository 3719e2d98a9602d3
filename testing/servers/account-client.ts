import type { Answer } from "../call.ts";
import type { Person } from "../person.ts";

type Server = { call(method: string, path: string, ask?: object): Promise<Answer> };

/** What tests of the account page ask of a product. */
export function accountClient(product: () => Server) {
  return {
    /** Posts a form of a tab as a browser without JavaScript does. */
    send: (who: Person, tab: string, fields: Record<string, string>) =>
      who.post(`/account?tab=${tab}`, new URLSearchParams(fields).toString(), {
        "content-type": "application/x-www-form-urlencoded",
      }),
    logIn: async (email: string, password: string, userAgent = "curl/8") => {
      const answer = await product().call("POST", "/api/users/login", {
        body: { email, password },
        headers: { "user-agent": userAgent },
      });
      return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
    },
    isOpen: async (cookie: string) => {
      const headers = { cookie, "sec-fetch-site": "same-origin" };
      return (await product().call("GET", "/api/users/me", { headers })).status === 200;
    },
  };
}

/** The message that an answer leaves for the next page. */
export function flashOf(headers: Headers): string {
  const cookie = /flash=([^;]*)/.exec(headers.getSetCookie().join(" "))?.[1] ?? "";
  return Buffer.from(decodeURIComponent(cookie), "base64").toString();
}
