import type { Pages } from "../browser/pages.ts";
import { loadEnded } from "../browser/load-ended.ts";
import { madeAt } from "../browser/window.ts";
import type { Made, Outcome } from "../http/answers.ts";
import { type HttpCalls, made, outcome } from "../http/http-calls.ts";

/** What a user does with datasets whose file is at an address. */
export type Addresses = {
  /** Publishes the file at an address, and waits until its rows can be read or it is refused. */
  publishFrom(dataset: { readonly title: string; readonly url: string }): Promise<Made>;
  /** Fetches the file again, and waits for the end. */
  refresh(datasetId: string): Promise<Outcome>;
  /** Sets after how many hours the file is fetched again. */
  refreshEvery(datasetId: string, hours: number): Promise<Outcome>;
  /** The address of the file; null: this person is not shown it. */
  addressShown(datasetId: string): Promise<string | null>;
};

/** The same by calls of the API. */
export function httpAddresses({ call, post }: HttpCalls): Addresses {
  return {
    publishFrom: async ({ title, url }) => made(await post("/api/assets/from-url", { title, url, is_public: true })),
    refresh: async (id) => outcome(await post(`/api/assets/${id}/refresh`, {})),
    async refreshEvery(id, hours) {
      const body = { refresh_interval: hours * 60 };
      return outcome(await call("PATCH", `/api/assets/${id}/source`, { body }));
    },
    async addressShown(id) {
      const { json } = await call("GET", `/api/assets/${id}/source`);
      return "url" in json ? json.url : null;
    },
  };
}

/** The same on the pages of a dataset. */
export function browserAddresses({ at }: Pages): Addresses {
  return {
    async publishFrom({ title, url }) {
      const window = await at("/upload?tab=dataset");
      const { page, settle } = window;
      await page.getByRole("link", { name: "Load it from a web address instead" }).click();
      await page.getByLabel("Address of a file").fill(url);
      await settle();
      await page.getByLabel("Title").fill(title);
      const { said } = await window.send(page.getByRole("button", { name: "Publish Dataset" }));
      await loadEnded(window);
      return madeAt(page.url(), said);
    },
    async refresh(datasetId) {
      const window = await at(`/dataset_profile/${datasetId}`);
      const sent = await window.send(window.page.getByRole("button", { name: "Refresh now" }));
      return (await loadEnded(window)) ? window.outcome() : sent;
    },
    async refreshEvery(datasetId, hours) {
      const { page, send } = await at(`/dataset_profile/${datasetId}`);
      await page.getByLabel("Fetch it again every").fill(String(hours));
      await page.getByLabel("Unit").selectOption("hours");
      return send(page.getByRole("button", { name: "Save interval" }));
    },
    async addressShown(datasetId) {
      const { page } = await at(`/dataset_profile/${datasetId}`);
      const shown = page.getByRole("region", { name: "Address of the file" }).locator("code");
      return (await shown.count()) === 0 ? null : shown.innerText();
    },
  };
}
