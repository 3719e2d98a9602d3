import type { Locator } from "playwright-core";
import type { Driver, Outcome } from "./driver.ts";
import { browserAuthoring } from "./browser-authoring.ts";
import { browserDatasets } from "./browser-datasets.ts";
import { browserRunning } from "./browser-running.ts";
import { browserTrying } from "./browser-trying.ts";
import { openerIn, openWindow, type Window } from "../browser/window.ts";
import { readTable } from "../browser/shown-table.ts";

/** A person with a browser: forms, links and texts on the pages. `javascript` false: a browser without it. */
export function browserDriver(origin: string, javascript: boolean): Driver {
  let opened: Promise<Window> | undefined;
  const window = () => (opened ??= openWindow(origin, javascript));
  const opener = (within: Locator, name: string) => openerIn(within, name, javascript);

  async function at(path: string): Promise<Window> {
    const shown = await window();
    await shown.open(path);
    return shown;
  }

  /** Fills the text fields by their labels, and sends the form. */
  async function fillAndSend(path: string, fields: Readonly<Record<string, string>>, button: string): Promise<Outcome> {
    const { page, send } = await at(path);
    const form = page.locator("main form").filter({ has: page.getByRole("button", { name: button }) });
    for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text);
    return send(form.getByRole("button", { name: button }));
  }

  return {
    ...browserAuthoring(window),
    ...browserDatasets(window),
    ...browserRunning(window),
    ...browserTrying(window),

    async register({ name, email, password }) {
      const { page, send } = await at("/register");
      await page.getByLabel("Full name").fill(name);
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.locator("[name=terms]").check();
      const { ok, said } = await send(page.locator("main").getByRole("button", { name: "Register" }));
      return { ok, said: said.replace(email, "…") };
    },
    async confirmAddress(token) {
      const shown = await window();
      await shown.page.goto(`/verify-email/${token}`);
      if (!javascript) return shown.send(shown.page.getByRole("button", { name: "Verify e-mail" }));
      await shown.page.waitForFunction(
        () => !location.pathname.startsWith("/verify-email") || document.querySelector(".notice-bad"),
      );
      await shown.settle();
      return shown.outcome();
    },
    signIn: (email, password) => fillAndSend("/login", { "E-mail": email, Password: password }, "Login"),
    async resume(cookie) {
      const [name = "", value = ""] = cookie.split("=");
      await (await window()).context.addCookies([{ name, value, url: origin }]);
    },
    async signOut() {
      const { page, send } = await at("/datastore");
      if (javascript) {
        await page.getByRole("button", { name: "Account menu" }).click();
        await send(page.getByRole("menuitem", { name: "Logout" }));
      } else {
        await page.locator("summary[aria-label^='Account menu']").click();
        await send(page.getByRole("button", { name: "Logout" }));
      }
    },
    async isSignedIn() {
      const { page } = await at("/manage");
      return (await page.getByRole("heading", { name: "Manage Data", level: 1 }).count()) === 1;
    },
    askForNewPassword: (email) => fillAndSend("/forgot-password", { "E-mail": email }, "Send the link"),
    setNewPassword: (token, password) =>
      fillAndSend(
        `/reset-password/${token}`,
        { "New password": password, "Confirm password": password },
        "Set New Password",
      ),

    async choosePlan(name) {
      const { page, send } = await at("/account");
      return send(page.getByRole("button", { name: `Choose ${name}` }));
    },
    async usage() {
      const { page } = await at("/account");
      const used = async (label: string) => {
        const gauge = page
          .getByRole("region", { name: "Usage" })
          .locator(".gauges > div")
          .filter({ has: page.getByText(label, { exact: true }) });
        // A limit that the plan does not have has no number.
        return Number.parseInt((await gauge.locator(".meta").innerText()).replace("Not part of this plan", "0"), 10);
      };
      const [connectors, datasets] = [await used("Active connectors"), await used("Datasets")];
      return {
        connectors,
        datasets,
        runs: await used("Runs this week"),
        scheduledRuns: await used("Scheduled runs this week"),
      };
    },

    async connect(connectorId, secrets, settings) {
      const { page, send, settle } = await at(`/connector_profile/${connectorId}`);
      const state = page.locator(".state");
      const button = state.getByRole("button", { name: "Connect" });
      if ((await button.count()) > 0 && (await button.getAttribute("aria-disabled")) === "true")
        return { ok: false, said: (await button.getAttribute("title")) ?? "" };
      if ((await button.count()) > 0) return send(button);
      await state.getByRole("link", { name: "Connect" }).click();
      await page.waitForURL("**/connector-setup/*");
      await settle();
      await fillSetup(page, secrets, settings);
      return send(page.getByRole("button", { name: /^(Activate Connector|Sign in with .*)$/ }));
    },
    async signInToApi(connectorId) {
      const { page, send, settle, outcome } = await at(`/connector_profile/${connectorId}?tab=setup`);
      await send(page.getByRole("button", { name: /^Sign in/ }));
      const host = new URL(origin).host;
      await page.getByRole("link", { name: /^Continue to/ }).click();
      await page.waitForURL((url) => url.host === host && !url.pathname.startsWith("/oauth/sign-in"));
      await settle();
      return outcome();
    },
    async setInterval(connectorId, minutes) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      await page.getByLabel("Scheduled Refresh (minutes)").fill(String(minutes));
      return send(page.getByRole("button", { name: "Save Settings" }));
    },
    async schedule(connectorId) {
      const { page } = await at(`/connector_profile/${connectorId}?tab=setup`);
      const group = page.getByRole("group", { name: "When it runs" });
      if ((await group.getByText("By hand only.", { exact: true }).count()) > 0) return null;
      const next = group.locator("time");
      const [, resting = null] =
        /Resting: (.+?\.?)(?= Goes on |$)/.exec((await group.locator(".status").allTextContents()).join(" ")) ?? [];
      return {
        nextAt: (await next.count()) === 0 ? null : await next.getAttribute("datetime"),
        resting: resting?.trim() ?? null,
      };
    },
    async output(connectorId) {
      const { page } = await at(`/connector_profile/${connectorId}?tab=output`);
      const preview = page.locator(".preview");
      return (await preview.count()) === 0 ? null : readTable(preview);
    },
    async disconnect(connectorId) {
      const { page, confirm } = await at(`/connector_profile/${connectorId}`);
      return confirm(opener(page.locator(".state"), "Remove"), "Remove");
    },

    async versions(connectorId) {
      const { page } = await at(`/connector_profile/${connectorId}?tab=versions`);
      const rows = await page
        .getByRole("region", { name: "All versions" })
        .locator("tbody tr")
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
      return rows.map(([name, word]) => (name === "Draft" ? name : `${name} ${word?.split(",")[0]}`));
    },
    async deactivate(connectorId) {
      const { page, confirm } = await at(`/connector_profile/${connectorId}`);
      return confirm(opener(page.locator(".state"), "Make inactive"), "Make inactive");
    },
    async deleteConnector(connectorId) {
      const { page, confirm } = await at(`/connector_profile/${connectorId}`);
      return confirm(opener(page.locator(".state"), "Delete"), "Delete");
    },
    async move(toConnectorId, secrets, settings) {
      const { page, send } = await at(`/connector_profile/${toConnectorId}`);
      const asked = await send(page.locator(".state").getByRole("button", { name: "Connect" }));
      if (!page.url().includes("/connector-setup/")) return asked;
      if (!secrets && !settings) return { ok: false, said: await page.locator("main").innerText() };
      await fillSetup(page, secrets ?? {}, settings);
      return send(page.getByRole("button", { name: "Move to v" }));
    },
    async connectedVersion(connectorId) {
      const { page } = await at(`/connector_profile/${connectorId}`);
      const words = await page.locator(".state").innerText();
      return Number(/Connected to v(\d+)/.exec(words)?.[1] ?? 0) || null;
    },

    async find(words) {
      const { page } = await at(`/datastore?q=${encodeURIComponent(words)}`);
      const links = await page
        .locator(".results a[href*='_profile/']")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
      return links.map((link) => link.split("/").at(-1) ?? "");
    },
    sees: async (kind, id) => (await (await window()).open(`/${kind}_profile/${id}`)) === 200,

    async makeKey() {
      const { page, confirm, send } = await at("/manage?tab=stream");
      const name = "Generate New Key";
      if ((await page.getByText("No key yet.", { exact: true }).count()) > 0)
        await send(page.getByRole("button", { name }));
      else await confirm(opener(page.locator("main"), name), name);
      return (await page.locator(".key-line code").textContent()) ?? "";
    },
    async makeSpreadsheetToken() {
      const { page } = await at("/manage?tab=stream");
      let query = await page.getByRole("region", { name: "the Excel query" }).textContent();
      if (javascript) {
        await page.getByRole("button", { name: "Copy the Excel query" }).click();
        query = await page.evaluate(() => navigator.clipboard.readText());
      }
      return /token = "([^"]+)"/.exec(query ?? "")?.[1] ?? "";
    },
    async close() {
      await (await opened)?.leave();
    },
  };
}

/** The fields of the page that connects or moves. */
async function fillSetup(
  page: Window["page"],
  secrets: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [key, secret] of Object.entries(secrets)) await page.locator(`[name="auth.${key}"]`).fill(secret);
  for (const [key, value] of Object.entries(settings)) await page.locator(`[name="setting.${key}"]`).fill(value);
}
