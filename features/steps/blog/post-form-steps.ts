import assert from "node:assert/strict";
import { After, Then, When } from "@cucumber/cucumber";
import type { Page } from "playwright-core";
import { suggestSlug } from "#domain/post/slug.ts";
import { openerIn, scriptedPage, type Window } from "../../support/browser/window.ts";
import { theProduct } from "../../support/product/product.ts";
import type { ProductWorld } from "../../support/world.ts";

const windows = new WeakMap<ProductWorld, Window>();

/** A window of this person beside their driver's, at this path. */
async function windowAt(world: ProductWorld, name: string, path: string): Promise<Window> {
  const window = windows.get(world) ?? (await world.window(name));
  windows.set(world, window);
  await window.open(path);
  return window;
}

function pageOf(world: ProductWorld): Page {
  const window = windows.get(world);
  assert(window, "Nobody has opened the form of a post");
  return scriptedPage(window);
}

const slugOf = (world: ProductWorld, title: string) => suggestSlug(world.titled(title));

/** Presses a button of the form at this path, after its text fields were filled. */
async function press(world: ProductWorld, name: string, path: string, button: string, title?: string): Promise<void> {
  const { page, send } = await windowAt(world, name, path);
  if (title !== undefined) {
    await page.getByLabel("Title", { exact: true }).fill(world.titled(title));
    await page.getByLabel("Slug", { exact: true }).fill(slugOf(world, title));
  }
  world.outcome = await send(page.getByRole("button", { name: button, exact: true }));
  assert.equal(world.outcome.ok, true, world.outcome.said);
}

When("{word} saves the post {string} as a draft", function (this: ProductWorld, name: string, title: string) {
  return press(this, name, "/blog/new", "Save draft", title);
});

When("{word} publishes the draft {string}", function (this: ProductWorld, name: string, title: string) {
  return press(this, name, `/blog/${slugOf(this, title)}/edit`, "Publish");
});

When("{word} makes the post {string} a draft again", function (this: ProductWorld, name: string, title: string) {
  return press(this, name, `/blog/${slugOf(this, title)}/edit`, "Unpublish");
});

When("{word} deletes the post {string}", async function (this: ProductWorld, name: string, title: string) {
  const { page, confirm, scripted } = await windowAt(this, name, `/blog/${slugOf(this, title)}/edit`);
  const opener = openerIn(page.locator("main"), `Delete post ${this.titled(title)}`, scripted !== null);
  this.outcome = await confirm(opener, "Delete");
});

When(
  "{word} writes the post {string} in the editor, with the heading {string} and the paragraph {string}",
  async function (this: ProductWorld, name: string, title: string, heading: string, paragraph: string) {
    const { scripted, send } = await windowAt(this, name, "/blog/new");
    const page = scriptedPage({ scripted });
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.getByLabel("Title", { exact: true }).fill(this.titled(title));
    await page.locator(".ce-paragraph").click();
    await page.keyboard.type("/");
    await page.locator(".ce-popover--opened input").fill("Heading");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".ce-header").click();
    await page.keyboard.type(heading);
    await page.keyboard.press("Enter");
    await page.keyboard.type(paragraph);
    this.outcome = await send(page.getByRole("button", { name: "Publish" }));
    assert.deepEqual(complaints, []);
  },
);

Then(
  "the post {string} has the heading {string} and the paragraph {string}",
  async function (this: ProductWorld, title: string, heading: string, paragraph: string) {
    const { json } = await theProduct().call("GET", `/api/blog/${slugOf(this, title)}`);
    assert.equal(json.content, `<h2>${heading}</h2>\n<p>${paragraph}</p>`);
  },
);

When("{word} opens the post {string} in the editor", async function (this: ProductWorld, name: string, title: string) {
  await windowAt(this, name, `/blog/${slugOf(this, title)}/edit`);
});

Then("the editor has the heading {string}", async function (this: ProductWorld, heading: string) {
  const shown = pageOf(this).locator(".ce-header");
  await shown.waitFor();
  assert.equal(await shown.innerText(), heading);
});

Then("it shows this heading as HTML too", async function (this: ProductWorld) {
  const heading = await pageOf(this).locator(".ce-header").innerText();
  await pageOf(this).getByRole("button", { name: "Raw HTML" }).click();
  const field = pageOf(this).getByRole("textbox", { name: "Content" });
  await field.waitFor();
  assert((await field.inputValue()).includes(`<h2>${heading}</h2>`));
});

When(
  "{word}'s connection breaks while she publishes the post {string}",
  async function (this: ProductWorld, name: string, title: string) {
    const { scripted, outcome } = await windowAt(this, name, "/blog/new");
    const page = scriptedPage({ scripted });
    await page.getByLabel("Title", { exact: true }).fill(title);
    await page.route("**/blog/new.data*", (route) => route.abort());
    await page.getByRole("button", { name: "Publish" }).click();
    await page.locator(".toast-bad").waitFor();
    await page.unroute("**/blog/new.data*");
    this.outcome = await outcome();
  },
);

Then("the form still has the title {string}", async function (this: ProductWorld, title: string) {
  assert.equal(await pageOf(this).getByLabel("Title", { exact: true }).inputValue(), title);
});

After(async function (this: ProductWorld) {
  await windows.get(this)?.leave();
});
