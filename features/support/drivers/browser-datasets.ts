import { madeAt, openerIn, type Window } from "../browser/window.ts";
import { readTable } from "../browser/shown-table.ts";
import type { Datasets, Made, Outcome, Table } from "./driver.ts";

/** What a person does with datasets on their pages. */
export function browserDatasets(window: () => Promise<Window>): Datasets {
  async function at(path: string): Promise<Window> {
    const shown = await window();
    await shown.open(path);
    return shown;
  }

  return {
    async uploadDataset({ title, fileName, csv, isPublic }): Promise<Made> {
      const { page, javascript, outcome, send } = await at("/upload?tab=dataset");
      await page.getByLabel("Title").fill(title);
      await page.locator("main [name=is_public]").setChecked(isPublic);
      await page
        .locator("[name=file]")
        .setInputFiles({ name: fileName, mimeType: "text/csv", buffer: Buffer.from(csv) });
      const button = page.getByRole("button", { name: "Publish Dataset" });
      if (javascript) {
        await button.click();
        await page.waitForFunction(() => location.pathname !== "/upload" || document.querySelector(".error"));
      } else {
        await send(button);
      }
      await page.waitForURL((url) => !url.pathname.startsWith("/upload/job"));
      return madeAt(page.url(), (await outcome()).said);
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
      const { page, javascript, confirm } = await at(`/dataset_profile/${datasetId}`);
      return confirm(openerIn(page.locator(".state"), "Remove", javascript), "Remove");
    },
    async deleteDataset(datasetId) {
      const { page, javascript, confirm } = await at(`/dataset_profile/${datasetId}`);
      return confirm(openerIn(page.locator(".state"), "Delete", javascript), "Delete");
    },
    async publishTable(connectorId, { title, isPublic }) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=output`);
      const table = page.locator("#publish details");
      if ((await table.count()) === 0) return { ok: false, said: "There is no table to publish." };
      await table.locator("summary").click();
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
    async share(datasetId, email) {
      const { page, send } = await at(`/dataset_profile/${datasetId}`);
      return shareHere(page, send, email);
    },
  };
}

/** The list of who has access, on the profile of a dataset. */
async function shareHere(page: Window["page"], send: Window["send"], email: string): Promise<Outcome> {
  const list = page.getByRole("region", { name: "Who has access" });
  await list.getByLabel("Share with").fill(email);
  await list.getByLabel("I have the right to share this data").check();
  return send(list.getByRole("button", { name: "Share", exact: true }));
}
