import { kindNames, kindOf } from "#app/ui/data/item.ts";
import { PLANS } from "#domain/user/plan.ts";
import type { Agreed, ApiCall, ApiPost, JsonOf } from "#testing/api-client.ts";
import type { Product } from "#testing/product.ts";
import { throughProvider } from "#testing/servers/sign-in-api.ts";
import type { DraftNote, Driver, Made, NewConnector, Outcome, RowSetAside, Table } from "./driver.ts";
import { httpRunning, type Instance, outcome } from "./http-running.ts";

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
  const post: ApiPost = (path, body) => call("POST", path, { body: body ?? {} } as never) as never;

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

  /** Tries something out, agreeing to the hosts and the places of secrets that it is said to need. */
  async function agreeing<A extends { readonly json: Agreed }>(attempt: (agreed: Agreed) => Promise<A>): Promise<A> {
    const { consent } = (await attempt({})).json;
    return attempt(consent ? { consent } : {});
  }

  /** What was refused last, as whoever has sent it still has it. */
  let refused: NewConnector | undefined;
  async function publish(connector: NewConnector): Promise<Made> {
    const { title, definition, isPublic } = connector;
    const published = made(await post("/api/connectors/upload", { title, is_public: isPublic, dsl: definition }));
    refused = published.ok ? undefined : connector;
    return published;
  }

  return {
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

    publishConnector: publish,
    async mendAndPublish(wrong, right) {
      if (!refused) throw new Error("Nothing was refused that could be mended");
      return publish({ ...refused, definition: refused.definition.replace(wrong, right) });
    },
    saveNewDraft: async ({ title, definition }) =>
      draftIn(
        await post("/api/connectors/draft", {
          title,
          dsl: definition,
          is_public: true,
        }),
      ),
    async mendDraftAndPublish(id, wrong, right) {
      const { json } = await call("GET", `/api/connectors/${id}`);
      const text = typeof json.dsl === "string" ? json.dsl : JSON.stringify(json.dsl);
      await call("PATCH", `/api/connectors/${id}/draft`, { body: { dsl: text.replace(wrong, right) } });
      return made(await post(`/api/connectors/${id}/publish`));
    },
    async startFrom(text, operations) {
      const answer = await post("/api/connectors/import", {
        kind: operations ? "openapi" : "curl",
        text,
        ...(operations ? { operations } : {}),
      });
      return draftIn(answer);
    },
    async testRead(dsl, secrets) {
      const { json } = await agreeing((agreed) =>
        post("/api/connectors/test-read", { dsl, auth_data: secrets, ...agreed }),
      );
      const { operations = [] } = json;
      return {
        ok: json.ok,
        rows: operations.reduce((sum, { rows }) => sum + rows.length, 0),
        said: JSON.stringify(json),
      };
    },
    async check(connector_id, secrets) {
      const { json } = await agreeing((agreed) =>
        post("/api/connectors/check", { connector_id, auth_data: secrets, ...agreed }),
      );
      return { ok: json.ok, said: json.message };
    },
    async checkWithoutAgreeing(connector_id, auth_data, times) {
      let last: Outcome = { ok: true, said: "" };
      for (let done = 0; done < times; done += 1)
        last = outcome(await post("/api/connectors/check", { connector_id, auth_data }));
      return last;
    },
    async choices(connector_id, field, settings) {
      const { json } = await agreeing((agreed) =>
        post("/api/connectors/options", { connector_id, field, settings, ...agreed }),
      );
      return json.ok
        ? { ok: true, names: json.options.map(({ label }) => label), said: "" }
        : { ok: false, names: [], said: json.message ?? "" };
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

    async editConnector(parent_id) {
      return draftIn(await post("/api/connectors/draft", { parent_id }));
    },
    saveDraft: async (id, { definition, isPublic }) =>
      outcome(
        await call("PATCH", `/api/connectors/${id}/draft`, {
          body: {
            ...(definition === undefined ? {} : { dsl: definition }),
            ...(isPublic === undefined ? {} : { is_public: isPublic }),
          },
        }),
      ),
    publishDraft: async (id) => made(await post(`/api/connectors/${id}/publish`)),
    discardDraft: async (id) => outcome(await call("DELETE", `/api/connectors/${id}`)),
    seesDraft: async (id) => (await call("GET", `/api/connectors/${id}`)).status === 200,
    async draft(id) {
      const { json, text } = await call("GET", `/api/connectors/${id}`);
      return {
        definition: typeof json.dsl === "string" ? json.dsl : JSON.stringify(json.dsl, null, 2),
        notes: ("imported" in json && json.imported?.notes) || [],
        shown: text,
      };
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

function made(answer: { readonly status: number; readonly json: unknown }): Made {
  const { ok, said } = outcome(answer);
  const { id } = (answer.json ?? {}) as { readonly id?: string };
  return ok && id !== undefined ? { ok: true, id, said } : { ok: false, said };
}

function draftIn(answer: { readonly status: number; readonly json: unknown }): Made {
  const { connector } = (answer.json ?? {}) as { readonly connector?: { readonly id: string } };
  return connector ? { ok: true, id: connector.id, said: "" } : { ok: false, said: outcome(answer).said };
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
