import type { Elements } from "#testing/text-browser/shown-page.ts";
import { openWindow } from "./open-window.ts";
import { type BrowserKind, openerIn, type Window } from "./window.ts";

/** One person's way through the pages: a window that is opened when it is needed first. */
export type Pages = {
  readonly origin: string;
  readonly javascript: boolean;
  window(): Promise<Window>;
  /** The window at this path. */
  at(path: string): Promise<Window>;
  /** What asks "are you sure?". */
  opener(within: Elements, name: string): Elements;
  /** Leaves the window, if there is one. */
  leave(): Promise<void>;
};

/** The pages of the product at `origin`, as this kind of browser shows them. */
export function pagesOf(origin: string, kind: BrowserKind): Pages {
  const javascript = kind === "browser";
  let opened: Promise<Window> | undefined;
  const window = () => (opened ??= openWindow(origin, kind));
  return {
    origin,
    javascript,
    window,
    async at(path) {
      const shown = await window();
      await shown.open(path);
      return shown;
    },
    opener: (within, name) => openerIn(within, name, javascript),
    leave: async () => (await opened)?.leave(),
  };
}
