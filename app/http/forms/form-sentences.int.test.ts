import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { follow, type Posted, postForm } from "#testing/servers/form-client.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

let db: InstalledDatabase;
let product: Product;
let api: TestServer;
let owner: Person;
let guest: Person;

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((_request, response) => response.end('[{"id":1}]'));
  product = await startProduct({
    ...db.installation,
    upstreams: [api.port],
    env: { ADMIN_EMAILS: "nobody@example.org" },
  });
  owner = await product.person("Owner", 3);
  guest = await product.person("Guest", 3);
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const definition = () => ({
  protocol: "rest",
  operations: [{ id: "rows", url: `http://127.0.0.1:${api.port}/rows`, records: "$" }],
});
const connector = async (title: string) =>
  (await owner.post("/api/connectors/upload", { title, is_public: true, dsl: definition() })).json.id as string;
const dataset = async (title: string) => (await owner.upload("a,b\n1,2\n", { title })).json.id as string;
const draft = async () =>
  (await owner.post("/api/connectors/draft", { title: "Draft", dsl: definition() })).json.connector.id as string;
const connect = async (person: Person, id: string) =>
  (await person.post("/api/connectors/activate", { connector_id: id })).json.id as string;
const upload = (fields: Record<string, string>) =>
  postForm(owner, "/upload?tab=connector", { title: "By form", category: "API", ...fields });

const nobody = () => ({ call: product.call, cookie: "" });

type Case = readonly [sentence: string, status: number, post: () => Promise<Posted>];

