import type { Page } from "playwright-core";
import type { Elements, ShownPage } from "#testing/text-browser/shown-page.ts";
import type { Made, Outcome } from "../http/answers.ts";

/** What shows the pages: Chromium, the same without JavaScript, or a browser without style sheets and scripts. */
export type BrowserKind = "browser" | "browser-without-javascript" | "text-browser";

/** One person's browser window. */
export type Window = {
  readonly page: ShownPage;
  /** The same page, with all that Chromium can do, if its scripts run; null without JavaScript. */
  readonly scripted: Page | null;
  /** Continues the session of this cookie, `name=value`. */
  resume(cookie: string): Promise<void>;
  /** Opens a path of the product and returns the status, once the page can be used. */
  open(path: string): Promise<number>;
  /** Presses a form's button and returns the product's message. */
  send(button: Elements): Promise<Outcome>;
  /** Presses a button that asks for confirmation, and then the one that confirms. */
  confirm(opener: Elements, yes: string): Promise<Outcome>;
  /** The message on the page, good or bad. */
  outcome(): Promise<Outcome>;
  /** Waits until the page is idle, after something other than `send` has changed it. */
  settle(): Promise<void>;
  /** The text of the file to which a link leads. */
  download(link: Elements): Promise<string>;
  /** Whether an image comes, and can be drawn. */
  draws(image: Elements): Promise<boolean>;
  /** Logs out and leaves the window for the next person. */
  leave(): Promise<void>;
};

/** The same page, for what only Chromium with JavaScript can do. */
export function scriptedPage({ scripted }: Pick<Window, "scripted">): Page {
  if (scripted === null) throw new Error("This needs a browser with JavaScript");
  return scripted;
}

/** What asks for confirmation: a button, and without JavaScript a link to the same question. */
export function openerIn(within: Elements, name: string, javascript: boolean): Elements {
  return within.getByRole(javascript ? "button" : "link", { name, exact: true });
}

/** After making something a person is on its profile. */
export function madeAt(url: string, said: string): Made {
  const [, id] = /_profile\/([^/?#]+)/.exec(url) ?? [];
  return id === undefined ? { ok: false, said } : { ok: true, id, said };
}
