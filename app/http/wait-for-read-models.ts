import type { Platform } from "../platform.ts";
import { noteLate } from "./late-answers.ts";

const SHOWN_WITHIN_MS = 5_000;

/** Waits until the pages can show what a command has just done. If that takes too long, its answer says so. */
export async function waitForReadModels(
  platform: { readonly readModels: Pick<Platform["readModels"], "reached"> },
  position: string | null,
): Promise<void> {
  if (position !== null && !(await platform.readModels.reached(position, SHOWN_WITHIN_MS))) noteLate();
}
