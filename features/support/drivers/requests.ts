import type { Pages } from "../browser/pages.ts";
import type { Outcome } from "../http/answers.ts";
import { type HttpCalls, outcome } from "../http/http-calls.ts";

/** What a person sees of their own request for access. */
export type RequestState = "open" | "refused" | "none";

/** Asking for access to datasets, and answering. */
export type Requests = {
  requestAccess(datasetId: string, reason: string): Promise<Outcome>;
  withdrawRequest(datasetId: string): Promise<Outcome>;
  requestState(datasetId: string): Promise<RequestState>;
  /** The reasons of the open requests, as the owner reads them. */
  reasonsOf(datasetId: string): Promise<readonly string[]>;
  /** `until`: the last day of the access. */
  approveRequest(datasetId: string, email: string, until: string): Promise<Outcome>;
  refuseRequest(datasetId: string, email: string, note: string): Promise<Outcome>;
};

/** The same by calls of the API. */
export function httpRequests({ call, post }: HttpCalls): Requests {
  return {
    requestAccess: async (id, reason) => outcome(await post(`/api/assets/${id}/requests`, { reason })),
    withdrawRequest: async (id) => outcome(await call("DELETE", `/api/assets/${id}/requests`)),
    async requestState(id) {
      const own = (await call("GET", "/api/access/requests")).json;
      const status = own.find((request) => request.asset_id === id)?.status;
      return status === "open" || status === "refused" ? status : "none";
    },
    reasonsOf: async (id) => (await call("GET", `/api/assets/${id}/requests`)).json.map(({ reason }) => reason),
    approveRequest: async (id, email, until) =>
      outcome(await call("PATCH", `/api/assets/${id}/requests`, { body: { answer: "approve", email, until } })),
    refuseRequest: async (id, email, note) =>
      outcome(await call("PATCH", `/api/assets/${id}/requests`, { body: { answer: "refuse", email, note } })),
  };
}

/** The same on the page of the dataset. */
export function browserRequests({ at }: Pages): Requests {
  const own = async (id: string) => {
    const window = await at(`/dataset_profile/${id}`);
    return { ...window, block: window.page.getByRole("region", { name: "Request access" }) };
  };
  const asked = async (id: string, email: string) => {
    const window = await at(`/dataset_profile/${id}`);
    const list = window.page.getByRole("region", { name: "Requests for access" });
    return { ...window, row: list.getByRole("listitem").filter({ hasText: email }) };
  };
  return {
    async requestAccess(id, reason) {
      const { block, send } = await own(id);
      await block.getByLabel("Reason").fill(reason);
      return send(block.getByRole("button", { name: "Send request" }));
    },
    async withdrawRequest(id) {
      const { block, send } = await own(id);
      return send(block.getByRole("button", { name: "Withdraw the request" }));
    },
    async requestState(id) {
      const { block } = await own(id);
      const text = (await block.count()) === 0 ? "" : await block.innerText();
      if (text.includes("has not answered yet")) return "open";
      return text.includes("Your request was refused.") ? "refused" : "none";
    },
    async reasonsOf(id) {
      const { page } = await at(`/dataset_profile/${id}`);
      return page.getByRole("region", { name: "Requests for access" }).locator(".reason").allInnerTexts();
    },
    async approveRequest(id, email, until) {
      const { row, send } = await asked(id, email);
      await row.getByLabel("Access ends on").fill(until);
      return send(row.getByRole("button", { name: "Approve" }));
    },
    async refuseRequest(id, email, note) {
      const { row, send } = await asked(id, email);
      await row.locator("summary").click();
      await row.getByLabel("Note").fill(note);
      return send(row.getByRole("button", { name: "Refuse request" }));
    },
  };
}
