import { PLANS } from "#domain/user/plan.ts";
import type { Pages } from "../browser/pages.ts";
import type { Outcome } from "../http/answers.ts";
import { type HttpCalls, outcome } from "../http/http-calls.ts";

/** The fields of the registration form. */
export type Account = { readonly name: string; readonly email: string; readonly password: string };

export type PlanName = "Free" | "Pro" | "Ultra";

/** The use of the plan, with the runs of this week. */
export type Usage = {
  readonly connectors: number;
  readonly datasets: number;
  readonly runs: number;
  readonly scheduledRuns: number;
};

/** A notice. */
export type Told = { readonly text: string; readonly isRead: boolean };

/** What somebody does about their account and their plan. */
export type Accounts = {
  register(account: Account): Promise<Outcome>;
  /** Opens the mailed link that verifies an address. */
  confirmAddress(token: string): Promise<Outcome>;
  signIn(email: string, password: string): Promise<Outcome>;
  /** Continues as a user who is already logged in. `cookie` is a request header's value. */
  resume(cookie: string): Promise<void>;
  signOut(): Promise<void>;
  isSignedIn(): Promise<boolean>;
  askForNewPassword(email: string): Promise<Outcome>;
  setNewPassword(token: string, password: string): Promise<Outcome>;

  /** What the user is told of, the newest first. */
  notices(): Promise<readonly Told[]>;
  readAllNotices(): Promise<Outcome>;
  /** Leaves notices about access to datasets out of the page and out of mails. */
  muteAccessNotices(): Promise<Outcome>;

  choosePlan(plan: PlanName): Promise<Outcome>;
  usage(): Promise<Usage>;
};

/** The same by calls of the API. */
export function httpAccounts({ session, call, post }: HttpCalls): Accounts {
  return {
    register: async ({ name, email, password }) =>
      outcome(await post("/api/users/register", { name, email, password })),
    confirmAddress: async (token) => outcome(await call("GET", `/api/users/verify-email/${token}`)),
    signIn: async (email, password) => outcome(await post("/api/users/login", { email, password })),
    async resume(header) {
      session.cookie = header;
    },
    async signOut() {
      await post("/api/users/logout");
    },
    isSignedIn: async () => (await call("GET", "/api/users/me")).status === 200,
    askForNewPassword: async (email) => outcome(await post("/api/users/forgot-password", { email })),
    setNewPassword: async (token, password) => outcome(await post(`/api/users/reset-password/${token}`, { password })),

    async notices() {
      const { json } = await call("GET", "/api/users/notices");
      return json.map(({ text, read }) => ({ text, isRead: read }));
    },
    async readAllNotices() {
      const [newest] = (await call("GET", "/api/users/notices")).json;
      return outcome(await post("/api/users/notices/read", { position: newest?.position ?? "" }));
    },
    muteAccessNotices: async () =>
      outcome(await call("PATCH", "/api/users/notices/settings", { body: { access: { page: false, mail: false } } })),

    async choosePlan(name) {
      const plan = Object.values(PLANS).find((each) => each.name === name);
      if (!plan) throw new Error(`There is no plan ${name}`);
      return outcome(await call("PATCH", "/api/users/plan", { body: { plan: plan.id } }));
    },
    async usage() {
      const { json } = await call("GET", "/api/users/usage");
      const {
        connectors_subscribed: connectors = NaN,
        datasets_subscribed: datasets = NaN,
        runs_this_week: runs = NaN,
        scheduled_runs: scheduledRuns = NaN,
      } = json;
      return { connectors, datasets, runs, scheduledRuns };
    },
  };
}

/** The same on the pages for it. */
export function browserAccounts({ javascript, window, at }: Pages): Accounts {
  /** Fills the text fields by their labels, and sends the form. */
  async function fillAndSend(path: string, fields: Readonly<Record<string, string>>, button: string): Promise<Outcome> {
    const { page, send } = await at(path);
    const form = page.locator("main form").filter({ has: page.getByRole("button", { name: button }) });
    for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text);
    return send(form.getByRole("button", { name: button }));
  }

  return {
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
      if (shown.scripted === null) return shown.send(shown.page.getByRole("button", { name: "Verify e-mail" }));
      await shown.scripted.waitForFunction(
        () => !location.pathname.startsWith("/verify-email") || document.querySelector(".notice-bad"),
      );
      await shown.settle();
      return shown.outcome();
    },
    signIn: (email, password) => fillAndSend("/login", { "E-mail": email, Password: password }, "Login"),
    async resume(cookie) {
      await (await window()).resume(cookie);
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

    async notices() {
      const { page } = await at("/notices");
      const rows = page.locator(".notices li");
      return rows.evaluateAll((all) =>
        all.map((row) => ({
          text: row.querySelector(".notice-text")?.textContent?.replace(/^New /, "").trim() ?? "",
          isRead: !row.hasAttribute("data-unread"),
        })),
      );
    },
    async readAllNotices() {
      const { page, send } = await at("/");
      await page.getByRole("link", { name: /^Notices, \d+ unread$/ }).click();
      await page.waitForURL("**/notices");
      return send(page.getByRole("button", { name: "Mark all as read" }));
    },
    async muteAccessNotices() {
      const { page, send } = await at("/notices?tab=settings");
      const access = page.getByRole("group", { name: /Requests for access/ });
      await access.getByLabel("On this page").uncheck();
      await access.getByLabel(/By mail/).uncheck();
      return send(page.getByRole("button", { name: "Save changes" }));
    },
    async choosePlan(name) {
      const { page, send } = await at("/account?tab=plan");
      return send(page.getByRole("button", { name: `Choose ${name}` }));
    },
    async usage() {
      const { page } = await at("/account?tab=plan");
      const used = async (label: string) => {
        const gauge = page
          .getByRole("region", { name: "Usage" })
          .locator(".gauges > div")
          .filter({ has: page.getByText(label, { exact: true }) });
        // A limit that the plan does not have has no number.
        return Number.parseInt(
          (await gauge.locator(".meta").first().innerText()).replace("Not part of this plan", "0"),
          10,
        );
      };
      const [connectors, datasets] = [await used("Active connectors"), await used("Datasets")];
      return {
        connectors,
        datasets,
        runs: await used("Runs this week"),
        scheduledRuns: await used("Scheduled runs this week"),
      };
    },
  };
}
