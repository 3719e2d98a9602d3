import { openTextBrowser } from "#testing/text-browser/text-browser.ts";
import type { Elements } from "#testing/text-browser/shown-page.ts";
import { messageOn, skipChecks } from "./messages.ts";
import type { Window } from "./window.ts";

/** The first bytes of the images that the product serves, as text: PNG, JPEG, GIF and WebP. */
const IMAGE = /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP)/s;

/** A window of a browser without style sheets and scripts: what a link or a form asks for has come when it was pressed. */
export function newTextWindow(origin: string): Window {
  const page = openTextBrowser(origin);
  const outcome = () => page.locator("html").evaluate(messageOn);

  async function send(button: Elements) {
    await button.evaluate(skipChecks);
    await button.click();
    return outcome();
  }

  return {
    page,
    scripted: null,
    resume: async (cookie) => page.addCookie(cookie),
    open: async (path) => (await page.goto(path))?.status() ?? 0,
    send,
    async confirm(opener, yes) {
      await opener.click();
      return send(page.getByRole("dialog").getByRole("button", { name: yes }));
    },
    outcome,
    settle: async () => undefined,
    async download(link) {
      const { status, headers, bytes } = await page.fetch((await link.getAttribute("href")) ?? "");
      const isFile = status === 200 && (headers.get("content-disposition") ?? "").startsWith("attachment");
      if (!isFile) throw new Error(`No file comes to download: ${status} ${bytes.toString().slice(0, 300)}`);
      return bytes.toString();
    },
    async draws(image) {
      const { status, headers, bytes } = await page.fetch((await image.getAttribute("src")) ?? "");
      const type = headers.get("content-type") ?? "";
      return status === 200 && type.startsWith("image/") && IMAGE.test(bytes.toString("latin1"));
    },
    leave: async () => undefined,
  };
}
