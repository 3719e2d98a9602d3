import type { Pages } from "../browser/pages.ts";
import type { HttpCalls } from "../http/http-calls.ts";

/** What a person needs so that programs can read for them. */
export type Streaming = {
  /** Makes a new streaming key; the previous one ends. */
  makeKey(): Promise<string>;
  /** The token of a spreadsheet in place of a key. */
  makeSpreadsheetToken(): Promise<string>;
};

/** The same by calls of the API. */
export function httpStreaming({ call, post }: HttpCalls): Streaming {
  return {
    async makeKey() {
      const { json: me } = await call("GET", "/api/users/me");
      return (await post("/api/dev/apikey", { email: me.email })).json.api_key;
    },
    makeSpreadsheetToken: async () => (await call("GET", "/api/token/excel")).json.token,
  };
}

/** The same on the page for streams. */
export function browserStreaming({ javascript, at, opener }: Pages): Streaming {
  return {
    async makeKey() {
      const { page, confirm, send } = await at("/manage?tab=stream");
      const name = "Generate New Key";
      if ((await page.getByText("No key yet.", { exact: true }).count()) > 0)
        await send(page.getByRole("button", { name }));
      else await confirm(opener(page.locator("main"), name), name);
      return (await page.locator(".key-line code").textContent()) ?? "";
    },
    async makeSpreadsheetToken() {
      const { page } = await at("/manage?tab=stream");
      let query = await page.getByRole("region", { name: "the Excel query" }).textContent();
      if (javascript) {
        await page.getByRole("button", { name: "Copy the Excel query" }).click();
        query = await page.evaluate(() => navigator.clipboard.readText());
      }
      return /token = "([^"]+)"/.exec(query ?? "")?.[1] ?? "";
    },
  };
}
