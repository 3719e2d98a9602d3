import assert from "node:assert/strict";
import { AfterAll } from "@cucumber/cucumber";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { findChromium } from "../../../scripts/chromium.ts";
import type { Made, Outcome } from "../drivers/answers.ts";

const PATIENCE_MS = 30_000;
const MESSAGE_WITHIN_MS = 1_000;
const VIEWPORT = { width: 1280, height: 900 };

let launched: Promise<Browser> | undefined;

/** The one Chromium of a run. */
function theBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  assert(executablePath, "There is no Chromium here: install one, or set CHROMIUM_PATH to it");
  // Chromium refuses its sandbox to root.
  return (launched ??= chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 }));
}

AfterAll(async () => {
  await (await launched)?.close();
});

/** Windows that somebody has left. A new one costs as much as ten pages: a process, and all scripts once more. */
const left: Window[] = [];

/** One person's browser window. */
export type Window = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly javascript: boolean;
  /** Opens a path of the product and answers the status, once the page can be used. */
  open(path: string): Promise<number>;
  /** Presses what sends a form and answers what the product says to it. */
  send(button: Locator): Promise<Outcome>;
  /** Presses what asks "are you sure?", and then what says yes. */
  confirm(opener: Locator, yes: string): Promise<Outcome>;
  /** What the page says now, good or bad. */
  outcome(): Promise<Outcome>;
  /** Waits until the page has come to rest, after something other than `send` has set it going. */
  settle(): Promise<void>;
  /** Leaves the window, signed out, as the next person is to find it. */
  leave(): Promise<void>;
};

/** A window where nobody is signed in. A run of the features has one origin, with JavaScript or without. */
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
      // It comes with Remix's scripts.
      const router: typeof __remixRouter | undefined = globalThis.__remixRouter;
      const { navigation, revalidation } = router?.state ?? {};
      // React marks the elements that it has taken over.
      const button = document.querySelector("main button, main a, header a");
      return (
        navigation?.state === "idle" &&
        revalidation === "idle" &&
        (!button || Object.keys(button).some((key) => key.startsWith("__react")))
      );
    });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
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
    // What counts is the product's own answer, so the browser's checks are left out.
    await button.evaluate((element) => {
      const form = element instanceof HTMLButtonElement ? element.form : element.closest("form");
      if (form) form.noValidate = true;
    });
    const answered = javascript
      ? page.waitForResponse((response) => response.request().method() === "POST")
      : page.waitForEvent("load");
    await Promise.all([answered, button.click()]);
    await settle();
    // With JavaScript a message comes a moment after its page, if there is one at all.
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
      await page.goto("about:blank");
      await context.clearCookies();
      await page.setViewportSize(VIEWPORT);
      await page.emulateMedia({ colorScheme: null });
      left.push(window);
    },
  };
  return window;
}

/** What asks "are you sure?": a button, and without JavaScript a link to the same question. */
export function openerIn(within: Locator, name: string, javascript: boolean): Locator {
  return within.getByRole(javascript ? "button" : "link", { name, exact: true });
}

/** Whoever has made something stands on its profile afterwards. */
export function madeAt(url: string, said: string): Made {
  const [, id] = /_profile\/([^/?#]+)/.exec(url) ?? [];
  return id === undefined ? { ok: false, said } : { ok: true, id, said };
}
