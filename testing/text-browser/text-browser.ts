import { CookieJar, JSDOM, VirtualConsole } from "jsdom";
import { actionsOn } from "./actions.ts";
import { elementsOn } from "./elements.ts";
import { type PageAnswer, type PageRequest, requestPage } from "./requests.ts";
import type { ShownPage } from "./shown-page.ts";

const MAX_REFRESHES = 10;

/** The page of a window, and where it asks to go next. */
type Shown = { readonly url: URL; readonly dom: JSDOM; readonly next: URL | null };

/** A page in a browser without style sheets and scripts, and the session that it has. */
export type TextPage = ShownPage & {
  /** Keeps a cookie for the origin of the browser, in place of a login. `pair`: `name=value`. */
  addCookie(pair: string): void;
  /** Fetches an address of the page, as an image or a file that is downloaded, and shows the page on. */
  fetch(address: string): Promise<PageAnswer>;
};

/**
 * Opens a browser that shows the pages at `origin` without style sheets and scripts: it finds links and fields by their
 * names, sends forms as HTML says, and keeps cookies. What only style sheets hide counts as shown.
 */
export function openTextBrowser(origin: string): TextPage {
  const jar = new CookieJar();
  let shown: Shown = { url: new URL("about:blank"), dom: new JSDOM(""), next: null };

  async function go(request: PageRequest): Promise<PageAnswer> {
    const answer = await requestPage(jar, request);
    if (/^attachment\b/.test(answer.headers.get("content-disposition") ?? ""))
      throw new Error(`${answer.url.href} is a file to download, not a page`);
    const before = shown.dom;
    const dom = parsed(answer);
    shown = { url: answer.url, dom, next: refreshOf(answer, dom.window.document) };
    before.window.close();
    return answer;
  }
  const open = (path: string) => go({ method: "GET", url: new URL(path, origin), from: null });
  const document = () => shown.dom.window.document;

  return {
    ...elementsOn({ document, actions: actionsOn(() => shown.url, go) }),
    url: () => shown.url.href,
    content: async () => shown.dom.serialize(),
    async goto(path) {
      const { status } = await open(path);
      return { status: () => status };
    },
    reload: () => open(shown.url.href),
    async waitForURL(wanted) {
      const isThere = () => (typeof wanted === "string" ? patternOf(wanted).test(shown.url.href) : wanted(shown.url));
      for (let time = 0; time < MAX_REFRESHES && shown.next !== null && !isThere(); time += 1)
        await go({ method: "GET", url: shown.next, from: shown.url });
      if (!isThere()) throw new Error(`The page is at ${shown.url.href}, not at ${String(wanted)}`);
    },
    addCookie: (pair) => void jar.setCookieSync(`${pair}; Path=/`, origin),
    fetch: (address) => requestPage(jar, { method: "GET", url: new URL(address, document().baseURI), from: shown.url }),
  };
}

/** Where a page asks the browser to go by itself; null: it stays. How long it shows itself before is not waited for. */
function refreshOf({ url, headers }: PageAnswer, document: Document): URL | null {
  const asked = document.querySelector("meta[http-equiv=refresh i]")?.getAttribute("content") ?? headers.get("refresh");
  const [, address] = /^\s*[\d.]+\s*(?:[;,]\s*(?:url\s*=\s*)?["']?([^"']*))?/i.exec(asked ?? "") ?? [];
  if (asked === null) return null;
  return address === undefined || address === "" ? url : new URL(address, document.baseURI);
}

/** The document of an answer, in the encoding that it names. Anything but HTML is shown as a text. */
function parsed({ url, headers, bytes }: PageAnswer): JSDOM {
  const contentType = headers.get("content-type") ?? "";
  // Faults in style sheets are none here.
  const options = { url: url.href, virtualConsole: new VirtualConsole() };
  if (/^text\/html\b/.test(contentType)) return new JSDOM(bytes, { ...options, contentType });
  const dom = new JSDOM("<pre></pre>", options);
  dom.window.document.querySelector("pre")!.textContent = bytes.toString();
  return dom;
}

/** A pattern in which `**` stands for anything, `*` for anything within a part of the path, and the rest for itself. */
function patternOf(glob: string): RegExp {
  const parts = glob
    .split(/(\*\*|\*)/)
    .map((part) => ({ "**": ".*", "*": "[^/]*" })[part] ?? part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("")}$`);
}
