import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { AfterAll } from "@cucumber/cucumber";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { hydrated } from "#testing/browser/chromium.ts";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import type { Elements } from "#testing/text-browser/shown-page.ts";
import { messageOn, skipChecks } from "./messages.ts";
import type { Window } from "./window.ts";

const PATIENCE_MS = 30_000;
const MESSAGE_WITHIN_MS = 1_000;
const VIEWPORT = { width: 1280, height: 900 };

let launched: Promise<Browser> | undefined;

/** The one Chromium of a run. */
function theBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  assert(executablePath, "There is no Chromium here: install one, or set CHROMIUM_PATH to it");
  // Chromium's sandbox does not work as root.
  return (launched ??= chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 }));
}

AfterAll(async () => {
  await (await launched)?.close();
});

/** A new window of Chromium without a session. `leave` gets it when its person has left it. */
export async function newChromiumWindow(
  origin: string,
  javascript: boolean,
  leave: (window: Window) => unknown,
): Promise<Window> {
  const { context, page } = await newContext(origin, javascript);
  const settle = () => (javascript ? settled(page) : page.waitForLoadState());
  const outcome = () => page.locator("html").evaluate(messageOn);

  async function send(button: Elements) {
    await button.evaluate(skipChecks);
    const answered = javascript
      ? page.waitForResponse((response) => response.request().method() === "POST")
      : page.waitForEvent("load");
    await Promise.all([answered, button.click()]);
    await settle();
    // With JavaScript a message appears a moment after its page, if at all.
    if (javascript)
      await page.waitForSelector(".toast, .error, .notice", { timeout: MESSAGE_WITHIN_MS }).catch(() => undefined);
    return outcome();
  }

  const window: Window = {
    page,
    scripted: javascript ? page : null,
    settle,
    outcome,
    send,
    async resume(cookie) {
      const [name = "", value = ""] = cookie.split("=");
      await context.addCookies([{ name, value, url: origin }]);
    },
    async open(path) {
      const response = await page.goto(path);
      await settle();
      return response?.status() ?? 0;
    },
    async confirm(opener, yes) {
      await opener.click();
      return send(page.getByRole("dialog").getByRole("button", { name: yes }));
    },
    async download(link) {
      const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
      return readFile(await download.path(), "utf8");
    },
    draws: async (image) =>
      image.evaluate(async (shown) => {
        await (shown as HTMLImageElement).decode();
        return (shown as HTMLImageElement).naturalWidth > 0;
      }),
    async leave() {
      // A page of the same origin: for another one Chromium starts a process, which loads all scripts again.
      await page.goto("/robots.txt");
      await context.clearCookies();
      await page.setViewportSize(VIEWPORT);
      await page.emulateMedia({ colorScheme: null });
      leave(window);
    },
  };
  return window;
}

async function newContext(origin: string, javascript: boolean): Promise<{ context: BrowserContext; page: Page }> {
  const browser = await theBrowser();
  const context = await browser.newContext({
    baseURL: origin,
    javaScriptEnabled: javascript,
    viewport: VIEWPORT,
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (javascript) await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  return { context, page: await context.newPage() };
}

/** Waits until Remix is idle and its page can be used. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Remix's scripts set it.
    const router: typeof __remixRouter | undefined = globalThis.__remixRouter;
    const { navigation, revalidation } = router?.state ?? {};
    return navigation?.state === "idle" && revalidation === "idle";
  });
  await hydrated(page);
}
