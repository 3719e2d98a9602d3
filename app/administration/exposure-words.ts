import type { Exposure } from "#domain/instance/stop.ts";

/** How the credentials of a connection may have left, for people. */
export const EXPOSURE_WORDS: Readonly<Record<Exposure, string>> = {
  "start-value": "Its connector sent a credential as the start of incremental reading.",
  "host-setting": "An API key or a single run could name another host for its credentials.",
};
