import type { FormField } from "#domain/connector-language/settings/form-fields.ts";
import type { ScheduleFacts } from "../../../ui/time/schedule-note.tsx";

/** An auth and its fields. */
export type Way = { label: string; fields: FormField[] };

/** The setup panel's view of a connector and the viewer's instance. */
export type Setup = {
  /** Identifies the stored setup; changes with each change. */
  revision: string;
  /** The first operation's URL with its placeholders. */
  url: string;
  /** The whole URL, query included, with its placeholders. */
  full_url: string;
  method: "GET" | "POST";
  params_fields: FormField[];
  /** The auths, at least one; `auth_choice` is the stored one, else the first. */
  ways: Way[];
  auth_choice: number;
  /** The stored settings without secrets, and the names of the stored secrets. */
  settings: Record<string, unknown>;
  stored_secrets: string[];
  headers: [key: string, value: string][];
  body_template: string;
  refresh_interval: number;
  /** For the stored interval: when it runs next, or why it is paused. */
  schedule: ScheduleFacts | null;
  override: boolean;
  /** The definition fixes how rows are written; the checkbox is then read-only. */
  override_fixed?: boolean;
  /** The runs of this week; limit null is unlimited. */
  quota: { plan: string; used: number; limit: number | null; may_schedule: boolean } | null;
};
