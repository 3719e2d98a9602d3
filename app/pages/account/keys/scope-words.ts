import type { Scope } from "#domain/core/keys/scopes.ts";
import { SCOPE_LABELS } from "../../../programs/scope-labels.ts";

/** What each scope lets a program do. */
export const SCOPE_WORDS: Readonly<Record<Scope, { readonly label: string; readonly says: string }>> = {
  read: { label: SCOPE_LABELS.read, says: "Read tables, files, lists and settings that you can read." },
  run: { label: SCOPE_LABELS.run, says: "Start and cancel runs of your connections, and try connectors out." },
  write: { label: SCOPE_LABELS.write, says: "Upload, change, share and delete datasets, connectors and connections." },
  admin: { label: SCOPE_LABELS.admin, says: "Do what admins do here. It counts only while you are an admin." },
};
