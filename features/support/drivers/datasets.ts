import type { Pages } from "../browser/pages.ts";
import { readTable } from "../browser/shown-table.ts";
import { madeAt, type Window } from "../browser/window.ts";
import type { Made, Outcome, Table } from "../http/answers.ts";
import { type HttpCalls, made, outcome } from "../http/http-calls.ts";

/** A rejected row of a file: its line in the file, why, and its text. */
export type RowSetAside = { readonly line: number; readonly reason: string; readonly text: string };

export type NewDataset = {
  readonly title: string;
  readonly fileName: string;
  readonly csv: string | Uint8Array<ArrayBuffer>;
  readonly isPublic: boolean;
  /** Its owner decides who gets access. */
  readonly onRequest?: boolean;
};

/** A file whose rows replace those of a dataset. */
export type NewVersion = {
  readonly csv: string;
  /** The owner says that the columns may differ. */
  readonly mayChangeColumns: boolean;
};

export type Image = { readonly fileName: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** What a user does with datasets and the tables of their connections. */
export type Datasets = {
  /** Uploads and waits until the rows can be read or the file is refused. */
  uploadDataset(dataset: NewDataset): Promise<Made>;
  /** Uploads a new version and waits until its rows can be read or the file is refused. */
  uploadVersion(datasetId: string, version: NewVersion): Promise<Outcome>;
  /** The number of the version that is shown. */
  versionShown(datasetId: string): Promise<number>;
  /** The rows of a dataset: the latest ones with access, a sample without. */
  rows(datasetId: string): Promise<Table>;
  /** How many rows of its file were rejected. */
  setAside(datasetId: string): Promise<number>;
  /** These rows, through the link on the dataset; null if this person may not see them. */
  rowsSetAside(datasetId: string): Promise<readonly RowSetAside[] | null>;
  takeAccess(datasetId: string): Promise<Outcome>;
  leave(datasetId: string): Promise<Outcome>;
  deleteDataset(datasetId: string): Promise<Outcome>;
  setImage(datasetId: string, image: Image): Promise<Outcome>;
  removeImage(datasetId: string): Promise<Outcome>;
  /** Whether the image of a dataset is shown to this person. */
  seesImage(datasetId: string): Promise<boolean>;
  /** Publishes the table of a connection as a dataset of its own. */
  publishTable(connectorId: string, dataset: { readonly title: string; readonly isPublic: boolean }): Promise<Made>;
  /** Shares the table of a connection with one person. */
  shareTable(connectorId: string, email: string): Promise<Made>;
  /** Gives a person access. */
  /** `until`: the last day of the access; absent: it has no end. */
  share(datasetId: string, email: string, until?: string): Promise<Outcome>;
  /** The days on which the accesses to a dataset of the user's end, by address; null: never. */
  sharedUntil(datasetId: string): Promise<ReadonlyMap<string, string | null>>;
};

/** The same by calls of the API. */
export function httpDatasets({ call, post, instanceOf, table }: HttpCalls): Datasets {
  return {
    async uploadDataset({ title, fileName, csv, isPublic, onRequest = false }) {
      const body = new FormData();
      body.append("title", title);
      body.append("is_public", String(isPublic));
      body.append("on_request", String(onRequest));
      body.append("file", new Blob([csv]), fileName);
      return made(await call("POST", "/api/assets/upload-csv", { body }));
    },
    async uploadVersion(id, { csv, mayChangeColumns }) {
      const query = mayChangeColumns ? "?columns=change" : "";
      const headers = { "content-type": "text/csv" };
      return outcome(await call("PUT", `/api/assets/${id}/data${query}`, { body: csv, headers }));
    },
    versionShown: async (id) => (await call("GET", `/api/assets/${id}`)).json.version,
    rows: (datasetId) => table(`/api/assets/${datasetId}/data`),
    setAside: async (id) => (await call("GET", `/api/assets/${id}`)).json.rejected,
    async rowsSetAside(id) {
      const { status, text } = await call("GET", `/api/assets/${id}/rejected`);
      return status === 200
        ? text
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as RowSetAside)
        : null;
    },
    takeAccess: async (assetId) => outcome(await post("/api/access/grant", { assetId })),
    leave: async (assetId) => outcome(await post("/api/access/remove", { assetId })),
    deleteDataset: async (id) => outcome(await call("DELETE", `/api/assets/${id}/owner`)),
    setImage: async (id, { bytes }) =>
      outcome(await post(`/api/assets/${id}/image`, { image: Buffer.from(bytes).toString("base64") })),
    removeImage: async (id) => outcome(await call("DELETE", `/api/assets/${id}/image`)),
    async seesImage(id) {
      const { image } = (await call("GET", `/api/assets/${id}`)).json;
      return image != null && (await call("GET", image)).status === 200;
    },
    async publishTable(connectorId, { title, isPublic }) {
      const instance = await instanceOf(connectorId);
      return made(
        await post(`/api/connectors/instance/${instance?.id ?? "none"}/publish`, { title, is_public: isPublic }),
      );
    },
    async shareTable(connectorId, email) {
      const published = await this.publishTable(connectorId, { title: "Shared", isPublic: false });
      if (!published.ok) return published;
      const { ok, said } = await this.share(published.id, email);
      return ok ? published : { ok, said };
    },
    share: async (id, email, until) =>
      outcome(await post(`/api/assets/${id}/shares`, { email, ...(until === undefined ? {} : { until }) })),
    async sharedUntil(id) {
      const shares = (await call("GET", `/api/assets/${id}/shares`)).json;
      return new Map(shares.map(({ email, until }) => [email, until]));
    },
  };
}

