import assert from "node:assert/strict";
import { type DataTable, Given, Then, When } from "@cucumber/cucumber";
import { lookAt } from "../support/browser/accessibility.ts";
import { openWindow } from "../support/browser/open-window.ts";
import { scriptedPage } from "../support/browser/window.ts";
import { theProduct } from "../support/product/product.ts";
import type { ProductWorld } from "../support/world.ts";

const PAGES: Readonly<Record<string, string>> = {
  landing: "/",
  datastore: "/datastore",
  "nothing found": "/datastore?q=nothing-is-called-this",
  login: "/login",
  register: "/register",
  "forgotten password": "/forgot-password",
  "expired reset": "/reset-password/expired",
  "expired link": "/verify-email/expired",
  about: "/about",
  "data apps": "/dataapps",
  documentation: "/documentation",
  "documentation of keys": "/documentation/keys",
  "documentation search": "/documentation?q=cursor",
  "jump menu": "/jump?q=river",
  "use cases": "/use-cases",
  terms: "/terms",
  imprint: "/imprint",
  cookies: "/cookie-settings",
  log: "/log",
  contact: "/contact",
  blog: "/blog",
  post: "/blog/one-list-of-issues",
  "new post": "/blog/new",
  "changed post": "/blog/one-list-of-issues/edit",
  "api documentation": "/api-documentation",
  unknown: "/there-is-no-such-page",
  import: "/upload/import",
  upload: "/upload",
  "new connector": "/upload?tab=connector",
  connections: "/manage",
  uploaded: "/manage?tab=uploaded",
  streams: "/manage?tab=stream",
  account: "/account",
  "account security": "/account?tab=security",
  "account keys": "/account?tab=api-keys",
  "account plan": "/account?tab=plan",
};

/** Pages of the dataset and the connector that the scenario has made. */
function pathOf(world: ProductWorld, name: string): string {
  const path = PAGES[name];
  if (path !== undefined) return path;
  if (name === "draft") return `/upload?edit=${world.draft.id}`;
  if (name === "rows that were not loaded") return `/dataset_profile/${world.id("With a bad row")}/rejected`;
  if (name === "moving on") return `/connector-setup/${world.id("River measurements v2")}`;
  if (name === "every kind of field") return `/connector_profile/${world.id("Searchable measurements")}`;
  if (name === "ways to sign in") return `/connector-setup/${world.id("Searchable measurements")}`;
  if (name === "connector with a long name") return `/connector_profile/${world.id("W".repeat(90))}`;
  const dataset = `/dataset_profile/${world.id("River levels")}`;
  const connector = `/connector_profile/${world.id("River measurements")}`;
  const own: Readonly<Record<string, string>> = {
    dataset,
    "dataset editor": `${dataset}?edit=1`,
    "dataset deletion": `${dataset}?confirm=delete`,
    connector,
    "connector runs": `${connector}?tab=runs`,
    "connector output": `${connector}?tab=output`,
    "connector definition": `${connector}?tab=definition`,
    "connector versions": `${connector}?tab=versions`,
    "connector setup": connector.replace("connector_profile", "connector-setup"),
  };
  const found = own[name];
  assert(found, `The features know no page called ${name}`);
  return found;
}

async function lookAtAll(world: ProductWorld, pages: DataTable, person?: string): Promise<void> {
  const window = await (person === undefined ? openWindow(theProduct().url, "browser") : world.window(person));
  try {
    for (const page of pages
      .raw()
      .flat()
      .filter((each) => each !== "")) {
      const path =
        page === "last run" && person !== undefined
          ? `/run/${(await connectionTo(world, person, "River measurements")).last_run?.runId}`
          : pathOf(world, page);
      world.looks.push(...(await lookAt({ page: scriptedPage(window), open: window.open }, path)));
    }
  } finally {
    await window.leave();
  }
}

/** The person's connection with this title. */
async function connectionTo(
  world: ProductWorld,
  person: string,
  title: string,
): Promise<{ id: string; last_run: { runId: string } | null }> {
  const { json } = await theProduct().call("GET", "/api/connectors/my", {
    headers: { cookie: world.person(person).cookie ?? "" },
  });
  const found = (json as { id: string; connector_id: string; last_run: { runId: string } | null }[]).find(
    ({ connector_id }) => connector_id === world.id(title),
  );
  assert(found, `${person} is not connected to ${title}`);
  return found;
}

/** A call of the person's own pages. */
async function send(world: ProductWorld, person: string, method: string, path: string, body: object) {
  const answer = await theProduct().call(method, path, {
    body,
    headers: { cookie: world.person(person).cookie ?? "", "sec-fetch-site": "same-origin" },
  });
  assert(answer.status < 300, answer.text);
  return answer;
}

Given(
  "{word}'s connection to {string} runs every hour",
  async function (this: ProductWorld, name: string, title: string) {
    await send(this, name, "PATCH", `/api/connectors/instance/${(await connectionTo(this, name, title)).id}`, {
      refresh_interval: 60,
    });
  },
);

Given("{word} has imported a connector from a curl command", async function (this: ProductWorld, name: string) {
  const text =
    "curl -k 'https://api.example.org/v2/orders?limit=50' -H 'Authorization: Bearer of-somebody' -H 'X-Client: a value'";
  const { json } = await send(this, name, "POST", "/api/connectors/import", { kind: "curl", text });
  this.draft = { id: json.connector.id, of: name, before: this.draft.id };
});

const LONG = { timeout: 180_000 };

When("a visitor looks at these pages", LONG, async function (this: ProductWorld, pages: DataTable) {
  await lookAtAll(this, pages);
});

When("{word} looks at these pages", LONG, async function (this: ProductWorld, name: string, pages: DataTable) {
  await lookAtAll(this, pages, name);
});

Then("no page has a serious barrier", function (this: ProductWorld) {
  assert.deepEqual(
    this.looks.filter(({ barriers, broken }) => barriers.length + broken.length > 0),
    [],
  );
});

Then("no page scrolls sideways", function (this: ProductWorld) {
  assert.deepEqual(
    this.looks.filter(({ sideways }) => sideways).map(({ path, as }) => `${path} (${as})`),
    [],
  );
});
