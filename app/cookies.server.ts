import { randomUUID } from "node:crypto";
import { createCookie } from "@remix-run/node";
import type { Flash } from "./ui/toaster.tsx";
import type { Theme } from "./ui/theme-switch.tsx";

const theme = createCookie("theme", { path: "/", sameSite: "lax", httpOnly: true, maxAge: 31_536_000 });
const flash = createCookie("flash", { path: "/", sameSite: "lax", httpOnly: true, maxAge: 60 });

/** The colour scheme this browser chose; the system's when it chose none. */
export async function readTheme(request: Request): Promise<Theme> {
  const value: unknown = await theme.parse(request.headers.get("Cookie"));
  return value === "light" || value === "dark" ? value : "system";
}

/** A Set-Cookie value that keeps the scheme for a year; `system` forgets it. */
export function themeCookie(value: Theme): Promise<string> {
  return theme.serialize(value === "system" ? "" : value, value === "system" ? { maxAge: 0 } : {});
}

/** A Set-Cookie value that shows one message on the next page. */
export function flashCookie(kind: Flash["kind"], text: string, id: string = randomUUID()): Promise<string> {
  return flash.serialize([{ id, kind, text } satisfies Flash]);
}

/** The messages left for this page and, when there are any, the Set-Cookie value that takes them away. */
export async function takeFlash(request: Request): Promise<{ messages: Flash[]; clear: string | null }> {
  const value: unknown = await flash.parse(request.headers.get("Cookie"));
  const messages = Array.isArray(value) ? value.filter(isFlash).slice(0, 5) : [];
  return { messages, clear: value === null ? null : await flash.serialize("", { maxAge: 0 }) };
}

function isFlash(value: unknown): value is Flash {
  if (typeof value !== "object" || value === null) return false;
  const { id, kind, text } = value as Partial<Flash>;
  return typeof id === "string" && (kind === "success" || kind === "error") && typeof text === "string" && text.length < 500;
}
