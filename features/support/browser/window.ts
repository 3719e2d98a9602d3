import assert from "node:assert/strict";
import { AfterAll } from "@cucumber/cucumber";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { hydrated } from "#testing/browser/chromium.ts";
import type { Made, Outcome } from "../http/answers.ts";

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

/** Windows for reuse. A new one costs as much as ten pages: a process, and loading all scripts again. */
const left: Window[] = [];

/** One person's browser window. */
export type Window = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly javascript: boolean;
  /** Opens a path of the product and returns the status, once the page can be used. */
  open(path: string): Promise<number>;
  /** Presses a form's button and returns the product's message. */
  send(button: Locator): Promise<Outcome>;
  /** Presses a button that asks for confirmation, and then the one that confirms. */
  confirm(opener: Locator, yes: string): Promise<Outcome>;
  /** The message on the page, good or bad. */
  outcome(): Promise<Outcome>;
  /** Waits until the page is idle, after something other than `send` has changed it. */
  settle(): Promise<void>;
  /** Logs out and leaves the window for the next person. */
  leave(): Promise<void>;
};

/** A window without a session. A run of the features has one origin, with JavaScript or without. */
export async function openWindow(origin: string, javascript: boolean): Promise<Window> {
  return left.pop() ?? newWindow(origin, javascript);
}

async function newWindow(origin: string, javascript: boolean): Promise<Window> {
  const browser = await theBrowser();
  const context = await browser.newContext({
    baseURL: origin,
    javaScriptEnabled: javascript,
    viewport: VIEWPORT,
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (javascript) await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  const page = await context.newPage();

  async function settle(): Promise<void> {
    if (!javascript) return page.waitForLoadState();
    await page.waitForFunction(() => {
      // Remix's scripts set it.
      const router: typeof __remixRouter | undefined = globalThis.__remixRouter;
      const { navigation, revalidation } = router?.state ?? {};
      return navigation?.state === "idle" && revalidation === "idle";
    });
    await hydrated(page);
  }

  function outcome(): Promise<Outcome> {
    return page.evaluate(() => ({
      ok: document.querySelector(".toast-bad, .error, .notice-bad") === null,
      said: [...document.querySelectorAll(".toast p, .error span, .faults span, .notice p")]
        .map((each) => each.textContent)
        .join(" "),
    }));
  }

  async function send(button: Locator): Promise<Outcome> {
    // The product's own answer is tested, so the browser's checks are off.
    await button.evaluate((element) => {
      const form = element instanceof HTMLButtonElement ? element.form : element.closest("form");
      if (form) form.noValidate = true;
    });
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
    context,
    javascript,
    settle,
    outcome,
    send,
    async open(path) {
      const response = await page.goto(path);
      await settle();
      return response?.status() ?? 0;
    },
    async confirm(opener, yes) {
      await opener.click();
      return send(page.getByRole("dialog").getByRole("button", { name: yes }));
    },
    async leave() {
      // A page of the same origin: for another one Chromium starts a process, which loads all scripts again.
      await page.goto("/robots.txt");
      await context.clearCookies();
      await page.setViewportSize(VIEWPORT);
      await page.emulateMedia({ colorScheme: null });
      left.push(window);
    },
  };
  return window;
}

/** What asks for confirmation: a button, and without JavaScript a link to the same question. */
export function openerIn(within: Locator, name: string, javascript: boolean): Locator {
  return within.getByRole(javascript ? "button" : "link", { name, exact: true });
}

/** After making something a person is on its profile. */
export function madeAt(url: string, said: string): Made {
  const [, id] = /_profile\/([^/?#]+)/.exec(url) ?? [];
  return id === undefined ? { ok: false, said } : { ok: true, id, said };
}
