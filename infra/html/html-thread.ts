import createDOMPurify from "dompurify";
import { JSDOM } from "jsdom";
import { serveTasks } from "../threads/serve-tasks.ts";

/** What a post may be made of: text, headings, lists, links, pictures and tables. No scripts, styles, frames or forms. */
const TAGS =
  "h1 h2 h3 h4 p br hr b strong i em u s del ins mark small sub sup code kbd pre blockquote cite q abbr ul ol li dl dt dd a img figure figcaption table caption thead tbody tfoot tr th td";
const PLAIN_ATTRIBUTES = "alt title width height colspan rowspan scope start reversed";
/** Links of these kinds, and addresses of this site. */
const LINK = /^(?:(?:https?|mailto|tel):|\/(?![/\\])|#)/i;
const PICTURE = /^(?:https:\/\/|\/(?![/\\]))/i;

const purify = createDOMPurify(new JSDOM("").window);
purify.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName === "A" && hasCredentials(node.getAttribute("href") ?? "")) node.removeAttribute("href");
  if (node.tagName === "A" && /^https?:/i.test(node.getAttribute("href") ?? ""))
    node.setAttribute("rel", "noopener noreferrer");
  if (node.tagName === "IMG") markPicture(node);
});

/** A picture without an address that may be loaded is taken away; one without a text says so to screen readers. */
function markPicture(picture: Element): void {
  const source = picture.getAttribute("src") ?? "";
  if (!PICTURE.test(source) || hasCredentials(source)) return picture.remove();
  if (!picture.hasAttribute("alt")) picture.setAttribute("alt", "");
  picture.setAttribute("loading", "lazy");
}

/** Whether an address tells a user name or a password to everybody who reads the post. */
function hasCredentials(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.username !== "" || url.password !== "");
}

function sanitized(html: string): string {
  const body = purify.sanitize(html, {
    ALLOWED_TAGS: TAGS.split(" "),
    ALLOWED_ATTR: ["href", "src", ...PLAIN_ATTRIBUTES.split(" ")],
    ADD_URI_SAFE_ATTR: PLAIN_ATTRIBUTES.split(" "),
    ALLOWED_URI_REGEXP: LINK,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM: true,
  }) as HTMLElement;
  // The page has the one h1: the title.
  for (const heading of body.querySelectorAll("h1")) {
    const below = heading.ownerDocument.createElement("h2");
    below.append(...heading.childNodes);
    heading.replaceWith(below);
  }
  return body.innerHTML;
}

serveTasks((html: string): string | null => {
  try {
    return sanitized(html);
  } catch {
    // Nested so deep that the stack is too small for it.
    return null;
  }
});
