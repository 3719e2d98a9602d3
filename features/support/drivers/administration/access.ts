import type { Pages } from "../../browser/pages.ts";
import type { HttpCalls } from "../../http/http-calls.ts";

/** What is read of the access to datasets. */
export type Access = {
  /** The rules by which a user sees a dataset. */
  rulesFor(datasetId: string, userId: string): Promise<readonly string[]>;
  /** What a user, named by their address, is offered to do with a dataset, in words; null: they do not see it. */
  offersFor(datasetId: string, email: string): Promise<readonly string[] | null>;
  /** The events that changed the access to a dataset, in words; null: they are not for this person. */
  changesOfAccess(datasetId: string): Promise<readonly string[] | null>;
};

/** A text, as the type of the call has it. */
const DATASET: string = "dataset";

/** The same by calls of the API. */
export function httpAccess({ call }: HttpCalls): Access {
  return {
    async rulesFor(id, userId) {
      const { json } = await call("GET", `/api/audit/why?item=${id}&user=${userId}`);
      return json.rules.map(({ rule }) => rule);
    },
    async offersFor(id, email) {
      const { json } = await call("GET", `/api/audit/why?item=${id}&user=${encodeURIComponent(email)}`);
      return json.view && json.view.offers.map((offer) => offer.replaceAll("-", " "));
    },
    async changesOfAccess(id) {
      const { status, json } = await call("GET", `/api/history/${DATASET}/${id}?about=access`);
      if (status === 404) return null;
      return json.map(({ type }) => type.replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase());
    },
  };
}

/** What the page says of each rule. */
const SENTENCES: Readonly<Record<string, string>> = {
  owner: "owns it",
  grant: "was given access",
  public: "because it is public",
};

/** The same on the page about the access. */
export function browserAccess({ at }: Pages): Access {
  return {
    async rulesFor(id, userId) {
      const { page } = await at(`/history/dataset/${id}/access`);
      const asked = page.getByRole("form", { name: "Explain the access of a person" });
      await asked.getByLabel("Person").fill(userId);
      await asked.getByRole("button", { name: "Explain" }).click();
      await page.waitForURL("**/access?*");
      const told = await page
        .getByRole("region", { name: "What does a person see, and why?" })
        .getByRole("status")
        .innerText();
      return Object.keys(SENTENCES).filter((rule) => told.includes(SENTENCES[rule]!));
    },
    async offersFor(id, email) {
      const { page } = await at(`/history/dataset/${id}/access`);
      const asked = page.getByRole("form", { name: "Explain the access of a person" });
      await asked.getByLabel("Person").fill(email);
      await asked.getByRole("button", { name: "Explain" }).click();
      await page.waitForURL("**/access?*");
      const told = page.getByRole("region", { name: "What does a person see, and why?" }).getByRole("status");
      if ((await told.innerText()).includes("does not see it")) return null;
      const offers = await told.locator(".view-offers .badge").allInnerTexts();
      return offers.map((offer) => offer.toLowerCase());
    },
    async changesOfAccess(id) {
      const { page } = await at(`/history/dataset/${id}/access`);
      const list = page.getByRole("region", { name: "What changed access" });
      if ((await list.count()) === 0) return null;
      const words = await list.locator("td[data-head=Event]").allInnerTexts();
      return words.map((each) => each.toLowerCase());
    },
  };
}
