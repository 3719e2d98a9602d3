import type { FieldDef } from "./setup-values.ts";

/** What the setup panel shows of a connector and of the viewer's connection to it. */
export type Setup = {
  /** The first operation's URL with its placeholders, and its method. */
  url: string;
  method: "GET" | "POST";
  params_fields: FieldDef[];
  auth_fields: FieldDef[];
  /** What is stored: settings without secrets, the names of the secrets that are. */
  settings: Record<string, unknown>;
  stored_secrets: string[];
  headers: [key: string, value: string][];
  body_template: string;
  refresh_interval: number;
  override: boolean;
  /** The definition fixes how rows are written; the box is then only read. */
  override_fixed?: boolean;
  /** How runs add up this week; limit null is unlimited. */
  quota: { plan: string; used: number; limit: number | null; may_schedule: boolean } | null;
};
