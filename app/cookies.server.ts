import { randomUUID } from "node:crypto";
import { type Cookie, createCookie } from "@remix-run/node";
import type { Cookies } from "./http/request/cookies.ts";
import { localPath } from "./local-path.ts";
import type { Flash } from "./ui/feedback/toaster.tsx";
import type { Theme } from "./ui/controls/theme-switch.tsx";

const theme = createCookie("theme", { path: "/", sameSite: "lax", httpOnly: true, maxAge: 31_536_000 });
const returnTo = createCookie("return", { path: "/", sameSite: "lax", httpOnly: true, maxAge: 86_400 });
const flash = createCookie("flash", { path: "/", sameSite: "lax", httpOnly: true, maxAge: 60 });

/** A message for the next page; one that may be sent twice has an id. */
export type FlashMessage = Omit<Flash, "id"> & Partial<Pick<Flash, "id">>;

/** The colour scheme chosen in this browser; the system's if none was chosen. */
export async function readTheme(cookies: Pick<Cookies, "theme">): Promise<Theme> {
  const value = await valueOf(theme, cookies.theme);
  return value === "light" || value === "dark" ? value : "system";
}

/** A Set-Cookie value that stores the scheme for a year; `system` deletes it. */
export function themeCookie(value: Theme): Promise<string> {
  return theme.serialize(value === "system" ? "" : value, value === "system" ? { maxAge: 0 } : {});
}

/**
 * A Set-Cookie value that stores the page from which a user registers, or asks for a new password, until they open the link
 * of the mail; without a page it is deleted.
 */
export function returnCookie(path: string | undefined): Promise<string> {
  return returnTo.serialize(path ?? "", path === undefined ? { maxAge: 0 } : {});
}

/** The stored page from which this browser registered or asked for a new password. */
export async function readReturn(cookies: Cookies): Promise<string | undefined> {
  const value = await valueOf(returnTo, cookies.return);
  return typeof value === "string" && value !== "" ? localPath(value, "/manage") : undefined;
}

/** A Set-Cookie value that shows one message on the next page. */
export function flashCookie(message: FlashMessage): Promise<string> {
  return flash.serialize([{ id: randomUUID(), ...message } satisfies Flash]);
}

/** The messages for this page and, if there are any, the Set-Cookie value that deletes them. */
export async function takeFlash(cookies: Cookies): Promise<{ messages: Flash[]; clear: string | null }> {
  const value = await valueOf(flash, cookies.flash);
  const messages = Array.isArray(value) ? value.filter(isFlash).slice(0, 5) : [];
  return { messages, clear: value === null ? null : await flash.serialize("", { maxAge: 0 }) };
}

/** What was stored under this cookie; null if it did not come or holds nothing of ours. */
async function valueOf(cookie: Cookie, value: string | null): Promise<unknown> {
  return value === null ? null : cookie.parse(`${cookie.name}=${value}`);
}

function isFlash(value: unknown): value is Flash {
  if (typeof value !== "object" || value === null) return false;
  const { id, kind, text, note, link } = value as Partial<Flash>;
  return (
    typeof id === "string" &&
    (kind === "success" || kind === "error") &&
    typeof text === "string" &&
    text.length < 500 &&
    (note === undefined || (typeof note === "string" && note.length < 1000)) &&
    (link === undefined || isLink(link))
  );
}

function isLink(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { to, label } = value as Partial<NonNullable<Flash["link"]>>;
  return typeof to === "string" && localPath(to, "") === to && typeof label === "string" && label.length < 100;
}
