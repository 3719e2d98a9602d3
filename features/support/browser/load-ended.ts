import type { Window } from "./window.ts";

/** Waits on the page of a load until it has ended, and opens its dataset. False: that page was not needed. */
export async function loadEnded({ page, javascript, settle }: Window): Promise<boolean> {
  if (!new URL(page.url()).pathname.startsWith("/upload/job")) return false;
  const link = page.getByRole("main").getByRole("link", { name: /^Open / });
  while ((await link.count()) === 0) {
    await page.waitForTimeout(300);
    if (!javascript) await page.reload();
  }
  await link.click();
  await settle();
  return true;
}
