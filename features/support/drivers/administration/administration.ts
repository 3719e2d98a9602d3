import type { Pages } from "../../browser/pages.ts";
import type { Outcome } from "../../http/answers.ts";
import { type HttpCalls, outcome } from "../../http/http-calls.ts";

export type RoleName = "admin" | "auditor" | "editor";

/** What admins do for the whole installation. */
export type Administration = {
  /** Gives somebody a role, found by their address. */
  giveRole(email: string, role: RoleName): Promise<Outcome>;
  removeRole(email: string, role: RoleName): Promise<Outcome>;
  addCategory(name: string): Promise<Outcome>;
  renameCategory(name: string, to: string): Promise<Outcome>;
  removeCategory(name: string): Promise<Outcome>;
  /** Hides a dataset from all but its owner and admins. */
  takeDown(datasetId: string, reason: string): Promise<Outcome>;
  restore(datasetId: string, title: string): Promise<Outcome>;
  /** The categories that a form for a new dataset offers. */
  categories(): Promise<readonly string[]>;
  /** Whether this person may see the pages and calls of admins. */
  administers(): Promise<boolean>;
};

/** The same by calls of the API. */
export function httpAdministration({ call }: HttpCalls): Administration {
  async function userId(email: string): Promise<string> {
    const { json } = await call("GET", `/api/admin/users?search=${encodeURIComponent(email)}`);
    return Array.isArray(json) ? (json[0]?.id ?? "none") : "none";
  }
  return {
    giveRole: async (email, role) =>
      outcome(await call("POST", `/api/admin/users/${await userId(email)}/roles`, { body: { role } })),
    removeRole: async (email, role) =>
      outcome(await call("DELETE", `/api/admin/users/${await userId(email)}/roles`, { body: { role } })),
    addCategory: async (name) => outcome(await call("POST", "/api/admin/categories", { body: { name } })),
    renameCategory: async (name, to) =>
      outcome(await call("PATCH", `/api/admin/categories/${encodeURIComponent(name)}`, { body: { name: to } })),
    removeCategory: async (name) => outcome(await call("DELETE", `/api/admin/categories/${encodeURIComponent(name)}`)),
    takeDown: async (id, reason) => outcome(await call("POST", "/api/admin/takedowns", { body: { id, reason } })),
    restore: async (id) => outcome(await call("DELETE", `/api/admin/takedowns/${id}`)),
    categories: async () => (await call("GET", "/api/assets/categories")).json,
    administers: async () => (await call("GET", "/api/admin/users")).status === 200,
  };
}

/** The same on the pages of the administration. */
export function browserAdministration({ at, opener }: Pages): Administration {
  async function pressRole(email: string, button: string): Promise<Outcome> {
    const { page, send } = await at("/admin");
    const search = page.locator("main").getByRole("search", { name: "Users" });
    if ((await search.count()) === 0) return { ok: false, said: await page.locator("main").innerText() };
    await search.getByLabel("Name or e-mail").fill(email);
    await search.getByRole("button", { name: "Search" }).click();
    await page.waitForURL("**/admin?*");
    const row = page.getByRole("row").filter({ hasText: email });
    return send(row.getByRole("button", { name: button }));
  }
  return {
    giveRole: (email, role) => pressRole(email, `Make ${role}`),
    removeRole: (email, role) => pressRole(email, `Remove ${role}`),
    async addCategory(name) {
      const { page, send } = await at("/admin/categories");
      await page.getByLabel("New category").fill(name);
      return send(page.getByRole("button", { name: "Add category" }));
    },
    async renameCategory(name, to) {
      const { page, send } = await at("/admin/categories");
      await page.getByLabel(`New name of ${name}`).fill(to);
      return send(page.getByRole("button", { name: `Rename ${name}` }));
    },
    async removeCategory(name) {
      const { page, confirm } = await at("/admin/categories");
      return confirm(opener(page.locator("main"), `Remove ${name}`), "Remove");
    },
    async takeDown(id, reason) {
      const { page, send } = await at(`/admin/takedowns?item=${id}`);
      await page.getByLabel("Reason").fill(reason);
      return send(page.getByRole("button", { name: "Take down" }));
    },
    async restore(_id, title) {
      const { page, send } = await at("/admin/takedowns");
      return send(page.getByRole("button", { name: `Restore ${title}` }));
    },
    async categories() {
      const { page } = await at("/upload?tab=dataset");
      return page.getByLabel("Category").locator("option:not([value=''])").allInnerTexts();
    },
    async administers() {
      const { page } = await at("/admin");
      return (await page.getByRole("heading", { name: "Admin", level: 1 }).count()) === 1;
    },
  };
}
