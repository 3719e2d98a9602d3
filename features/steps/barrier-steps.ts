import assert from "node:assert/strict";
import { type DataTable, Then, When } from "@cucumber/cucumber";
import { lookAt } from "../support/barriers.ts";
import { openWindow } from "../support/browser.ts";
import { theProduct } from "../support/product.ts";
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
  "use cases": "/use-cases",
  terms: "/terms",
  imprint: "/imprint",
  cookies: "/cookie-settings",
  contact: "/contact",
  blog: "/blog",
  "api documentation": "/api-documentation",
  unknown: "/there-is-no-such-page",
  upload: "/upload",
  "new connector": "/upload?tab=connector",
  connections: "/manage",
  uploaded: "/manage?tab=uploaded",
  streams: "/manage?tab=stream",
  account: "/account",
};

/** Pages of the dataset and the connector that the scenario has made. */
function pathOf(world: ProductWorld, name: string): string {
  const path = PAGES[name];
  if (path !== undefined) return path;
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

async function lookAtAll(world: ProductWorld, pages: DataTable, cookie?: string): Promise<void> {
  const window = await openWindow(theProduct().url, true);
  const [name = "", value = ""] = cookie?.split("=") ?? [];
  try {
    if (cookie !== undefined) await window.context.addCookies([{ name, value, url: theProduct().url }]);
    for (const page of pages.raw().flat().filter((each) => each !== "")) world.looks.push(...(await lookAt(window, pathOf(world, page))));
  } finally {
    await window.context.close();
  }
}

const LONG = { timeout: 180_000 };

When("a visitor looks at these pages", LONG, async function (this: ProductWorld, pages: DataTable) {
  await lookAtAll(this, pages);
});

When("{word} looks at these pages", LONG, async function (this: ProductWorld, name: string, pages: DataTable) {
  await lookAtAll(this, pages, this.person(name).cookie);
});

Then("no page has a serious barrier", function (this: ProductWorld) {
  assert.deepEqual(this.looks.filter(({ barriers }) => barriers.length > 0), []);
});

Then("no page scrolls sideways", function (this: ProductWorld) {
  assert.deepEqual(this.looks.filter(({ sideways }) => sideways).map(({ path, as }) => `${path} (${as})`), []);
});
