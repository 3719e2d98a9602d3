import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { ensureChromium } from "../../scripts/browser/chromium.ts";

/** A Chromium for a test file. */
export type TestBrowser = {
  /** A window, logged in if there is the Cookie header of a user. */
  window(cookie?: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
};

/** Starts Chromium for the pages at `origin`. `fontSize`: that of texts in its settings, in px. */
export async function testBrowser(origin: string, fontSize = 16): Promise<TestBrowser> {
  // Chromium's sandbox does not work as root.
  const browser: Browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [`--blink-settings=defaultFontSize=${fontSize}`],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  return {
    async window(cookie, options = {}) {
      const context = await browser.newContext({ baseURL: origin, reducedMotion: "reduce", ...options });
      context.setDefaultTimeout(20_000);
      for (const pair of cookie?.split("; ") ?? []) {
        const [name = "", value = ""] = pair.split("=");
        await context.addCookies([{ name, value, url: origin }]);
      }
      return context.newPage();
    },
    close: () => browser.close(),
  };
}

/** Opens a page and waits until its scripts work. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Waits until React has taken over the whole page. It goes from top to bottom and marks each element. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const link = [...document.querySelectorAll("footer a")].at(-1);
    return link !== undefined && Object.keys(link).some((key) => key.startsWith("__react"));
  });
  // Once the scripts have paused, it listens too.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** The element that has the focus: its name, or its text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return (element?.getAttribute("aria-label") ?? element?.textContent ?? "").trim() || (element?.localName ?? "");
  });
}
