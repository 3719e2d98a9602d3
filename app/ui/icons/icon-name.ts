import type * as icons from "./all.ts";

/** The name of an icon that is in icons.svg. */
export type IconName = (typeof icons)[keyof typeof icons];
