import { z } from "zod";
import { uploadFields } from "./upload-fields.ts";
import { MAX_DRAFT_BYTES, type WrittenDraft } from "#domain/use-cases/authoring/draft-text.ts";

const { title, description, category, api_doc_url, is_public, price, dsl } = uploadFields;

/** The fields of a draft: those of an upload, all optional, the definition unchecked. */
export const draftFields = {
  title: title.optional(),
  description,
  category,
  api_doc_url,
  is_public,
  price,
  dsl: dsl.optional(),
};

export type DraftFields = z.infer<z.ZodObject<typeof draftFields>>;

/** The given parts of a draft's content. */
export function draftContent(fields: DraftFields): Partial<WrittenDraft> {
  const definitionText = typeof fields.dsl === "object" ? textOf(fields.dsl) : fields.dsl;
  return {
    ...(fields.title === undefined ? {} : { title: fields.title.trim() }),
    ...(fields.description === undefined ? {} : { description: fields.description }),
    ...(fields.category === undefined ? {} : { category: fields.category }),
    ...(fields.api_doc_url === undefined ? {} : { apiDocUrl: fields.api_doc_url || null }),
    ...(fields.is_public === undefined ? {} : { isPublic: fields.is_public }),
    ...(definitionText === undefined ? {} : { definitionText }),
  };
}

/** Indented if there is room for that: indentation can make a definition thirty times as long. */
function textOf(definition: object): string {
  const compact = JSON.stringify(definition);
  if (compact.length > 300_000) return compact;
  const pretty = JSON.stringify(definition, null, 2);
  return pretty.length > MAX_DRAFT_BYTES ? compact : pretty;
}
