import { bearerToken, templateText } from "../../definition/templates.ts";
import type { DraftSource } from "#domain/draft/events.ts";

/** A draft as its form shows it. */
export type ConnectorDraft = {
  id: string;
  /** Identifies the last saved content that this page has shown. */
  seen: string;
  title: string;
  description: string;
  category: string;
  apiDocUrl: string;
  isPublic: boolean;
  dsl: string;
  /** The version from which it was made. */
  parent: { id: string; title: string; version: number; latest: number } | null;
  /** Its source, if it was imported. */
  imported: DraftSource | null;
};

/** The initial values of a new connector's form. */
export const NEW_CONNECTOR = {
  title: "",
  description: "",
  category: "API",
  apiDocUrl: "",
  isPublic: true,
  dsl: templateText(bearerToken),
};

/** The form's fields as saved, or the initial ones. */
export function savedFields(draft: ConnectorDraft | null): Record<string, string> {
  const { title, description, category, apiDocUrl, isPublic, dsl } = draft ?? NEW_CONNECTOR;
  return { title, description, category, api_doc_url: apiDocUrl, is_public: isPublic ? "true" : "", dsl };
}
