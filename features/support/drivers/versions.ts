import type { Pages } from "../browser/pages.ts";
import { loadEnded } from "../browser/load-ended.ts";
import type { Outcome } from "../http/answers.ts";
import { type HttpCalls, outcome } from "../http/http-calls.ts";

/** How many rows are different. */
export type Changes = { readonly added: number; readonly changed: number };

/** Rows of a spreadsheet. `key`: the column that identifies a row; null: all rows are added. */
export type Pasted = { readonly rows: string; readonly key: string | null };

/** What a user does with the versions of a dataset. */
export type Versions = {
  /** Uploads a file whose rows are added to those of a dataset. */
  appendFile(datasetId: string, csv: string): Promise<Outcome>;
  /** Pastes rows, reads what they change, and stores them. */
  pasteRows(datasetId: string, pasted: Pasted): Promise<Outcome & { readonly changes: Changes | null }>;
  /** What is different in a version from the one before. */
  changesOf(datasetId: string, version: number): Promise<Changes>;
  restoreVersion(datasetId: string, version: number): Promise<Outcome>;
  /** Takes the columns of the file that was refused for them, and waits for its rows. */
  takeNewColumns(datasetId: string): Promise<void>;
};

/** The same by calls of the API. */
export function httpVersions({ call, post }: HttpCalls): Versions {
  const rowsOf = (id: string, version: number) =>
    call("GET", `/api/assets/${id}/versions/${String(version - 1)}/compare/${String(version)}`);
  return {
    async appendFile(id, csv) {
      const headers = { "content-type": "text/csv" };
      return outcome(await call("PUT", `/api/assets/${id}/data?mode=append`, { body: csv, headers }));
    },
    async pasteRows(id, { rows, key }) {
      const query = key === null ? ("" as const) : (`?mode=upsert&key=${key}` as const);
      const headers = { "content-type": "text/tab-separated-values" };
      const answer = await call("POST", `/api/assets/${id}/rows${query}`, { body: rows, headers });
      const { json } = answer;
      const changes = "version" in json ? (await rowsOf(id, json.version)).json.rows : null;
      return { ...outcome(answer), changes };
    },
    changesOf: async (id, version) => (await rowsOf(id, version)).json.rows,
    restoreVersion: async (id, version) =>
      outcome(await post(`/api/assets/${id}/versions/${String(version)}/restore`, {})),
    async takeNewColumns(id) {
      await post(`/api/assets/${id}/load/retry`, { columns: "change" });
      await call("GET", `/api/assets/${id}/load?wait=60`);
    },
  };
}

/** The same on the pages of a dataset. */
export function browserVersions({ at, opener }: Pages): Versions {
  return {
    async appendFile(datasetId, csv) {
      const { page, scripted, outcome, send } = await at(`/dataset_profile/${datasetId}?new-version=1`);
      const form = page.getByRole("form", { name: "Upload a new version" });
      const file = { name: "more.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
      await form.locator("[name=file]").setInputFiles(file);
      await form.getByLabel("The rows of the file").selectOption("append");
      const button = form.getByRole("button", { name: "Upload the new version" });
      if (scripted === null) return send(button);
      await button.click();
      await scripted.waitForFunction(
        () => !location.search.includes("new-version") || document.querySelector(".error") !== null,
      );
      await page.waitForURL((url) => !url.pathname.startsWith("/upload/job"));
      return outcome();
    },
    async pasteRows(datasetId, { rows, key }) {
      const { page, send, settle, outcome } = await at(`/dataset_profile/${datasetId}`);
      await page.getByRole("link", { name: "Add rows" }).click();
      const form = page.getByRole("form", { name: "Paste rows" });
      await form.waitFor();
      await settle();
      await form.getByLabel("Rows", { exact: true }).fill(rows);
      await form.getByLabel("What to do").selectOption(key === null ? "append" : "upsert");
      await form.getByLabel("Key").fill(key ?? "");
      const said = await send(form.getByRole("button", { name: "Show what changes" }));
      const preview = page.getByRole("form", { name: "What these rows change" });
      if ((await preview.count()) === 0) return { ...said, changes: null };
      const changes = changesIn(await preview.locator(".diff-legend").innerText());
      await preview.getByRole("button", { name: /^Store as version/ }).click();
      await page.waitForURL((url) => /^\/dataset_profile\/[^/]+$/.test(url.pathname));
      await settle();
      return { ...(await outcome()), changes };
    },
    async changesOf(datasetId, version) {
      const { page, settle } = await at(`/dataset_profile/${datasetId}`);
      const ofNewest = page.getByRole("link", { name: `What changed in version ${version}` });
      if ((await ofNewest.count()) === 0) await page.getByRole("link", { name: "All versions" }).click();
      await ofNewest.click();
      const legend = page.locator(".diff-legend");
      await legend.waitFor();
      await settle();
      return changesIn(await legend.innerText());
    },
    async restoreVersion(datasetId, version) {
      const { page, confirm } = await at(`/dataset_profile/${datasetId}/versions`);
      return confirm(opener(page.getByRole("main"), `Restore version ${version}`), "Restore");
    },
    async takeNewColumns(datasetId) {
      const window = await at(`/dataset_profile/${datasetId}`);
      const { page, settle, send } = window;
      await page.getByRole("link", { name: "Load it again" }).click();
      await page.waitForURL((url) => url.pathname.startsWith("/upload/job"));
      await settle();
      await send(page.getByRole("button", { name: "Take the new columns" }));
      await loadEnded(window);
    },
  };
}

function changesIn(legend: string): Changes {
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(legend)?.[1] ?? 0);
  return { added: count("added"), changed: count("changed") };
}
