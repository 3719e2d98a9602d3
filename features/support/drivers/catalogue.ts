import type { Pages } from "../browser/pages.ts";
import type { HttpCalls } from "./http-calls.ts";

/** What a person finds in the catalogue. */
export type Catalogue = {
  /** Ids of the matches of a search in the catalogue. */
  find(words: string): Promise<readonly string[]>;
  /** The same with what has similar words only, the best matches first. */
  search(words: string): Promise<readonly string[]>;
  /** Whether this person can see such an item. */
  sees(kind: "connector" | "dataset", id: string): Promise<boolean>;
};

/** The same by calls of the API. */
export function httpCatalogue({ call }: HttpCalls): Catalogue {
  const found = async (words: string) => {
    const search = encodeURIComponent(words);
    const connectors = await call("GET", `/api/connectors?search=${search}`);
    const datasets = await call("GET", `/api/assets?search=${search}`);
    return [connectors, datasets].flatMap(({ json }) => json.map(({ id, title }) => ({ id, title })));
  };
  return {
    find: async (words) => (await found(words)).filter(({ title }) => title.includes(words)).map(({ id }) => id),
    search: async (words) => (await found(words)).map(({ id }) => id),
    sees: async (kind, id) =>
      (await call("GET", kind === "connector" ? `/api/connectors/${id}` : `/api/assets/${id}`)).status === 200,
  };
}

/** The same on the pages of the DataStore and of items. */
export function browserCatalogue({ window, at }: Pages): Catalogue {
  const search = async (words: string) => {
    const { page } = await at(`/datastore?q=${encodeURIComponent(words)}`);
    const links = await page
      .locator(".results a[href*='_profile/']")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    return links.map((link) => link.split("/").at(-1) ?? "");
  };
  return {
    find: search,
    search,
    sees: async (kind, id) => (await (await window()).open(`/${kind}_profile/${id}`)) === 200,
  };
}
