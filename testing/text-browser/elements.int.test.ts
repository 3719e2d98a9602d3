import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestBrowser, testBrowser } from "../browser/chromium.ts";
import { exampleServer } from "./example-pages.ts";
import { openTextBrowser } from "./text-browser.ts";
import type { Elements, ShownPage } from "./shown-page.ts";

const PAGE = `
<main>
  <h1>River <em>levels</em></h1>
  <h2 id=sharing>Who has access</h2>
  <section aria-labelledby=sharing><ul>
    <li class=row><span>ana@example.org</span> <button aria-label="Remove Ana">x</button></li>
    <li class=row><span>bruno@example.org</span> <button>Remove<span>: Bruno</span></button> <button>Remove</button></li>
  </ul></section>
  <section aria-label="Requests for access"><p class=reason>A study of   floods</p><p>Second<br>line</p></section>
  <section><h3>Without a name</h3></section>
  <form aria-label="Paste rows"><label for=rows>Rows</label><textarea id=rows name=rows>
kept</textarea>
    <label>Key <input name=key value=k></label> <label>Rows of the file <select name=how><option>append</option></select></label>
    <input type=checkbox id=c><label for=c>The columns may change</label>
    <button type=submit>Show <b>what</b> changes</button><input type=submit value="Store it"></form>
  <form><fieldset><legend>When it <i>runs</i></legend><input type=password aria-label=Password></fieldset>
    <input name=q placeholder="Find a dataset"><input placeholder=None title="A title"></form>
  <details><summary>More</summary><p>Folded <a href="/folded">Folded link</a></p></details>
  <details open><summary>Less</summary><p>Open <a href="/open">Open link</a></p></details>
  <p hidden>Hidden <button>Hidden button</button></p>
  <p aria-hidden=true>Decoration <button>Decorated</button></p>
  <table><caption>Runs</caption><thead><tr><th>State</th><th>When</th></tr></thead>
    <tbody><tr><td class=status>Succeeded</td><td>today</td></tr><tr><td class=status>Failed</td><td>yesterday</td></tr></tbody></table>
  <div role=dialog aria-labelledby=asks><h2 id=asks>Delete it?</h2><button>Delete</button></div>
  <dialog><button>In a closed dialog</button></dialog>
  <div role=status>Saved</div><search aria-label=Users><input type=search></search>
  <dl><dt>Version</dt><dd>2</dd><dt>Version of the format</dt><dd>3</dd></dl>
  <a>No link</a> <a href="/a">Of <img src="/none.png" alt="A picture"></a> <a href="/b" aria-label="Notices, 3 unread">3</a>
  <div class=choices><span>One</span><span>Two</span></div><pre>  a
  b</pre>
  <p class=block-head>Several <b>words</b>, <i>and</i> more</p>
</main>`;

