import { z } from "zod";
import type { DraftContent } from "#domain/draft/events.ts";
import { uploadFields } from "./upload-fields.ts";

const { title, description, category, api_doc_url, is_public, price, dsl } = uploadFields;

/** The fields of a draft: those of an upload, all of them optional, the definition not yet judged. */
export const draftFields = { title: title.optional(), description, category, api_doc_url, is_public, price, dsl: dsl.optional() };

export type DraftFields = z.infer<z.ZodObject<typeof draftFields>>;

/** What of a draft's content is given. */
export function draftContent(fields: DraftFields): Partial<DraftContent> {
  const definitionText = typeof fields.dsl === "object" ? JSON.stringify(fields.dsl, null, 2) : fields.dsl;
  return {
    ...(fields.title === undefined ? {} : { title: fields.title.trim() }),
    ...(fields.description === undefined ? {} : { description: fields.description }),
    ...(fields.category === undefined ? {} : { category: fields.category }),
    ...(fields.api_doc_url === undefined ? {} : { apiDocUrl: fields.api_doc_url || null }),
    ...(fields.is_public === undefined ? {} : { isPublic: fields.is_public }),
    ...(definitionText === undefined ? {} : { definitionText }),
  };
}
