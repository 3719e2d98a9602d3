import assert from "node:assert/strict";
import { After, defineParameterType, Then, When } from "@cucumber/cucumber";
import type { Window } from "../../support/browser/window.ts";
import { theRemoteApi } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

defineParameterType({
  name: "form",
  regexp: /the settings|the set-up/,
  transformer: (words: string) => words.slice("the ".length),
});

/** The window in which the person waits for the product's answer. */
const windows = new WeakMap<ProductWorld, Window>();

async function openAs(world: ProductWorld, name: string, path: string): Promise<Window> {
  const window = await world.window(name);
  windows.set(world, window);
  await window.open(path);
  return window;
}

async function start(world: ProductWorld, name: string, path: string, button: string): Promise<void> {
  const { page, send } = await openAs(world, name, path);
  await send(page.getByRole("button", { name: button }));
}

function windowOf(world: ProductWorld): Window {
  const window = windows.get(world);
  assert(window, "Nobody has opened a page");
  return window;
}

When(
  "{word} starts a run of {string} and waits on its page",
  async function (this: ProductWorld, name: string, title: string) {
    await start(this, name, `/connector_profile/${this.id(title)}?tab=setup`, "Run Now");
  },
);

When(
  "{word} starts a run of {string} and waits on Manage Data",
  async function (this: ProductWorld, name: string, title: string) {
    await start(this, name, "/manage", `Refresh ${this.titled(title)}`);
  },
);

When(
  "{word} types {string} as {string} of {string} and presses Enter",
  async function (this: ProductWorld, name: string, value: string, label: string, title: string) {
    const { page } = await openAs(this, name, `/connector_profile/${this.id(title)}?tab=setup`);
    const field = page.locator(`[name="setting.${label.toLowerCase()}"]`);
    await field.fill(value);
    await field.press("Enter");
  },
);

When(
  "{word} types {string} as the region into {form} of {string} and follows a link",
  async function (this: ProductWorld, name: string, value: string, form: "settings" | "set-up", title: string) {
    const path =
      form === "settings" ? `/connector_profile/${this.id(title)}?tab=setup` : `/connector-setup/${this.id(title)}`;
    const { page } = await openAs(this, name, path);
    await page.locator('[name="setting.region"]').fill(value);
    await page.getByRole("link", { name: "Blog", exact: true }).first().click();
  },
);

Then("{word} is asked whether to leave the form", async function (this: ProductWorld, _name: string) {
  await windowOf(this).page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
});

When("{word} stays at the form", async function (this: ProductWorld, _name: string) {
  await windowOf(this).page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
});

Then("{word} finds {string} as the region there", async function (this: ProductWorld, _name: string, value: string) {
  assert.equal(await windowOf(this).page.locator('[name="setting.region"]').inputValue(), value);
});

When("{word} follows the link after all", async function (this: ProductWorld, _name: string) {
  const { page } = windowOf(this);
  await page.getByRole("link", { name: "Blog", exact: true }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
});

Then("{word} has left the form", async function (this: ProductWorld, _name: string) {
  await windowOf(this).page.waitForURL("**/blog");
});

When("the API fails at its second page", function (this: ProductWorld) {
  theRemoteApi().forget(`${this.remotePath}?page=2`);
});

Then("{word} sees there that it is running", async function (this: ProductWorld, _name: string) {
  await windowOf(this).page.getByRole("heading", { name: "Run 1 is running" }).waitFor();
});

Then("{word} is told there {string}", async function (this: ProductWorld, _name: string, words: string) {
  const { page, scripted, settle } = windowOf(this);
  const told = page.locator(".toast, .notice").filter({ hasText: words });
  // Without JavaScript a page stays unchanged until its reader reloads it.
  const again = page.getByRole("link", { name: "Check again" });
  while (scripted === null && (await told.count()) === 0 && (await again.count()) > 0) {
    await again.click();
    await settle();
  }
  await told.first().waitFor();
});

Then("{word} gets from there to the run", async function (this: ProductWorld, _name: string) {
  const { page } = windowOf(this);
  await page.locator(".toast, .notice").getByRole("link", { name: "See the run" }).first().click();
  await page.getByRole("heading", { name: /^Run 1 of / }).waitFor();
});

After(async function (this: ProductWorld) {
  await windows.get(this)?.leave();
});
