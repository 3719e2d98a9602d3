import assert from "node:assert/strict";
import { After, Then, When } from "@cucumber/cucumber";
import type { Page } from "playwright-core";
import { scriptedPage, type Window } from "../../support/browser/window.ts";
import { listAt } from "../../support/product/definitions.ts";
import { theProduct, theRemoteApi } from "../../support/product/product.ts";
import { specField, specText, writeSpec } from "../../support/browser/spec-editor.ts";
import type { ProductWorld } from "../../support/world.ts";

const windows = new WeakMap<ProductWorld, Window>();

/** A second window of this person, beside their driver's. */
async function windowOf(world: ProductWorld, name: string): Promise<Window> {
  const window = await world.window(name);
  windows.set(world, window);
  return window;
}

function opened(world: ProductWorld): Window {
  const window = windows.get(world);
  assert(window, "Nobody has opened the editor");
  return window;
}

function pageOf(world: ProductWorld): Page {
  return scriptedPage(opened(world));
}

async function proposals(world: ProductWorld): Promise<string[]> {
  const list = pageOf(world).getByRole("listbox", { name: "Completions" });
  await list.getByRole("option").first().waitFor();
  return list.locator(".cm-completionLabel").allTextContents();
}

When("{word} types {string} in an empty editor", async function (this: ProductWorld, name: string, text: string) {
  const window = await windowOf(this, name);
  await window.open("/upload?tab=connector");
  await (await specField(window)).click();
  const { keyboard } = scriptedPage(window);
  await keyboard.press("ControlOrMeta+a");
  await keyboard.press("Delete");
  await keyboard.type(text);
});

When("{word} types {string}", async function (this: ProductWorld, _name: string, text: string) {
  await pageOf(this).keyboard.type(text);
});

When("{word} takes the proposal", async function (this: ProductWorld, _name: string) {
  const before = await specText(pageOf(this));
  // The list ignores keys while it waits for newer proposals, and for 75 ms after it opens: they may be meant for the text.
  const ready = pageOf(this).locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)");
  await ready.waitFor();
  await pageOf(this).waitForTimeout(100);
  await ready.waitFor();
  await pageOf(this).keyboard.press("Enter");
  await pageOf(this).waitForFunction(
    (old) => document.querySelector<HTMLTextAreaElement>("[name=dsl]")?.value !== old,
    before,
  );
});

When(
  "{word} brings an OpenAPI document that lists {int} things, and of them takes only what is found by {string}",
  async function (this: ProductWorld, name: string, count: number, words: string) {
    const list = {
      responses: { 200: { content: { "application/json": { schema: { type: "array", items: { type: "object" } } } } } },
    };
    const paths = Object.fromEntries(Array.from({ length: count }, (_, at) => [`/things/${at}`, { get: list }]));
    const { page, open, send } = await windowOf(this, name);
    await open("/upload/import");
    await page.getByLabel("Document or curl command").fill(
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Things" },
        servers: [{ url: "https://api.example.org" }],
        paths,
      }),
    );
    await send(page.getByRole("button", { name: "Make a draft" }));
    await page.getByRole("button", { name: "Take none" }).click();
    await page.getByRole("searchbox", { name: "Find operations" }).fill(words);
    await page.getByRole("button", { name: "Take these" }).click();
    await send(page.getByRole("button", { name: "Make a draft" }));
    this.draft = { id: new URL(page.url()).searchParams.get("edit") ?? "", of: name, before: this.draft.id };
  },
);

Then("the editor proposes {string}", async function (this: ProductWorld, label: string) {
  assert.equal((await proposals(this))[0], label);
});

Then("the editor holds {string}", async function (this: ProductWorld, text: string) {
  assert.equal(await specText(pageOf(this)), text);
});

Then("the editor marks {string} with {string}", async function (this: ProductWorld, marked: string, sentence: string) {
  const mark = pageOf(this).locator(".cm-lintRange-error", { hasText: marked });
  await mark.waitFor();
  assert.equal(await mark.textContent(), marked);
  await mark.hover();
  const said = pageOf(this).locator(".cm-tooltip-lint .cm-diagnosticText", { hasText: sentence });
  await said.waitFor();
});

When(
  "{word} writes {string} as the title of a new connector",
  async function (this: ProductWorld, name: string, title: string) {
    const { page, open } = await windowOf(this, name);
    await open("/upload?tab=connector");
    await page.getByLabel("Title").fill(title);
  },
);

When("{word}'s session ends", async function (this: ProductWorld, name: string) {
  const { cookie = "" } = this.person(name);
  assert.equal(
    (await theProduct().call("POST", "/api/users/logout", { headers: { cookie, "sec-fetch-site": "same-origin" } }))
      .status,
    200,
  );
});

When("{word} publishes what she wrote, and has to sign in again", async function (this: ProductWorld, name: string) {
  const page = pageOf(this);
  const { email, password } = this.person(name);
  await page.getByRole("button", { name: "Publish Connector" }).click();
  await page.waitForURL("**/login?redirect=*");
  // A user who is unsure what happened reloads first.
  await page.reload();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.locator("main").getByRole("button", { name: "Login" }).click();
});

Then("{word} finds {string} where she wrote it", async function (this: ProductWorld, _name: string, title: string) {
  await pageOf(this).waitForURL("**/upload?tab=connector");
  assert.equal(await pageOf(this).getByLabel("Title").inputValue(), title);
});

