import type { Scope } from "#domain/core/keys/scopes.ts";

/** What each scope lets a program do. */
export const SCOPE_WORDS: Readonly<Record<Scope, { readonly label: string; readonly says: string }>> = {
  read: { label: "Read", says: "Read tables, files, lists and settings that you can read." },
  run: { label: "Run", says: "Start and cancel runs of your connections, and try connectors out." },
  write: { label: "Write", says: "Upload, change, share and delete datasets, connectors and connections." },
  admin: { label: "Admin", says: "Do what admins do here. It counts only while you are an admin." },
};
