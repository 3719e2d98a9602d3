import type { Pages } from "../browser/pages.ts";
import type { HttpCalls } from "../http/http-calls.ts";

/** What a person needs so that programs can read for them. */
export type Streaming = {
  /** Makes a new streaming key; the previous one ends. */
  makeKey(): Promise<string>;
  /** The token of a spreadsheet in place of a key. */
  makeSpreadsheetToken(): Promise<string>;
  /** Makes a key that opens one table alone, where the table is opened. */
  makeTableKey(table: string): Promise<string>;
  /** What calling a table as this tool does gives, in words. */
  checkTool(table: string, tool: string): Promise<string>;
};

/** The same by calls of the API. */
export function httpStreaming({ call, post, product, session }: HttpCalls): Streaming {
  return {
    async makeKey() {
      const { json: me } = await call("GET", "/api/users/me");
      return (await post("/api/dev/apikey", { email: me.email })).json.api_key ?? "";
    },
    async makeTableKey(table) {
      return (await post("/api/users/api-keys", { scopes: ["read"], tables: [table] })).json.secret ?? "";
    },
    async checkTool(table, tool) {
      const { text } = await product.call("POST", "/manage?tab=stream", {
        headers: {
          cookie: session.cookie,
          "sec-fetch-site": "same-origin",
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({ intent: "check-tool", table, tool }).toString(),
      });
      return /<strong>([^<]*arrived[^<]*)</.exec(text.replaceAll("<!-- -->", ""))?.[1] ?? text;
    },
    makeSpreadsheetToken: async () => (await call("GET", "/api/token/excel")).json.token,
  };
}

/** The same on the page for streams. */
export function browserStreaming({ at, opener }: Pages): Streaming {
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
      const { page, scripted } = await at("/manage?tab=stream");
      await page.locator("summary").filter({ hasText: "Or look now, without a key" }).click();
      let query = await page.getByRole("region", { name: "the Excel query" }).textContent();
      if (scripted) {
        await page.getByRole("button", { name: "Copy the Excel query" }).click();
        query = await scripted.evaluate(() => navigator.clipboard.readText());
      }
      return /token = "([^"]+)"/.exec(query ?? "")?.[1] ?? "";
    },
    async makeTableKey(table) {
      const { page, send } = await at(`/manage?tab=stream&tool=curl&table=${table}`);
      await send(page.locator("#how-curl").getByRole("button", { name: "Make a Key for This Table" }));
      const line = await page.getByRole("region", { name: "the curl command" }).textContent();
      return /Bearer (trib_\w+)"/.exec(line ?? "")?.[1] ?? "";
    },
    async checkTool(table, tool) {
      const { page, send } = await at(`/manage?tab=stream&tool=${tool}&table=${table}`);
      const step = page.locator(`#check-${tool}`);
      await send(step.getByRole("button", { name: "Check it works" }));
      return (await step.locator("p strong").textContent()) ?? "";
    },
  };
}
