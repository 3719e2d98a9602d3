import assert from "node:assert/strict";
import type { Elements } from "#testing/text-browser/shown-page.ts";
import type { Pages } from "../browser/pages.ts";
import type { Outcome } from "../http/answers.ts";
import { type HttpCalls, outcome } from "../http/http-calls.ts";

/** What somebody does on their account page. */
export type AccountPage = {
  changeName(name: string): Promise<Outcome>;
  /** Asks for the link that confirms the address. */
  changeEmail(email: string, password: string): Promise<Outcome>;
  changePassword(oldPassword: string, newPassword: string): Promise<Outcome>;
  /** The devices of the sessions. */
  sessions(): Promise<readonly string[]>;
  endSession(device: string): Promise<Outcome>;
  /** Makes a key under the name that is offered and returns its secret. */
  createApiKey(): Promise<string>;
  apiKeys(): Promise<readonly string[]>;
  renameApiKey(name: string, to: string): Promise<Outcome>;
  deleteApiKey(name: string): Promise<Outcome>;
  /** Makes a webhook for new versions and returns its secret. */
  createWebhook(url: string): Promise<string>;
  testWebhook(): Promise<Outcome>;
  /** How the deliveries of the only webhook ended, the newest first. */
  webhookDeliveries(): Promise<readonly string[]>;
  /** Sends the newest delivery once more. */
  repeatWebhookDelivery(): Promise<Outcome>;
  /** The file with all that is known of the user. */
  downloadData(): Promise<string>;
  deleteAccount(password: string): Promise<Outcome>;
};

const SESSIONS = "/account?tab=security";
const KEYS = "/account?tab=api-keys";
const WEBHOOKS = "/account?tab=webhooks";
const DELIVERY_WORDS = { waiting: "Waiting", delivered: "Delivered", failed: "Failed", dropped: "Not sent" };
const SESSION = /<h3 class="name">([^<]+?) ?<[\s\S]*?<\/li>/g;

