import { kindNames, kindOf } from "#app/ui/data/item.ts";
import { PLANS } from "#domain/user/plan.ts";
import type { ApiCall, ApiPost, JsonOf } from "#testing/api-client.ts";
import type { Product } from "#testing/product.ts";
import { throughProvider } from "#testing/servers/sign-in-api.ts";
import type { Driver, RowSetAside, Table } from "./driver.ts";
import { made, outcome } from "./http-calls.ts";
import { httpAuthoring } from "./http-authoring.ts";
import { httpRunning, type Instance } from "./http-running.ts";
import { httpTrying } from "./http-trying.ts";

type Version = JsonOf<"GET", `/api/connectors/${string}/versions`>[number];
type RowsPath = `/api/assets/${string}/data` | `/api/assets/table/${string}`;

/** A person who is a program: calls of the API with a cookie, as a page's script would make them. */
export function httpDriver(product: Product): Driver {
  let cookie = "";

  const call: ApiCall = async (method, path, ask = {}) => {
    const answer = await product.call(method, path, {
      ...ask,
      ...(cookie === "" ? {} : { headers: { cookie, "sec-fetch-site": "same-origin" } }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      if (pair.startsWith("token=")) cookie = pair === "token=" ? "" : pair;
    }
    return answer;
  };
  const post: ApiPost = (path, body) => call("POST", path, { body: body ?? {} } as never);

  async function instanceOf(connectorId: string): Promise<Instance | undefined> {
    const { json } = await call("GET", "/api/connectors/my");
    return json.find((each) => each.connector_id === connectorId);
  }

  async function table(path: RowsPath): Promise<Table> {
    const answer = await call("GET", path);
    if (answer.status !== 200) throw new Error(`Cannot read rows: ${answer.status} ${answer.text}`);
    const { columns, rows, total } = answer.json;
    return {
      total,
      columns: columns.map(({ name, type }) => ({ name, kind: kindNames[kindOf(type)] })),
      rows: rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellText(value)]))),
    };
  }

  return {
    ...httpAuthoring({ call, post }),
    ...httpTrying({ post }),
    ...httpRunning({ call, post, instanceOf }),

    register: async ({ name, email, password }) =>
      outcome(await post("/api/users/register", { name, email, password })),
    confirmAddress: async (token) => outcome(await call("GET", `/api/users/verify-email/${token}`)),
    signIn: async (email, password) => outcome(await post("/api/users/login", { email, password })),
    async resume(header) {
      cookie = header;
    },
    async signOut() {
      await post("/api/users/logout");
    },
    isSignedIn: async () => (await call("GET", "/api/users/me")).status === 200,
    askForNewPassword: async (email) => outcome(await post("/api/users/forgot-password", { email })),
    setNewPassword: async (token, password) => outcome(await post(`/api/users/reset-password/${token}`, { password })),

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
        headers: { cookie: `${cookie}; ${flash}` },
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
    deactivate: async (id) =>
      outcome(await call("PATCH", `/api/connectors/${id}/draft`, { body: { status: "inactive" } })),
    deleteConnector: async (id) => outcome(await call("DELETE", `/api/connectors/${id}`)),
    async move(to, secrets, settings) {
      const { json: target } = await call("GET", `/api/connectors/${to}`);
      const { json: mine } = await call("GET", "/api/connectors/my");
      const from = mine.find(({ root_id }) => root_id === target.root_id)?.connector_id ?? to;
      return outcome(
        await post("/api/connectors/migrate", {
          old_connector_id: from,
          new_connector_id: to,
          ...(secrets ? { auth_data: secrets } : {}),
          ...(settings ? { settings } : {}),
        }),
      );
    },
    async connectedVersion(id) {
      const { json: target } = await call("GET", `/api/connectors/${id}`);
      const { json: mine } = await call("GET", "/api/connectors/my");
      return mine.find(({ root_id }) => root_id === target.root_id)?.version ?? null;
    },

    async uploadDataset({ title, fileName, csv, isPublic }) {
      const body = new FormData();
      body.append("title", title);
      body.append("is_public", String(isPublic));
      body.append("file", new Blob([csv]), fileName);
      return made(await call("POST", "/api/assets/upload-csv", { body }));
    },
    rows: (datasetId) => table(`/api/assets/${datasetId}/data`),
    setAside: async (id) => (await call("GET", `/api/assets/${id}`)).json.rejected,
    async rowsSetAside(id) {
      const { status, text } = await call("GET", `/api/assets/${id}/rejected`);
      return status === 200
        ? text
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as RowSetAside)
        : null;
    },
    takeAccess: async (assetId) => outcome(await post("/api/access/grant", { assetId })),
    leave: async (assetId) => outcome(await post("/api/access/remove", { assetId })),
    deleteDataset: async (id) => outcome(await call("DELETE", `/api/assets/${id}/owner`)),
    async publishTable(connectorId, { title, isPublic }) {
      const instance = await instanceOf(connectorId);
      return made(
        await post(`/api/connectors/instance/${instance?.id ?? "none"}/publish`, { title, is_public: isPublic }),
      );
    },
    async shareTable(connectorId, email) {
      const published = await this.publishTable(connectorId, { title: "Shared", isPublic: false });
      if (!published.ok) return published;
      const { ok, said } = await this.share(published.id, email);
      return ok ? published : { ok, said };
    },
    share: async (id, email) => outcome(await post(`/api/assets/${id}/shares`, { email })),

    async find(words) {
      const lists = await Promise.all([
        call("GET", "/api/connectors?limit=1000&page=1"),
        call("GET", "/api/assets?limit=1000&page=1"),
      ]);
      return lists.flatMap(({ json }) => json.filter(({ title }) => title.includes(words)).map(({ id }) => id));
    },
    sees: async (kind, id) =>
      (await call("GET", kind === "connector" ? `/api/connectors/${id}` : `/api/assets/${id}`)).status === 200,

    async makeKey() {
      const { json: me } = await call("GET", "/api/users/me");
      return (await post("/api/dev/apikey", { email: me.email })).json.api_key;
    },
    makeSpreadsheetToken: async () => (await call("GET", "/api/token/excel")).json.token,
    close: async () => undefined,
  };
}

function versionWords({ version, status, is_latest_version, is_draft }: Version): string {
  if (is_draft) return "Draft";
  return `v${version} ${status === "inactive" ? "Inactive" : is_latest_version ? "Latest" : "Deprecated"}`;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
