import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestBrowser, testBrowser } from "../browser/chromium.ts";
import { exampleServer } from "./example-pages.ts";
import { openTextBrowser } from "./text-browser.ts";
import type { ShownPage } from "./shown-page.ts";

const CONTROLS = `
  <input type=hidden name=token value="a token">
  <input type=hidden name=_charset_>
  <label>Name <input name=name value="first"></label>
  <label>Note <textarea name=note>\n one\ntwo</textarea></label>
  <input type=checkbox name=kept checked> <input type=checkbox name=kept value=second>
  <input type=radio name=size value=small checked> <input type=radio name=size value=large aria-label=Large>
  <select name=unit aria-label=Unit><option>hours</option><option value=d>days</option></select>
  <select name=several multiple><option selected>a</option><option selected disabled>b</option><option selected>c</option></select>
  <input type=number name=count value="3"> <input type=date name=day value="2026-01-02">
  <input name=off value=off disabled> <input name=fixed value=fixed readonly> <input value=nameless>
  <input name=said dirname=said.dir value="ü &amp; 1+1=2">
  <fieldset disabled><legend><input name=inLegend value=sent></legend><input name=inGroup value=off></fieldset>
  <button name=intent value=save>Save</button>
  <button name=intent value=remove formaction="/other?x=1#part" formmethod=get>Remove</button>
  <input type=submit name=intent value="Send it">
  <input type=image name=at alt="Press here">
  <button type=button name=intent value=nothing>Nothing</button>
  <button type=reset>Reset</button>`;

const PAGES = {
  "/plain": `<form method=post action="/send?a=1">${CONTROLS}</form><input name=outside form=none value=no>`,
  "/own": `<form method=post>${CONTROLS.replace("formmethod=get", 'formaction="/there"')}</form>`,
  "/get": `<form action="/find?lost=1#here"><input name=q><button>Find</button></form>`,
  "/parts": `<form method=post action=/send enctype=multipart/form-data>${CONTROLS}
    <input type=file name=file aria-label=File><input type=file name=none></form>`,
  "/apart": `<form id=far method=post action=/send><input name=inside value=1></form>
    <input name=outside form=far value=2 aria-label=Outside><button form=far name=intent value=far>From afar</button>`,
  "/encoded": `<form method=post action=/send><input name=a><button formenctype=multipart/form-data>As parts</button></form>`,
  "/based": `<base href="/under/"><form method=post action=send><button>Go</button></form><a href="page?x=1">Link</a>`,
  "/enter": `<form method=post action=/send><input name=a aria-label=A><button name=b value=1>One</button><button name=b value=2>Two</button></form>`,
  "/leading": `<form action=/refreshing><button>On</button></form>`,
  "/refreshing": `<meta http-equiv=refresh content="0; url=/read"><h1>Soon</h1>`,
  "/links": `<a href="/read?to=/read%23part&status=302">Moved</a> <a href="?own=1">Own</a>`,
};

const STEPS: Readonly<Record<string, (page: ShownPage) => Promise<unknown>>> = {
  "a form as it is": async (page) => {
    await page.goto("/plain");
    await page.getByRole("button", { name: "Save" }).click();
  },
  "every kind of control, changed": async (page) => {
    await page.goto("/plain");
    await page.getByLabel("Name").fill("a name");
    await page.getByLabel("Note").fill("three\nfour");
    await page.locator("[name=kept]").first().uncheck();
    await page.locator("[name=kept]").last().check();
    await page.getByLabel("Large").check();
    await page.getByLabel("Unit").selectOption("days");
    await page.locator("[name=count]").fill("7");
    await page.locator("[name=day]").fill("2026-05-06");
    await page.getByRole("button", { name: "Send it" }).click();
  },
  "a button that changes address and method": async (page) => {
    await page.goto("/plain");
    await page.getByRole("button", { name: "Remove" }).click();
  },
  "a form without an address": async (page) => {
    await page.goto("/own?x=1");
    await page.getByRole("button", { name: "Remove" }).click();
  },
  "a search": async (page) => {
    await page.goto("/get");
    await page.locator("[name=q]").fill("a b&c");
    await page.getByRole("button", { name: "Find" }).click();
  },
  "a file": async (page) => {
    await page.goto("/parts");
    await page.getByLabel("Note").fill("one\ntwo");
    await page
      .getByLabel("File")
      .setInputFiles({ name: 'a "b".csv', mimeType: "text/csv", buffer: Buffer.from("a\n1\n") });
    await page.getByRole("button", { name: "Save" }).click();
  },
  "no file": async (page) => {
    await page.goto("/parts");
    await page.getByRole("button", { name: "Save" }).click();
  },
  "controls outside of their form": async (page) => {
    await page.goto("/apart");
    await page.getByRole("button", { name: "From afar" }).click();
  },
  "a button that changes the encoding": async (page) => {
    await page.goto("/encoded");
    await page.getByRole("button", { name: "As parts" }).click();
  },
  "a form of a page with a base": async (page) => {
    await page.goto("/based");
    await page.getByRole("button", { name: "Go" }).click();
  },
  "a link of a page with a base": async (page) => {
    await page.goto("/based");
    await page.getByRole("link", { name: "Link" }).click();
  },
  "Enter in a field": async (page) => {
    await page.goto("/enter");
    await page.getByLabel("A", { exact: true }).fill("typed");
    await page.getByLabel("A", { exact: true }).press("Enter");
  },
  "a link that redirects": async (page) => {
    await page.goto("/links");
    await page.getByRole("link", { name: "Moved" }).click();
  },
  "a page that goes on by itself": async (page) => {
    await page.goto("/leading");
    await page.getByRole("button", { name: "On" }).click();
    await page.waitForURL("**/read");
  },
  "a reset form": async (page) => {
    await page.goto("/plain");
    await page.getByLabel("Name").fill("a name");
    await page.getByRole("button", { name: "Reset" }).click();
    await page.getByRole("button", { name: "Save" }).click();
  },
};