/** The same by calls of the API; the sessions, which no call lists, by their page. */
export function httpAccountPage({ product, session, call, post }: HttpCalls): AccountPage {
  const ask = (method: string, body?: string) =>
    product.call(method, SESSIONS, {
      headers: {
        cookie: session.cookie,
        "sec-fetch-site": "same-origin",
        ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(body === undefined ? {} : { body }),
    });
  const listed = async () => [...(await ask("GET")).text.matchAll(SESSION)];
  const keyCalled = async (name: string) => {
    const { json } = await call("GET", "/api/users/api-keys");
    return json.find((key) => key.name === name)?.id ?? "none";
  };
  const webhook = async () => `/api/webhooks/${(await call("GET", "/api/webhooks")).json[0]?.id ?? "none"}` as const;
  return {
    createWebhook: async (url) => (await post("/api/webhooks", { url, kinds: ["dataset.version"] })).json.secret ?? "",
    testWebhook: async () => outcome(await post(`${await webhook()}/test`, {})),
    async webhookDeliveries() {
      const { json } = await call("GET", `${await webhook()}/deliveries`);
      return json.map(({ status }) => DELIVERY_WORDS[status]);
    },
    async repeatWebhookDelivery() {
      const at = `${await webhook()}/deliveries` as const;
      const { json } = await call("GET", at);
      return outcome(await post(`${at}/${json[0]?.id}/again`, {}));
    },
    changeName: async (name) => outcome(await post("/api/users/update_profile", { name })),
    changeEmail: async (email, password) =>
      outcome(await post("/api/users/change_email", { new_email: email, password })),
    changePassword: async (oldPassword, newPassword) =>
      outcome(await post("/api/users/change_password", { oldPassword, newPassword })),
    sessions: async () => (await listed()).map(([, device = ""]) => device),
    async endSession(device) {
      const [item = ""] = (await listed()).find(([, each]) => each === device) ?? [];
      const sid = /name="session" value="([\w-]+)"/.exec(item)?.[1] ?? "none";
      return outcome(await ask("POST", new URLSearchParams({ intent: "end-session", session: sid }).toString()));
    },
    createApiKey: async () => (await post("/api/users/api-keys", {})).json.secret ?? "",
    apiKeys: async () => (await call("GET", "/api/users/api-keys")).json.map(({ name }) => name),
    renameApiKey: async (name, to) =>
      outcome(await call("PATCH", `/api/users/api-keys/${await keyCalled(name)}`, { body: { name: to } })),
    deleteApiKey: async (name) => outcome(await call("DELETE", `/api/users/api-keys/${await keyCalled(name)}`)),
    downloadData: async () => (await call("GET", "/api/users/me/export")).text,
    deleteAccount: async (password) => outcome(await call("DELETE", "/api/users/me", { body: { password } })),
  };
}

/** The same on the page. */
export function browserAccountPage({ javascript, at, opener }: Pages): AccountPage {
  /** Without JavaScript the server alone checks what is missing. */
  const isOffUntilFilled = async (button: Elements) =>
    assert.equal(await button.getAttribute("aria-disabled"), javascript ? "true" : null);
  const openWebhook = async () => {
    const shown = await at(WEBHOOKS);
    await shown.page.getByRole("region", { name: "Webhooks", exact: true }).getByRole("link").first().click();
    await shown.page.getByRole("heading", { name: "Deliveries" }).waitFor();
    return shown;
  };
  return {
    async createWebhook(url) {
      const { page, send } = await at(WEBHOOKS);
      await page.getByLabel("Address").fill(url);
      await page.getByLabel("A dataset that you own or use has a new version").check();
      await send(page.getByRole("button", { name: "Create webhook" }));
      return (await page.locator(".made-secret").textContent()) ?? "";
    },
    async testWebhook() {
      const { page, send } = await openWebhook();
      return send(page.getByRole("button", { name: "Send a test" }));
    },
    async webhookDeliveries() {
      const { page } = await openWebhook();
      return page.getByRole("region", { name: "Deliveries" }).locator("h3 .badge").allInnerTexts();
    },
    async repeatWebhookDelivery() {
      const { page, send } = await openWebhook();
      return send(page.getByRole("button", { name: "Send again" }).first());
    },
    async changeName(name) {
      const { page, send } = await at("/account");
      await page.getByLabel("User name").fill(name);
      return send(page.getByRole("button", { name: "Save name" }));
    },
    async changeEmail(email, password) {
      const { page, send } = await at("/account");
      const save = page.getByRole("button", { name: "Save e-mail" });
      await isOffUntilFilled(save);
      await page.getByLabel("New e-mail").fill(email);
      await send(save);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Current password").fill(password);
      return send(dialog.getByRole("button", { name: "Confirm" }));
    },
    async changePassword(oldPassword, newPassword) {
      const { page, send } = await at(SESSIONS);
      const change = page.getByRole("button", { name: "Change password" });
      await isOffUntilFilled(change);
      await page.getByLabel("Current password").fill(oldPassword);
      await page.getByLabel("New password", { exact: true }).fill(newPassword);
      await page.getByLabel("Confirm new password").fill(newPassword);
      return send(change);
    },
    async sessions() {
      const { page } = await at(SESSIONS);
      const names = await page.getByRole("region", { name: "Sessions" }).getByRole("heading", { level: 3 }).all();
      return Promise.all(names.map(async (name) => (await name.innerText()).replace("This session", "").trim()));
    },
    async endSession(device) {
      const { page, send } = await at(SESSIONS);
      return send(page.getByRole("button", { name: `End this session ${device}` }));
    },
    async createApiKey() {
      const { page, scripted, send } = await at(KEYS);
      await send(page.getByRole("button", { name: "Create key" }));
      if (scripted === null) return (await page.locator(".made-secret").textContent()) ?? "";
      await page.getByRole("button", { name: "Copy secret" }).click();
      // What was copied is hidden.
      await scripted.locator(".made-secret").waitFor({ state: "detached" });
      await page.locator(".toast").filter({ hasText: "Secret copied" }).waitFor();
      return scripted.evaluate(() => navigator.clipboard.readText());
    },
    async apiKeys() {
      const { page } = await at(KEYS);
      return page
        .locator("input[name^=name_]")
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    },
    async renameApiKey(name, to) {
      const { page, send } = await at(KEYS);
      const save = page.getByRole("button", { name: "Save", exact: true });
      await isOffUntilFilled(save);
      await page.locator(`input[name^=name_][value="${name}"]`).fill(to);
      return send(save);
    },
    async deleteApiKey(name) {
      const { page, confirm } = await at(KEYS);
      const row = page.getByRole("listitem").filter({ has: page.locator(`input[value="${name}"]`) });
      return confirm(opener(row, `Delete the key ${name}`), "Delete");
    },
    async downloadData() {
      const { page, download } = await at("/account");
      return download(page.getByRole("link", { name: "Download my data" }));
    },
    async deleteAccount(password) {
      const { page, send } = await at("/account");
      await page.getByRole("link", { name: "Delete my account" }).click();
      await page.getByLabel("Current password").fill(password);
      return send(page.getByRole("button", { name: "Delete my account" }));
    },
  };
}
