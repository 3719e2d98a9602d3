import type { FormField } from "#domain/connector-language/settings/form-fields.ts";
import type { NextRun } from "../../../ui/time/schedule-note.tsx";

/** A way to sign in and what it asks for. */
export type Way = { label: string; fields: FormField[] };

/** What the setup panel shows of a connector and of the viewer's instance to it. */
export type Setup = {
  /** Names what is stored: another one after each change. */
  revision: string;
  /** The first operation's URL with its placeholders. */
  url: string;
  /** The whole address that is called, query included, with its placeholders. */
  fullUrl: string;
  method: "GET" | "POST";
  paramsFields: FormField[];
  /** The ways to sign in, at least one; `authChoice` is the one that is set up, else the first. */
  ways: Way[];
  authChoice: number;
  /** What is stored: settings without secrets, the names of the secrets that are. */
  settings: Record<string, unknown>;
  storedSecrets: string[];
  headers: [key: string, value: string][];
  bodyTemplate: string;
  refreshInterval: number;
  /** Of the stored interval: when it runs next, or why it rests. */
  schedule: NextRun | null;
  override: boolean;
  /** The definition fixes how rows are written; the box is then only read. */
  overrideFixed?: boolean;
  /** How runs add up this week; limit null is unlimited. */
  quota: { plan: string; used: number; limit: number | null; maySchedule: boolean } | null;
};
