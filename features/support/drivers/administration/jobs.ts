import type { Pages } from "../../browser/pages.ts";
import type { Outcome } from "../../http/answers.ts";
import { type HttpCalls, outcome } from "../../http/http-calls.ts";

/** What admins do with the jobs of the product. */
export type Jobs = {
  /** Why jobs failed, one text a job; null: they are not for this person. */
  failedJobs(): Promise<readonly string[] | null>;
  retryJob(id: string): Promise<Outcome>;
  removeJob(id: string): Promise<Outcome>;
};

/** The same by calls of the API. */
export function httpJobs({ call }: HttpCalls): Jobs {
  return {
    async failedJobs() {
      const { status, json } = await call("GET", "/api/admin/jobs?state=failed");
      return status === 200 ? json.map(({ error }) => error ?? "") : null;
    },
    retryJob: async (id) => outcome(await call("POST", `/api/admin/jobs/${id}/retry`)),
    removeJob: async (id) => outcome(await call("DELETE", `/api/admin/jobs/${id}`)),
  };
}

/** The same on the page of the jobs. */
export function browserJobs({ window, at }: Pages): Jobs {
  const press = async (id: string, button: string) => {
    const { page, send } = await at("/admin/jobs?state=failed");
    const form = page.locator("form").filter({ has: page.locator(`input[name=id][value="${id}"]`) });
    return send(form.getByRole("button", { name: button }));
  };
  return {
    async failedJobs() {
      const { page, open } = await window();
      if ((await open("/admin/jobs?state=failed")) !== 200) return null;
      // How often it failed follows in an element of its own.
      return page
        .locator("td[data-head='Last error']")
        .evaluateAll((cells) => cells.map(({ firstChild }) => firstChild?.textContent ?? ""));
    },
    retryJob: (id) => press(id, "Retry now"),
    removeJob: (id) => press(id, "Remove"),
  };
}
