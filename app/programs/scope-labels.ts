import type { Scope } from "#domain/core/keys/scopes.ts";

/** The names of scopes on screens. */
export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  read: "Read",
  run: "Run",
  write: "Write",
  admin: "Admin",
};
