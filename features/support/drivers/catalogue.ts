import type { Pages } from "../browser/pages.ts";
import type { HttpCalls } from "../http/http-calls.ts";

/** An item that a search found. */
export type Found = { readonly id: string; readonly title: string };

/** What a person finds in the catalogue. */
export type Catalogue = {
  /** What a search in the catalogue finds, also by similar words, the best matches first. */
  find(words: string): Promise<readonly Found[]>;
  /** Whether this person can see such an item. */
  sees(kind: "connector" | "dataset", id: string): Promise<boolean>;
};

/** The same by calls of the API. */
export function httpCatalogue({ call }: HttpCalls): Catalogue {
  return {
    async find(words) {
      const search = encodeURIComponent(words);
      const connectors = await call("GET", `/api/connectors?search=${search}`);
      const datasets = await call("GET", `/api/assets?search=${search}`);
      return [connectors, datasets].flatMap(({ json }) => json.map(({ id, title }) => ({ id, title })));
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
        .evaluateAll((all) => all.map((link) => [link.getAttribute("href") ?? "", link.textContent ?? ""] as const));
      return links.map(([href, title]) => ({ id: href.split("/").at(-1) ?? "", title: title.trim() }));
    },
    sees: async (kind, id) => (await (await window()).open(`/${kind}_profile/${id}`)) === 200,
  };
}
