import type { Running, Run } from "./driver.ts";
import type { Window } from "../browser/window.ts";

/** Runs as the pages of a connection and of each run show them. */
export function browserRunning(window: () => Promise<Window>): Running {
  async function at(path: string): Promise<Window> {
    const shown = await window();
    await shown.open(path);
    return shown;
  }

  /** The page of the newest run. */
  async function atNewestRun(connectorId: string): Promise<Window> {
    const { page } = await at(`/connector_profile/${connectorId}?tab=runs`);
    return at(
      (await page.getByRole("region", { name: "Last runs" }).locator("tbody a").first().getAttribute("href")) ?? "",
    );
  }

  /** Reloads until the newest run has ended. */
  async function ended(connectorId: string): Promise<Run> {
    const { page } = await window();
    const runs = page.getByRole("region", { name: "Last runs" });
    const [last, why] = [runs.locator("tbody .status").first(), runs.locator("tbody tr:first-child + tr.why .run-why")];
    for (;;) {
      await at(`/connector_profile/${connectorId}?tab=setup`);
      const word = await last.textContent();
      if (word !== "Running") return { succeeded: word === "Succeeded", said: (await why.allTextContents()).join(" ") };
    }
  }

  return {
    async run(connectorId): Promise<Run> {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      const asked = await send(page.getByRole("button", { name: "Run Now" }));
      // The result of a run is a message too.
      const refused = !asked.ok && !/^Run \d+ /.test(asked.said);
      return refused ? { succeeded: false, said: asked.said } : ended(connectorId);
    },
    async startRun(connectorId) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      return send(page.getByRole("button", { name: "Run Now" }));
    },
    async rowsSoFar(connectorId) {
      const { page } = await at(`/connector_profile/${connectorId}?tab=setup`);
      const shown = await page.locator(".live-operations").allTextContents();
      if ((await page.getByRole("button", { name: "Cancel run" }).count()) === 0) return null;
      return [...shown.join(" ").matchAll(/([\d,]+) rows?/g)].reduce(
        (sum, [, rows = "0"]) => sum + Number(rows.replaceAll(",", "")),
        0,
      );
    },
    async cancelRun(connectorId) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      return send(page.getByRole("button", { name: "Cancel run" }));
    },
    async cameTo(connectorId) {
      const { page } = await atNewestRun(connectorId);
      const rows = await page
        .getByRole("region", { name: "How far it came" })
        .locator("tbody tr td:first-of-type")
        .allTextContents();
      return rows.length === 0 ? null : rows.reduce((sum, cell) => sum + Number(cell.replaceAll(",", "")), 0);
    },
    async runs(connectorId) {
      const { page } = await at(`/connector_profile/${connectorId}?tab=runs`);
      return (await page.getByRole("region", { name: "Last runs" }).locator("tbody .status").allTextContents()).map(
        (word) => word.toLowerCase(),
      );
    },
    async requests(connectorId) {
      const { page } = await atNewestRun(connectorId);
      return page.getByRole("region", { name: "Requests" }).locator("tbody tr:not(.why)").allTextContents();
    },
    async runWithout(connectorId, key) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      await page.locator(`[name="setting.${key}"]`).fill("");
      const asked = await send(page.getByRole("button", { name: "Run Now" }));
      return asked.ok ? ended(connectorId) : { succeeded: false, said: asked.said };
    },
    async saveSettings(connectorId, settings) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      for (const [key, value] of Object.entries(settings)) await page.locator(`[name="setting.${key}"]`).fill(value);
      return send(page.getByRole("button", { name: "Save Settings" }));
    },
    async keepRows(connectorId) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      await page.locator("[name=override]").uncheck();
      return send(page.getByRole("button", { name: "Save Settings" }));
    },
    async restart(connectorId, how) {
      const { page, send } = await atNewestRun(connectorId);
      await send(page.getByRole("button", { name: how === "add" ? "Add all rows again" : "Replace the table" }));
      return ended(connectorId);
    },
    async isAskedToRestart(connectorId) {
      const { page } = await atNewestRun(connectorId);
      return (await page.getByRole("heading", { name: "Read from the beginning?" }).count()) === 1;
    },
  };
}
