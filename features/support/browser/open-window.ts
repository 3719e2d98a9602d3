import { newChromiumWindow } from "./chromium-window.ts";
import { newTextWindow } from "./text-window.ts";
import type { BrowserKind, Window } from "./window.ts";

/** Windows for reuse. A new one costs as much as ten pages: a process, and loading all scripts again. */
const left: Window[] = [];

/** A window without a session. A run of the features has one origin and one kind of browser. */
export async function openWindow(origin: string, kind: BrowserKind): Promise<Window> {
  if (kind === "text-browser") return newTextWindow(origin);
  return left.pop() ?? newChromiumWindow(origin, kind === "browser", (window) => left.push(window));
}
