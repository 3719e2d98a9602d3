import { setTimeout as wait } from "node:timers/promises";
import type { Window } from "./window.ts";

/** Waits on the page of a load until it has ended, and opens its dataset. False: that page was not needed. */
export async function loadEnded({ page, scripted, settle }: Window): Promise<boolean> {
  if (!new URL(page.url()).pathname.startsWith("/upload/job")) return false;
  const link = page.getByRole("main").getByRole("link", { name: /^Open / });
  while ((await link.count()) === 0) {
    await wait(300);
    if (scripted === null) await page.reload();
  }
  await link.click();
  await settle();
  return true;
}
