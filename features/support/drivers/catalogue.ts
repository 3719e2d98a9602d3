import type { Pages } from "../browser/pages.ts";
import type { HttpCalls } from "./http-calls.ts";

/** What a person finds in the catalogue. */
export type Catalogue = {
  /** Ids of the matches of a search in the catalogue. */
  find(words: string): Promise<readonly string[]>;
  /** Whether this person can see such an item. */
  sees(kind: "connector" | "dataset", id: string): Promise<boolean>;
};

/** The same by calls of the API. */
export function httpCatalogue({ call }: HttpCalls): Catalogue {
  return {
    async find(words) {
      const lists = await Promise.all([
        call("GET", "/api/connectors?limit=1000&page=1"),
        call("GET", "/api/assets?limit=1000&page=1"),
      ]);
      return lists.flatMap(({ json }) => json.filter(({ title }) => title.includes(words)).map(({ id }) => id));
    },
    sees: async (kind, id) =>
      (await call("GET", kind === "connector" ? `/api/connectors/${id}` : `/api/assets/${id}`)).status === 200,
  };
}

/** The same on the pages of the DataStore and of items. */
export function browserCatalogue({ window, at }: Pages): Catalogue {
  return {
    async find(words) {
      const { page } = await at(`/datastore?q=${encodeURIComponent(words)}`);
      const links = await page
        .locator(".results a[href*='_profile/']")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
      return links.map((link) => link.split("/").at(-1) ?? "");
    },
    sees: async (kind, id) => (await (await window()).open(`/${kind}_profile/${id}`)) === 200,
  };
}
