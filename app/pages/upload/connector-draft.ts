import { bearerToken, templateText } from "../../definition/templates.ts";
import type { ImportedFrom } from "./import-notes.tsx";

/** A draft as its form shows it. */
export type ConnectorDraft = {
  id: string;
  /** Marks what was saved last, as far as this page knows. */
  seen: string;
  title: string;
  description: string;
  category: string;
  apiDocUrl: string;
  isPublic: boolean;
  dsl: string;
  /** The version it was made from. */
  parent: { id: string; title: string; version: number; latest: number } | null;
  /** What it was made of, when it was imported. */
  imported: ImportedFrom | null;
};

/** What the form of a new connector begins with. */
export const NEW_CONNECTOR = {
  title: "",
  description: "",
  category: "API",
  apiDocUrl: "",
  isPublic: true,
  dsl: templateText(bearerToken),
};

/** The form's fields as they were saved, or as a new connector begins. */
export function savedFields(draft: ConnectorDraft | null): Record<string, string> {
  const { title, description, category, apiDocUrl, isPublic, dsl } = draft ?? NEW_CONNECTOR;
  return { title, description, category, api_doc_url: apiDocUrl, is_public: isPublic ? "true" : "", dsl };
}
