import { cleanLine, cleanProse } from "#domain/core/text/lines.ts";

/**
 * What the texts of our forms are, by the names of their fields. `line` and `prose` are typed by people: what they hold is
 * refused at the field by the call that takes it (form-texts.int.test.ts has a case for each). `choice` is an id, a number
 * or a word that our own page has put there. `raw` is kept to the letter: passwords, source text, JSON.
 */
export const FORM_TEXTS = {
  agreed_hosts: "choice",
  api_doc_url: "line",
  auth_choice: "choice",
  blocks: "raw",
  body_template: "raw",
  category: "choice",
  chart: "raw",
  columns: "choice",
  confirm: "raw",
  confirmed: "choice",
  connector_id: "choice",
  consent: "raw",
  content: "prose",
  cover_image: "line",
  dataset_id: "choice",
  delivery: "choice",
  description: "prose",
  draft_id: "choice",
  draft_key: "choice",
  dsl: "raw",
  email: "line",
  expires: "choice",
  how: "choice",
  id: "choice",
  instance_id: "choice",
  intent: "choice",
  item: "choice",
  item_id: "choice",
  keep_keys: "choice",
  key: "choice",
  key_id: "choice",
  key_name: "line",
  keywords: "line",
  license: "choice",
  license_id: "line",
  license_terms: "prose",
  message: "prose",
  method: "choice",
  mode: "choice",
  model: "choice",
  name: "line",
  new_email: "line",
  note: "prose",
  offer: "raw",
  old_password: "raw",
  operation: "choice",
  parent_id: "choice",
  password: "raw",
  plan: "choice",
  position: "choice",
  price: "choice",
  read_me: "prose",
  reason: "prose",
  refresh_interval: "choice",
  revision: "choice",
  role: "choice",
  row_meaning: "line",
  rows: "raw",
  run_id: "choice",
  seen: "choice",
  session: "choice",
  settings_json: "raw",
  slug: "line",
  source_url: "line",
  table: "choice",
  terms: "choice",
  text: "raw",
  title: "line",
  to: "choice",
  tool: "choice",
  type: "choice",
  unit: "choice",
  until: "choice",
  update_frequency: "choice",
  upload_id: "choice",
  url: "line",
  user_id: "choice",
  version: "choice",
  webhook: "choice",
} as const satisfies Readonly<Record<string, "line" | "prose" | "choice" | "raw">>;

/** The kinds of texts whose names hold the name of a column, a key or a setting. */
const PREFIXED = { "label.": "line", "description.": "line", "unit.": "line", name_: "line", "auth.": "raw" } as const;

/** The name of a text in a form. A field that is not in the table cannot be read. */
export type FormText = keyof typeof FORM_TEXTS | `${keyof typeof PREFIXED}${string}`;
export type FormTextKind = (typeof FORM_TEXTS)[keyof typeof FORM_TEXTS];

/** What a text of a form is; null: a file's settings, or a setting of a connector, whose own readers say what fits. */
export function formTextKind(name: string): FormTextKind | null {
  if (Object.hasOwn(FORM_TEXTS, name)) return FORM_TEXTS[name as keyof typeof FORM_TEXTS];
  const prefix = Object.entries(PREFIXED).find(([start]) => name.startsWith(start));
  return prefix?.[1] ?? null;
}

/** A text of a form as its kind is cleaned. */
export function cleanFormText(name: string, value: string): string {
  const kind = formTextKind(name);
  if (kind === "line") return cleanLine(value);
  return kind === "prose" ? cleanProse(value) : value;
}