const cases: Record<string, readonly Case[]> = {
  "a dataset": [
    [
      "Access granted!",
      302,
      async () => postForm(guest, `/dataset_profile/${await dataset("Connected")}`, { intent: "connect" }),
    ],
    [
      "Your access was removed.",
      302,
      async () => {
        const id = await dataset("Removed");
        await guest.post("/api/access/grant", { assetId: id });
        return postForm(guest, `/dataset_profile/${id}`, { intent: "remove" });
      },
    ],
    [
      "Connect to this dataset first.",
      302,
      async () => {
        const answer = await guest.get(`/dataset_profile/${await dataset("Rejected rows")}/rejected`);
        return follow(guest, answer);
      },
    ],
    [
      "Failed to remove access",
      302,
      async () => postForm(guest, `/dataset_profile/${await dataset("Not connected")}`, { intent: "remove" }),
    ],
    [
      "Your access was removed. You were the last one, so the dataset was deleted.",
      302,
      async () => {
        const id = await dataset("Hidden");
        await guest.post("/api/access/grant", { assetId: id });
        await owner.call("DELETE", `/api/assets/${id}/owner`);
        return postForm(guest, "/manage", { intent: "remove-access", dataset_id: id });
      },
    ],
    [
      "The access was removed.",
      302,
      async () => {
        const id = await dataset("Shared");
        await owner.post(`/api/assets/${id}/shares`, { email: guest.email });
        return postForm(owner, `/dataset_profile/${id}`, { intent: "unshare", email: guest.email });
      },
    ],
    [
      "Changes saved.",
      302,
      async () =>
        postForm(owner, `/dataset_profile/${await dataset("Edited")}?edit`, {
          intent: "update",
          title: "New title",
          category: "API",
          license: "none",
        }),
    ],
    [
      "This form is not known here.",
      302,
      async () => postForm(owner, `/dataset_profile/${await dataset("Odd form")}`, { intent: "odd" }),
    ],
  ],
  "a connector": [
    [
      "Connector activated!",
      302,
      async () => postForm(guest, `/connector_profile/${await connector("Connected")}`, { intent: "connect" }),
    ],
    [
      "No active connection found to remove.",
      302,
      async () => postForm(guest, `/connector_profile/${await connector("Not connected")}`, { intent: "remove" }),
    ],
    [
      "No active connection found to cancel a run of.",
      302,
      async () => postForm(guest, `/connector_profile/${await connector("No run")}`, { intent: "cancel" }),
    ],
    [
      "Migration failed",
      302,
      async () =>
        postForm(guest, `/connector_profile/${await connector("No move")}`, { intent: "migrate", to: "none" }),
    ],
    [
      "An inactive version cannot be edited.",
      302,
      async () => {
        const id = await connector("Inactive");
        await postForm(owner, `/connector_profile/${id}`, { intent: "deactivate" });
        return postForm(owner, `/connector_profile/${id}`, { intent: "edit" });
      },
    ],
    [
      "Connect and run it first: there is no table to publish yet.",
      302,
      async () => postForm(guest, `/connector_profile/${await connector("No table")}`, { intent: "publish-output" }),
    ],
    [
      "It is now a private dataset. Enter who may read it.",
      302,
      async () => {
        const id = await connector("Shared output");
        const instance = await connect(guest, id);
        expect((await guest.post(`/api/connectors/run/${instance}`)).json.status).toBe("success");
        return postForm(guest, `/connector_profile/${id}`, { intent: "share-output" });
      },
    ],
    [
      "Published. It shows each complete pull from now on.",
      302,
      async () => {
        const id = await connector("Published output");
        const instance = await connect(guest, id);
        expect((await guest.post(`/api/connectors/run/${instance}`)).json.status).toBe("success");
        return postForm(guest, `/connector_profile/${id}?tab=output`, {
          intent: "publish-output",
          title: "Published rows",
          category: "API",
          license: "none",
          rights: "confirmed",
        });
      },
    ],
    [
      "Invalid JSON - fix before saving.",
      400,
      async () =>
        postForm(guest, `/connector_profile/${await connector("Advanced")}?tab=setup`, {
          intent: "save",
          settings_json: "{",
        }),
    ],
    [
      "These settings were changed in another window since this page was opened. Save again to replace them, or reload the page to see them.",
      409,
      async () => {
        const id = await connector("Two windows");
        await connect(guest, id);
        return postForm(guest, `/connector_profile/${id}?tab=setup`, {
          intent: "save",
          revision: "of another window",
          refresh_interval: "60",
        });
      },
    ],
    [
      "Save your changes first: Run Now includes only changed settings and the override box.",
      409,
      async () => {
        const id = await connector("Unsaved");
        await connect(guest, id);
        return postForm(guest, `/connector_profile/${id}?tab=setup`, { intent: "run", refresh_interval: "60" });
      },
    ],
    [
      "You need to connect first before saving settings.",
      409,
      async () => postForm(guest, `/connector_profile/${await connector("Run first")}?tab=setup`, { intent: "run" }),
    ],
    [
      "This form is not known here.",
      302,
      async () => postForm(guest, `/connector_profile/${await connector("Odd form")}`, { intent: "odd" }),
    ],
  ],
  "Upload & Create": [
    ["Draft ID missing", 302, () => upload({ intent: "save-draft", draft_id: "", dsl: "{}" })],
    ["Draft ID missing", 302, () => upload({ intent: "discard-draft", draft_id: "" })],
    ["Connector published.", 302, () => upload({ dsl: JSON.stringify(definition()) })],
    [
      "Connector published.",
      302,
      async () => upload({ intent: "publish-draft", draft_id: await draft(), dsl: JSON.stringify(definition()) }),
    ],
    ["The draft was discarded.", 302, async () => upload({ intent: "discard-draft", draft_id: await draft() })],
    [
      "The text of a draft may have at most 1 MB.",
      413,
      async () => upload({ intent: "save-draft", draft_id: await draft(), dsl: "é".repeat(600_000) }),
    ],
    [
      "The definition is larger than 256 kB.",
      400,
      async () => upload({ intent: "save-draft", draft_id: await draft(), dsl: " ".repeat(1_000_001) }),
    ],
    [
      "The draft was published or discarded in another window. What you wrote is kept in this one.",
      302,
      async () => {
        const id = await draft();
        await owner.call("DELETE", `/api/connectors/${id}`);
        return upload({ intent: "save-draft", draft_id: id, seen: "before", dsl: "{}" });
      },
    ],
    [
      "This draft was saved in another window since this page was opened. Save again to replace that, or reload the page to see it.",
      409,
      async () => upload({ intent: "save-draft", draft_id: await draft(), seen: "another", dsl: '{"changed":true}' }),
    ],
    [
      "Paste a document or a curl command, or choose a file.",
      400,
      () => postForm(owner, "/upload/import", { kind: "curl", text: "" }),
    ],
    [
      "Draft made. Check it, then publish it.",
      302,
      () => postForm(owner, "/upload/import", { kind: "curl", text: "curl https://api.example.org/rows" }),
    ],
  ],
  "Manage Data": [
    ["This form is not known here.", 302, () => postForm(owner, "/manage", { intent: "odd" })],
    ["New key created", 302, () => postForm(owner, "/manage?tab=stream", { intent: "generate-key" })],
    [
      "The connection was removed.",
      302,
      async () => {
        const instance = await connect(guest, await connector("To be removed"));
        return postForm(guest, "/manage", { intent: "remove-instance", instance_id: instance });
      },
    ],
  ],
  "an account": [
    [
      "plan activated. We hope you enjoy your benefits!",
      302,
      () => postForm(guest, "/account", { intent: "choose-plan", plan: "3" }),
    ],
    ["Login failed", 400, () => postForm(nobody(), "/login", { email: guest.email, password: "not the password" })],
    [
      "Passwords do not match",
      400,
      () => postForm(guest, "/reset-password/none", { password: "a long password", confirm: "another password" }),
    ],
    [
      "Accept the terms to register.",
      400,
      () =>
        postForm(nobody(), "/register", {
          name: "Hasty",
          email: "hasty@example.org",
          password: "a long password",
        }),
    ],
    ["Write a message.", 400, () => postForm(guest, "/contact", { name: "Guest", email: guest.email, message: " " })],
    [
      "The message is longer than 5000 characters.",
      400,
      () => postForm(guest, "/contact", { name: "Guest", email: guest.email, message: "x".repeat(5_001) }),
    ],
    [
      "Nobody here can receive your message yet.",
      503,
      () => postForm(guest, "/contact", { name: "Guest", email: guest.email, message: "Hello" }),
    ],
  ],
};

describe.each(Object.entries(cases))("a form of %s says", (_page, each) => {
  test.each(each)("%s", async (sentence, status, post) => {
    const posted = await post();
    expect(posted.page).toContain(sentence);
    expect(posted.status).toBe(status);
  });
});

test("a sign-in at an API that was not begun here keeps nothing", async () => {
  const back = "/oauth/callback?state=unknown&code=1";
  expect((await guest.get(back)).text).toContain(
    "This sign-in was not started here, has already been used, or took too long.",
  );
  const stranger = await follow(nobody(), await product.call("GET", back));
  expect(stranger.location).toBe("/login?redirect=%2Fmanage");
  expect(stranger.page).toContain("Log in, then sign in to the API once more. Nothing was kept.");
});