When("{word} follows a link to another page", async function (this: ProductWorld, _name: string) {
  await pageOf(this).locator("footer").getByRole("link", { name: "About" }).click();
});

Then("{word} is asked whether to leave", async function (this: ProductWorld, _name: string) {
  await pageOf(this).getByRole("dialog", { name: "Leave without saving?" }).waitFor();
});

When("{word} stays", async function (this: ProductWorld, _name: string) {
  await pageOf(this).getByRole("button", { name: "Stay" }).click();
});

Then("{word} is on the other page", async function (this: ProductWorld, _name: string) {
  await pageOf(this).waitForURL("**/about");
});

When("{word} reloads the page", async function (this: ProductWorld, _name: string) {
  const page = pageOf(this);
  const asked = page.waitForEvent("dialog");
  // The reload waits for the answer to the question, which is "no".
  void page.reload().catch(() => undefined);
  const dialog = await asked;
  this.outcome = { ok: false, said: dialog.type() };
  await dialog.dismiss();
});

Then("the browser asks her first", function (this: ProductWorld) {
  assert.equal(this.outcome?.said, "beforeunload");
  this.outcome = undefined;
});

When("{word} chooses the dark colours", async function (this: ProductWorld, _name: string) {
  await pageOf(this).getByRole("button", { name: "Dark" }).click();
  await pageOf(this).locator('html[data-theme="dark"]').waitFor();
});

When("{word} saves it as a draft", async function (this: ProductWorld, name: string) {
  const page = pageOf(this);
  await page.getByRole("button", { name: "Save Draft" }).click();
  await page.waitForURL("**/upload?edit=*");
  await page.getByText("Draft saved").waitFor();
  this.draft = { id: new URL(page.url()).searchParams.get("edit") ?? "", of: name, before: this.draft.id };
});

When(
  "{word} tests a definition of that API with the key {string}",
  async function (this: ProductWorld, name: string, key: string) {
    const window = await windowOf(this, name);
    const page = scriptedPage(window);
    await window.open("/upload?tab=connector");
    await writeSpec(
      window,
      JSON.stringify({ ...listAt(theRemoteApi().url(this.remotePath)), auth: { type: "bearer" } }),
    );
    await page.getByRole("button", { name: "Test read" }).click();
    await page.locator('[name="auth.token"]').fill(key);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Agree and read" }).click();
  },
);

When("{word} tests it once more", async function (this: ProductWorld, _name: string) {
  await pageOf(this).getByRole("button", { name: "Test read" }).click();
});

Then("the test on the page fails with {string}", async function (this: ProductWorld, words: string) {
  await pageOf(this).locator(".try .notice-bad", { hasText: words }).waitFor();
});

Then("the key {string} is still typed", async function (this: ProductWorld, key: string) {
  assert.equal(await pageOf(this).locator('[name="auth.token"]').inputValue(), key);
});

When(
  "{word} types {string} in place of the definition",
  async function (this: ProductWorld, _name: string, text: string) {
    await writeSpec(opened(this), text);
  },
);

When("{word} publishes in the editor", async function (this: ProductWorld, name: string, definition: string) {
  const window = await windowOf(this, name);
  const { page, open } = window;
  await open("/upload?tab=connector");
  await page.getByLabel("Title").fill("Bridges");
  await writeSpec(window, definition);
  await page.getByRole("button", { name: "Publish Connector" }).click();
});

Then("the faults on the page are {string}", async function (this: ProductWorld, paths: string) {
  const list = pageOf(this).getByRole("list", { name: "Faults" });
  await list.waitFor();
  assert.deepEqual(await list.locator("code").allTextContents(), paths.split(", "));
});

When("{word} follows the fault of {string}", async function (this: ProductWorld, _name: string, path: string) {
  await pageOf(this)
    .getByRole("list", { name: "Faults" })
    .getByRole("listitem")
    .filter({ hasText: path })
    .getByRole("link")
    .click();
});

Then("the editor is at a line with {string}", async function (this: ProductWorld, text: string) {
  await pageOf(this).locator(".cm-focused .cm-activeLine", { hasText: text }).waitFor();
});

When("{word} types {string} there", async function (this: ProductWorld, _name: string, text: string) {
  await pageOf(this).keyboard.insertText(text);
});

Then("no fault is left on the page", async function (this: ProductWorld) {
  await pageOf(this).getByText("No faults left.").waitFor();
});

When("{word} looks for {string} in the editor", async function (this: ProductWorld, _name: string, text: string) {
  await pageOf(this).keyboard.press("ControlOrMeta+f");
  await pageOf(this).getByRole("textbox", { name: "Find" }).waitFor();
  await pageOf(this).keyboard.type(text);
});

Then("the editor shows that it has found {string}", async function (this: ProductWorld, text: string) {
  const found = pageOf(this).locator(".cm-searchMatch");
  await found.waitFor();
  assert.equal(await found.textContent(), text);
  await pageOf(this).keyboard.press("Escape");
  await pageOf(this).locator(".cm-focused").waitFor();
  assert.equal(await pageOf(this).locator(".cm-search").count(), 0);
});

After(async function (this: ProductWorld) {
  await windows.get(this)?.leave();
});
