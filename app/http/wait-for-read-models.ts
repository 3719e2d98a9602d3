import type { Platform } from "../platform.ts";

/** Waits until the pages can show what a command has just done. */
export async function waitForReadModels(platform: Platform, position: string | null): Promise<void> {
  if (position !== null) await platform.readModels.reached(position, 5_000);
}
