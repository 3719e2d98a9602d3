import type { FormField } from "#domain/connector-language/settings/form-fields.ts";
import type { NextRun } from "../../../ui/time/schedule-note.tsx";

/** An auth and its fields. */
export type Way = { label: string; fields: FormField[] };

/** The setup panel's view of a connector and the viewer's instance. */
export type Setup = {
  /** Identifies the stored setup; changes with each change. */
  revision: string;
  /** The first operation's URL with its placeholders. */
  url: string;
  /** The whole URL, query included, with its placeholders. */
  fullUrl: string;
  method: "GET" | "POST";
  paramsFields: FormField[];
  /** The ways to sign in, at least one; `authChoice` is the one that is set up, else the first. */
  ways: Way[];
  authChoice: number;
  /** The stored settings without secrets, and the names of the stored secrets. */
  settings: Record<string, unknown>;
  storedSecrets: string[];
  headers: [key: string, value: string][];
  bodyTemplate: string;
  refreshInterval: number;
  /** For the stored interval: when it runs next, or why it is paused. */
  schedule: NextRun | null;
  override: boolean;
  /** The definition fixes how rows are written; the checkbox is then read-only. */
  overrideFixed?: boolean;
  /** The runs of this week; limit null is unlimited. */
  quota: { plan: string; used: number; limit: number | null; resetsAt: string; maySchedule: boolean } | null;
};
