import assert from "node:assert/strict";
import { After, Then, When } from "@cucumber/cucumber";
import { openWindow, type Window } from "../support/browser.ts";
import { theProduct } from "../support/product.ts";
import { specField, specText } from "../support/spec-editor.ts";
import type { ProductWorld } from "../support/world.ts";

const windows = new WeakMap<ProductWorld, Window>();

function pageOf(world: ProductWorld): Window["page"] {
  const window = windows.get(world);
  assert(window, "Nobody has opened the editor");
  return window.page;
}

async function proposals(world: ProductWorld): Promise<string[]> {
  const list = pageOf(world).getByRole("listbox", { name: "Completions" });
  await list.getByRole("option").first().waitFor();
  return list.locator(".cm-completionLabel").allTextContents();
}

When("{word} types {string} in an empty editor", async function (this: ProductWorld, name: string, text: string) {
  const window = await openWindow(theProduct().url, true);
  windows.set(this, window);
  const [cookie = "", value = ""] = this.person(name).cookie?.split("=") ?? [];
  await window.context.addCookies([{ name: cookie, value, url: theProduct().url }]);
  await window.open("/upload?tab=connector");
  await (await specField(window.page, true)).click();
  await window.page.keyboard.press("ControlOrMeta+a");
  await window.page.keyboard.press("Delete");
  await window.page.keyboard.type(text);
});

When("{word} types {string}", async function (this: ProductWorld, _name: string, text: string) {
  await pageOf(this).keyboard.type(text);
});

When("{word} takes the proposal", async function (this: ProductWorld, _name: string) {
  const before = await specText(pageOf(this));
  // What has come up this moment is not taken by a key that may have been meant for the text.
  await pageOf(this).waitForTimeout(100);
  await pageOf(this).keyboard.press("Enter");
  await pageOf(this).waitForFunction((old) => document.querySelector<HTMLTextAreaElement>("[name=dsl]")?.value !== old, before);
});

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

After(async function (this: ProductWorld) {
  await windows.get(this)?.context.close();
});