/** The same on the pages of datasets. */
export function browserDatasets({ at, opener }: Pages): Datasets {
  return {
    async uploadDataset({ title, fileName, csv, isPublic, onRequest = false }): Promise<Made> {
      const { page, scripted, outcome, send } = await at("/upload?tab=dataset");
      await page.getByLabel("Title").fill(title);
      await page.locator("main [name=is_public]").setChecked(isPublic);
      await page.locator("main [name=on_request]").setChecked(onRequest);
      await page
        .locator("[name=file]")
        .setInputFiles({ name: fileName, mimeType: "text/csv", buffer: Buffer.from(csv) });
      const button = page.getByRole("button", { name: "Publish Dataset" });
      if (scripted) {
        await button.click();
        await scripted.waitForFunction(() => location.pathname !== "/upload" || document.querySelector(".error"));
      } else {
        await send(button);
      }
      await page.waitForURL((url) => !url.pathname.startsWith("/upload/job"));
      return madeAt(page.url(), (await outcome()).said);
    },
    async uploadVersion(datasetId, { csv, mayChangeColumns }) {
      const { page, scripted, outcome, send, settle } = await at(`/dataset_profile/${datasetId}`);
      await page.getByRole("link", { name: "New version" }).click();
      const form = page.getByRole("form", { name: "Upload a new version" });
      await form.waitFor();
      await settle();
      const file = { name: "next.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
      await form.locator("[name=file]").setInputFiles(file);
      await form.getByLabel("The columns may change").setChecked(mayChangeColumns);
      const button = form.getByRole("button", { name: "Upload the new version" });
      if (scripted === null) return send(button);
      await button.click();
      await scripted.waitForFunction(
        () => !location.search.includes("new-version") || document.querySelector(".error") !== null,
      );
      await page.waitForURL((url) => !url.pathname.startsWith("/upload/job"));
      return outcome();
    },
    async versionShown(datasetId) {
      const { page } = await at(`/dataset_profile/${datasetId}`);
      const label = page.locator("dt", { hasText: /^Version$/ });
      return Number.parseInt(await label.evaluate((shown) => shown.nextElementSibling?.textContent ?? ""), 10);
    },
    async rows(datasetId): Promise<Table> {
      const { page } = await at(`/dataset_profile/${datasetId}`);
      return readTable(page.locator(".preview"));
    },
    async setAside(datasetId) {
      const { page } = await at(`/dataset_profile/${datasetId}`);
      const note = await page.locator(".block-head .meta").allTextContents();
      return Number(/(\d+) rows? (?:was|were) not loaded/.exec(note.join(" "))?.[1] ?? 0);
    },
    async rowsSetAside(datasetId) {
      const { page, settle } = await at(`/dataset_profile/${datasetId}`);
      const link = page.getByRole("link", { name: /^View (it|them)$/ });
      if ((await link.count()) === 0) return null;
      await link.click();
      await page.waitForURL("**/rejected");
      await settle();
      const rows = await page
        .locator(".preview tbody tr")
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
      return rows.map(([line, , reason, text]) => ({ line: Number(line), reason: reason ?? "", text: text ?? "" }));
    },
    async takeAccess(datasetId) {
      const { page, send } = await at(`/dataset_profile/${datasetId}`);
      const button = page.locator(".state").getByRole("button", { name: "Connect" });
      return (await button.count()) === 0 ? { ok: false, said: await page.locator("main").innerText() } : send(button);
    },
    async leave(datasetId) {
      const { page, confirm } = await at(`/dataset_profile/${datasetId}`);
      return confirm(opener(page.locator(".state"), "Remove"), "Remove");
    },
    async deleteDataset(datasetId) {
      const { page, confirm } = await at(`/dataset_profile/${datasetId}`);
      return confirm(opener(page.locator(".state"), "Delete"), "Delete");
    },
    async setImage(datasetId, { fileName, bytes }) {
      const { page, send } = await at(`/dataset_profile/${datasetId}?edit=1`);
      const form = page.getByRole("region", { name: "Image" });
      const buffer = Buffer.from(bytes);
      await form.locator("[name=image]").setInputFiles({ name: fileName, mimeType: "image/png", buffer });
      return send(form.getByRole("button", { name: "Save the image" }));
    },
    async removeImage(datasetId) {
      const { page, send } = await at(`/dataset_profile/${datasetId}?edit=1`);
      return send(page.getByRole("button", { name: "Remove the image" }));
    },
    async seesImage(datasetId) {
      const { page, draws } = await at(`/dataset_profile/${datasetId}`);
      const image = page.locator(".hero-image");
      return (await image.count()) > 0 && (await draws(image));
    },
    async publishTable(connectorId, { title, isPublic }) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=output`);
      const table = page.locator("#publish details").filter({ has: page.getByLabel("Title") });
      if ((await table.count()) === 0) return { ok: false, said: "There is no table to publish." };
      await table.locator("summary").first().click();
      await table.getByLabel("Title").fill(title);
      await table.locator("[name=is_public]").setChecked(isPublic);
      await table.locator("[name=rights]").check();
      const { ok, said } = await send(table.getByRole("button", { name: "Publish Dataset" }));
      return ok ? madeAt(page.url(), said) : { ok, said };
    },
    async shareTable(connectorId, email) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=output`);
      const opened = await send(page.locator("#publish").getByRole("button", { name: "Share with people" }));
      if (!opened.ok) return { ok: false, said: opened.said };
      const { ok, said } = await shareHere(page, send, email);
      return ok ? madeAt(page.url(), said) : { ok, said };
    },
    async share(datasetId, email, until) {
      const { page, send } = await at(`/dataset_profile/${datasetId}`);
      if (until !== undefined) await sharing(page).getByLabel("Access ends on").fill(until);
      return shareHere(page, send, email);
    },
    async sharedUntil(datasetId) {
      const { page } = await at(`/dataset_profile/${datasetId}`);
      const shares = await sharing(page).locator("li").all();
      const read = shares.map(async (row) => {
        const end = row.locator("span.meta", { hasText: "until" }).locator("time");
        const until = (await end.count()) === 0 ? null : await end.getAttribute("datetime");
        return [await row.locator(".meta > span").first().innerText(), until] as const;
      });
      return new Map(await Promise.all(read));
    },
  };
}

/** The list of who has access, on the profile of a dataset. */
const sharing = (page: Window["page"]) => page.getByRole("region", { name: "Who has access" });

/** Fills in this list's form. */
async function shareHere(page: Window["page"], send: Window["send"], email: string): Promise<Outcome> {
  const list = sharing(page);
  await list.getByLabel("Share with").fill(email);
  await list.getByLabel("I have the right to share this data").check();
  return send(list.getByRole("button", { name: "Share", exact: true }));
}
