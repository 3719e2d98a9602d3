import type { JsonOf } from "#testing/api-client.ts";
import { throughProvider } from "#testing/servers/sign-in-api.ts";
import type { ShownPage } from "#testing/text-browser/shown-page.ts";
import { readTable } from "../browser/shown-table.ts";
import type { Pages } from "../browser/pages.ts";
import type { Outcome, Table } from "../http/answers.ts";
import { type HttpCalls, outcome } from "../http/http-calls.ts";

type Version = JsonOf<"GET", `/api/connectors/${string}/versions`>[number];

/** When a connection runs next by itself, and the sentence why it is paused; without an interval it has no schedule. */
export type Schedule = { readonly nextAt: string | null; readonly resting: string | null };

/** What a person does about connections and the versions of connectors. */
export type Connecting = {
  connect(
    connectorId: string,
    secrets: Readonly<Record<string, string>>,
    settings?: Readonly<Record<string, string>>,
  ): Promise<Outcome>;
  /** Signs in on the API's own page and comes back. */
  signInToApi(connectorId: string): Promise<Outcome>;
  /** Makes the connection run by itself every so many minutes; 0 ends that. */
  setInterval(connectorId: string, minutes: number): Promise<Outcome>;
  /** When the connection runs by itself; null if it runs manually only. */
  schedule(connectorId: string): Promise<Schedule | null>;
  /** The latest rows of its runs, null before the first. */
  output(connectorId: string): Promise<Table | null>;
  disconnect(connectorId: string): Promise<Outcome>;

  /** All versions as their list names them, newest first: "Draft", "v2 Latest". */
  versions(connectorId: string): Promise<readonly string[]>;
  /** What is different in a version from the one before, or from the connected one: "Region added". */
  changes(connectorId: string): Promise<readonly string[]>;
  /** Makes a version inactive. */
  deactivate(connectorId: string): Promise<Outcome>;
  deleteConnector(connectorId: string): Promise<Outcome>;
  /** Moves the connection to this version of its connector; `secrets` and `settings` are entered if it needs them. */
  move(
    toConnectorId: string,
    secrets: Readonly<Record<string, string>> | null,
    settings?: Readonly<Record<string, string>>,
  ): Promise<Outcome>;
  /** Makes the connection call another server; `token` is entered for it, null: without agreeing. */
  changeServer(connectorId: string, server: string, token: string | null): Promise<Outcome>;
  /** The host that the connection calls. */
  calledHost(connectorId: string): Promise<string>;
  /** The number of the version that this person is connected to. */
  connectedVersion(connectorId: string): Promise<number | null>;
};

