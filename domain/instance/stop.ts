import { z } from "zod";
import { findingSchema } from "../core/findings/finding-schema.ts";
import { countSchema, failureSchema, lineSchema } from "../core/values/schemas.ts";

/** Why a connection does not call its API until its owner has changed it. */
export const stopSchema = z.discriminatedUnion("code", [
  /** Its definition sends a secret where nobody agreed to: what was found at `path`. */
  failureSchema("definition-unsafe", { version: countSchema, path: lineSchema, finding: findingSchema }),
  /** Its definition needs other hosts or places than its owner agreed to. */
  failureSchema("consent-differs", { version: countSchema }),
  /** An admin stopped it, because its credentials may have left. */
  failureSchema("admin-stopped", {}),
]);
export type Stop = z.infer<typeof stopSchema>;

/**
 * How the credentials of a connection may have left: its definition rendered one as the start of incremental reading, or
 * a program could name another host for them by a setting.
 */
export const EXPOSURES = ["start-value", "host-setting"] as const;
export type Exposure = (typeof EXPOSURES)[number];