/** What is looked for, and how. Both browsers must find the same. */
const SEARCHES: Readonly<Record<string, (page: ShownPage) => Elements>> = {
  "a heading by its name": (page) => page.getByRole("heading", { name: "River levels" }),
  "headings of a level": (page) => page.getByRole("heading", { level: 2 }),
  "a heading by a pattern": (page) => page.getByRole("heading", { name: /^Who/ }),
  "a region that another element names": (page) => page.getByRole("region", { name: "Who has access" }),
  "all regions": (page) => page.getByRole("region"),
  "all buttons": (page) => page.getByRole("button"),
  "a part of a name": (page) => page.getByRole("button", { name: "remove" }),
  "an exact name": (page) => page.getByRole("button", { name: "Remove", exact: true }),
  "a name from inline parts": (page) => page.getByRole("button", { name: "Remove: Bruno", exact: true }),
  "a name in several elements": (page) => page.getByRole("button", { name: "Show what changes", exact: true }),
  "a name from a value": (page) => page.getByRole("button", { name: "Store it" }),
  "links, those of folded parts not": (page) => page.getByRole("link"),
  "a link by its picture": (page) => page.getByRole("link", { name: "Of A picture", exact: true }),
  "a link by its label": (page) => page.getByRole("link", { name: /^Notices, \d+ unread$/ }),
  "forms with a name": (page) => page.getByRole("form"),
  "a group by its legend": (page) => page.getByRole("group", { name: "When it runs" }),
  "text boxes": (page) => page.getByRole("textbox"),
  "a text box by its placeholder": (page) => page.getByRole("textbox", { name: "Find a dataset" }),
  "a text box by its title": (page) => page.getByRole("textbox", { name: "A title" }),
  "items of a list by a text": (page) => page.getByRole("listitem").filter({ hasText: "BRUNO@example" }),
  "items of a list by what they contain": (page) =>
    page.getByRole("listitem").filter({ has: page.getByRole("button", { name: "Remove Ana" }) }),
  "rows of a table": (page) => page.getByRole("row"),
  "a row by a text": (page) => page.getByRole("row").filter({ hasText: "Failed" }),
  "a dialog that is open": (page) => page.getByRole("dialog"),
  "a button of a dialog": (page) => page.getByRole("dialog").getByRole("button", { name: "Delete" }),
  "a status": (page) => page.getByRole("status"),
  "a search": (page) => page.getByRole("search", { name: "Users" }),
  "the main part": (page) => page.getByRole("main").getByRole("list"),
  "a field by its label": (page) => page.getByLabel("Rows"),
  "a field by its whole label": (page) => page.getByLabel("Rows", { exact: true }),
  "a field within its label": (page) => page.getByLabel("Key"),
  "a box by its label": (page) => page.getByLabel("The columns may change"),
  "parts of the page by their label": (page) => page.getByLabel("Requests for access"),
  "an element by its text": (page) => page.getByText("No link", { exact: true }),
  "the innermost element with a text": (page) => page.getByText("words"),
  "an element with a text in several parts": (page) => page.getByText("River levels"),
  "elements by a selector and a pattern": (page) => page.locator("dt", { hasText: /^Version$/ }),
  "elements by a selector with siblings": (page) => page.locator("tbody tr:first-child + tr .status"),
  "elements by a selector with :has": (page) => page.locator("li:has(button[aria-label])"),
  "the first of several": (page) => page.locator(".status").first(),
  "the last of several": (page) => page.locator(".status").last(),
  "something within each of several": (page) => page.locator("li").locator("span"),
  "a part with a folded text": (page) => page.locator("details"),
  "a block with lines": (page) => page.getByRole("region", { name: "Requests for access" }),
  "a text with its spaces": (page) => page.locator("pre"),
  "texts side by side": (page) => page.locator(".choices"),
  "a table": (page) => page.locator("table"),
  "a list": (page) => page.locator("dl"),
  "nothing at all": (page) => page.getByRole("button", { name: "Nobody's" }),
};

let chromium: TestBrowser;
let server: Awaited<ReturnType<typeof exampleServer>>;
let pages: { readonly inChromium: ShownPage; readonly inText: ShownPage };

beforeAll(async () => {
  server = await exampleServer({ "/": PAGE });
  chromium = await testBrowser(server.origin);
  pages = {
    inChromium: await chromium.window(undefined, { javaScriptEnabled: false }),
    inText: openTextBrowser(server.origin),
  };
  for (const page of Object.values(pages)) await page.goto("/");
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

/** What somebody reads of these elements. Spaces beside pictures and controls are not told. */
async function read(elements: Elements) {
  return {
    count: await elements.count(),
    shown: (await elements.allInnerTexts()).map((text) =>
      text
        .replace(/ *\n */g, "\n")
        .replace(/(?<=\S) +/g, " ")
        .trimEnd(),
    ),
    contained: await elements.allTextContents(),
    tags: await elements.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 80))),
    each: await Promise.all((await elements.all()).map((each) => each.textContent())),
  };
}

describe("what is found and read is what Chromium shows", () => {
  test.each(Object.entries(SEARCHES))("%s", async (_, search) => {
    const found = await read(search(pages.inText));
    expect(found).toEqual(await read(search(pages.inChromium)));
  });
});

test("every search but one finds something", async () => {
  const counts = await Promise.all(
    Object.entries(SEARCHES).map(async ([name, search]) => [name, await search(pages.inText).count()] as const),
  );
  expect(counts.filter(([, count]) => count === 0).map(([name]) => name)).toEqual(["nothing at all"]);
});

test("a folded part opens by its summary", async () => {
  const page = openTextBrowser(server.origin);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Folded link" }).click()).rejects.toThrow(/^0 elements/);
  await page.locator("summary").filter({ hasText: "More" }).click();
  await page.getByRole("link", { name: "Folded link" }).click();
  expect(page.url()).toBe(`${server.origin}/folded`);
});