/** Forms whose answer redirects: what is asked next, and with which cookies. */
const REDIRECTS: Readonly<Record<string, string>> = {
  "302 after a form": "/send?status=302&to=/then",
  "303 after a form": "/send?status=303&to=/then",
  "307 after a form": "/send?status=307&to=/then",
  "cookies that are set on the way": "/send?status=302&to=/then&set=a%3D1%3B%20Path%3D/&set=b%3D2%3B%20Path%3D/other",
  "a cookie that is taken back": `/send?status=302&to=${encodeURIComponent("/next?status=302&to=/then&set=a%3D%3B%20Max-Age%3D0")}&set=a%3D1`,
};

let chromium: TestBrowser;
let server: Awaited<ReturnType<typeof exampleServer>>;

beforeAll(async () => {
  const redirects = Object.entries(REDIRECTS).map(([, action], at) => [
    `/redirects-${at}`,
    `<form method=post action="${action.replaceAll("&", "&amp;")}"><input name=a value=1><button>Send</button></form>`,
  ]);
  server = await exampleServer({ ...PAGES, ...(Object.fromEntries(redirects) as Record<string, string>) });
  chromium = await testBrowser(server.origin);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

/** What the server received, and where the page is then. */
async function received(page: ShownPage, steps: (page: ShownPage) => Promise<unknown>) {
  server.received.length = 0;
  await steps(page);
  return { received: [...server.received], url: page.url() };
}

async function both(steps: (page: ShownPage) => Promise<unknown>) {
  const window = await chromium.window(undefined, { javaScriptEnabled: false });
  try {
    const inChromium = await received(window, async (page) => {
      await steps(page);
      await expect.poll(() => server.received.length).toBeGreaterThan(0);
      await window.waitForLoadState();
    });
    const inText = await received(openTextBrowser(server.origin), steps);
    return { inChromium, inText };
  } finally {
    await window.context().close();
  }
}

describe("what is sent is what Chromium sends", () => {
  test.each(Object.entries(STEPS))("%s", async (_, steps) => {
    const { inChromium, inText } = await both(steps);
    expect(inText).toEqual(inChromium);
  });

  test.each(Object.keys(REDIRECTS).map((name, at) => [name, at] as const))("%s", async (_, at) => {
    const { inChromium, inText } = await both(async (page) => {
      await page.goto(`/redirects-${at}`);
      await page.getByRole("button", { name: "Send" }).click();
      await page.waitForURL("**/then");
    });
    expect(inText).toEqual(inChromium);
  });
});

describe("what a user cannot do is not done", () => {
  const refused: Readonly<Record<string, [(page: ShownPage) => Promise<unknown>, RegExp]>> = {
    "typing into a field that is off": [(page) => page.locator("[name=off]").fill("x"), /is off/],
    "typing into a field that is read only": [(page) => page.locator("[name=fixed]").fill("x"), /Nothing can be typed/],
    "using a field of a group that is off": [(page) => page.locator("[name=inGroup]").fill("x"), /is off/],
    "choosing what is not offered": [(page) => page.getByLabel("Unit").selectOption("weeks"), /does not offer weeks/],
    "typing a date that is none": [(page) => page.locator("[name=day]").fill("soon"), /takes no soon/],
    "pressing a button that needs scripts": [
      (page) => page.getByRole("button", { name: "Nothing" }).click(),
      /Without scripts/,
    ],
    "pressing one of several": [(page) => page.getByRole("button").click(), /6 elements/],
    "pressing what is not there": [(page) => page.getByRole("button", { name: "Publish" }).click(), /^0 elements/],
    "typing into a hidden field": [(page) => page.locator("[name=token]").fill("x"), /is hidden/],
  };

  test.each(Object.entries(refused))("%s", async (_, [steps, why]) => {
    const page = openTextBrowser(server.origin);
    await page.goto("/plain");
    await expect(steps(page)).rejects.toThrow(why);
  });
});