/** The same by calls of the API. */
export function httpConnecting({ product, session, call, post, instanceOf, table }: HttpCalls): Connecting {
  return {
    connect: async (connector_id, secrets, settings) =>
      outcome(
        await post("/api/connectors/activate", { connector_id, auth_data: secrets, ...(settings ? { settings } : {}) }),
      ),
    async signInToApi(connectorId) {
      const instance = await instanceOf(connectorId);
      const page = `/oauth/sign-in/${instance?.id ?? "none"}`;
      const form = new FormData();
      form.append("intent", "sign-in");
      const begun = await call("POST", page, { body: form });
      const { text } = await call("GET", begun.headers.get("location") ?? page);
      const link = /href="([^"]+)"[^>]*>Continue to/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
      const back = await throughProvider(link, product.url);
      const answer = await call("GET", back.slice(product.url.length));
      const flash =
        answer.headers
          .getSetCookie()
          .find((set) => set.startsWith("flash="))
          ?.split(";")[0] ?? "";
      const shown = await product.call("GET", answer.headers.get("location") ?? "/", {
        headers: { cookie: `${session.cookie}; ${flash}` },
      });
      return { ok: shown.text.includes("Signed in to"), said: shown.text };
    },
    async setInterval(connectorId, refresh_interval) {
      const instance = await instanceOf(connectorId);
      return outcome(
        await call("PATCH", `/api/connectors/instance/${instance?.id ?? "none"}`, { body: { refresh_interval } }),
      );
    },
    async schedule(connectorId) {
      const { schedule } = (await instanceOf(connectorId)) ?? {};
      return schedule ? { nextAt: schedule.next_at, resting: schedule.paused } : null;
    },
    async output(connectorId) {
      const instance = await instanceOf(connectorId);
      const brought = instance && (await table(`/api/assets/table/${instance.output_table_name}`));
      return brought && brought.columns.length > 0 ? brought : null;
    },
    async disconnect(connectorId) {
      const instance = await instanceOf(connectorId);
      return outcome(await post(`/api/connectors/remove/${instance?.id ?? "none"}`));
    },

    async versions(id) {
      const answer = await call("GET", `/api/connectors/${id}/versions`);
      return answer.status === 200 ? answer.json.map(versionWords) : [];
    },
    async changes(id) {
      const { json } = await call("GET", `/api/connectors/${id}/changes`);
      return json.changes.map(({ name, change }) => `${name} ${change}`);
    },
    deactivate: async (id) =>
      outcome(await call("PATCH", `/api/connectors/${id}/draft`, { body: { status: "inactive" } })),
    deleteConnector: async (id) => outcome(await call("DELETE", `/api/connectors/${id}`)),
    async move(to, secrets, settings) {
      const { json: target } = await call("GET", `/api/connectors/${to}`);
      const { json: mine } = await call("GET", "/api/connectors/my");
      const from = mine.find(({ root_id }) => root_id === target.root_id)?.connector_id ?? to;
      const move = {
        old_connector_id: from,
        new_connector_id: to,
        ...(secrets ? { auth_data: secrets } : {}),
        ...(settings ? { settings } : {}),
      };
      const answer = await post("/api/connectors/migrate", move);
      const asked = answer.json as { code?: string; consent?: { hosts: string[] } };
      if (!secrets || asked.code !== "hosts-unnamed") return outcome(answer);
      return outcome(await post("/api/connectors/migrate", { ...move, hosts: asked.consent?.hosts ?? [] }));
    },
    async changeServer(connectorId, server, token) {
      const { id, settings } = (await instanceOf(connectorId)) ?? { id: "none", settings: {} };
      const agreed = token === null ? {} : { hosts: [server], auth_data: { token } };
      const body = { settings: { ...settings, server }, ...agreed };
      return outcome(await call("PATCH", `/api/connectors/instance/${id}`, { body }));
    },
    async calledHost(connectorId) {
      const instance = await instanceOf(connectorId);
      return new URL(String(instance?.settings["server"])).host;
    },
    async connectedVersion(id) {
      const { json: target } = await call("GET", `/api/connectors/${id}`);
      const { json: mine } = await call("GET", "/api/connectors/my");
      return mine.find(({ root_id }) => root_id === target.root_id)?.version ?? null;
    },
  };
}

function versionWords({ version, status, is_latest_version, is_draft }: Version): string {
  if (is_draft) return "Draft";
  return `v${version} ${status === "inactive" ? "Inactive" : is_latest_version ? "Latest" : "Deprecated"}`;
}

/** The same on the pages of connectors. */
export function browserConnecting({ origin, at, opener }: Pages): Connecting {
  return {
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
      return send(page.getByRole("button", { name: "Activate Connector" }));
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
      if ((await group.getByText("Manual only.", { exact: true }).count()) > 0) return null;
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
    async changes(connectorId) {
      const { page, settle } = await at(`/connector_profile/${connectorId}`);
      const beforeMoving = page.getByRole("link", { name: /^See what changed/ });
      const isOffered = (await beforeMoving.count()) > 0;
      await (isOffered ? beforeMoving : page.getByRole("link", { name: /^Versions/ })).click();
      await page.waitForURL("**tab=versions**");
      await page.getByRole("heading", { name: /^What changed/ }).waitFor();
      await settle();
      return page.locator(".changes li p").allInnerTexts();
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
    async changeServer(connectorId, server, token) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      await page.locator('[name="setting.server"]').fill(server);
      const asked = await send(page.getByRole("button", { name: "Save Settings" }));
      const agree = page.getByLabel(/^I agree that this connection calls/);
      if ((await agree.count()) === 0) return asked;
      if (token === null) return { ok: false, said: await page.locator("main").innerText() };
      await agree.check();
      await page.locator('[name="auth.token"]').fill(token);
      return send(page.getByRole("button", { name: "Save Settings" }));
    },
    async calledHost(connectorId) {
      const { page } = await at(`/connector_profile/${connectorId}?tab=setup`);
      const called = await page.getByRole("region", { name: "What you agreed to" }).locator("code").first().innerText();
      return called.replace(/^https?:\/\//, "");
    },
    async connectedVersion(connectorId) {
      const { page } = await at(`/connector_profile/${connectorId}`);
      const words = await page.locator(".state").innerText();
      return Number(/Connected to v(\d+)/.exec(words)?.[1] ?? 0) || null;
    },
  };
}

/** The fields of the page that connects or moves. */
async function fillSetup(
  page: ShownPage,
  secrets: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [key, secret] of Object.entries(secrets)) await page.locator(`[name="auth.${key}"]`).fill(secret);
  for (const [key, value] of Object.entries(settings)) await page.locator(`[name="setting.${key}"]`).fill(value);
}
