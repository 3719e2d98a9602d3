import { z } from "zod";
import { importWords } from "#domain/connector-import/import-note-words.ts";
import { DRAFT_SOURCES } from "#domain/draft/events.ts";
import { nestsTooDeep } from "#domain/connector-language/json/json.ts";
import type { DraftRow } from "#projections/drafts/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { writtenOf } from "../../drafts/draft-calls.ts";
import type { Platform } from "../../platform.ts";
import { connectorFields } from "./connector-shape.ts";

/** What could not be imported, and where. */
export const importNoteBody = z.strictObject({ place: z.string(), message: z.string() });
/** What costs rows or fields. */
export const importLossBody = z.strictObject({ place: z.string(), feature: z.string(), message: z.string() });

/** A draft in the API. */
export const draftBody = z
  .strictObject({
    ...connectorFields,
    root_id: z.string().nullable(),
    status: z.literal("draft"),
    version: z.null(),
    is_draft: z.literal(true),
    updated_at: z.string(),
    dsl: z.unknown().describe("The definition as JSON where it is, else as its author left it."),
    imported: z
      .strictObject({ source: z.enum(DRAFT_SOURCES), notes: z.array(importNoteBody), lost: z.array(importLossBody) })
      .nullable(),
  })
  .meta({ id: "Draft" });

/** A draft in a list. */
export const draftLineBody = draftBody
  .omit({ dsl: true, imported: true })
  .extend({ imported_from: z.enum(DRAFT_SOURCES).nullable() })
  .meta({ id: "DraftLine" });

/** A draft in a list: without its definition, which is a text of its own. */
export function draftLineShape(row: DraftRow, viewer: UserRow) {
  const { title, description, category, apiDocUrl, isPublic } = row.content;
  return {
    ...fixedFields(row, viewer),
    ...{ title, description, category, api_doc_url: apiDocUrl, is_public: isPublic },
    imported_from: row.imported?.source ?? null,
  };
}

/** A draft with the field names of a connector; only its owner sees it. */
export async function draftShape(platform: Platform, row: DraftRow, viewer: UserRow) {
  const { title, description, category, apiDocUrl, isPublic, definitionText } = await writtenOf(platform, row);
  return {
    ...fixedFields(row, viewer),
    ...{ title, description, category, api_doc_url: apiDocUrl, is_public: isPublic },
    dsl: parsed(definitionText),
    /** What it was imported from, and what must be checked. */
    imported: importWords(row.imported),
  };
}

function fixedFields(row: DraftRow, viewer: UserRow) {
  return {
    _type: "connector" as const,
    type: "connector" as const,
    id: row.id,
    root_id: row.rootId,
    parent_id: row.parentId,
    owner_user_id: row.ownerId,
    author: viewer.name,
    price: 0 as const,
    status: "draft" as const,
    version: null,
    is_latest_version: false,
    is_draft: true as const,
    subscriber_count: 0,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    image: null,
    source: null,
  };
}

/** Longest text shown as JSON: a larger one could not be published. */
const LONGEST_SHOWN = 300_000;

/**
 * The definition as JSON if it is valid, else as text: also what an older version stored and what nests too deep to be
 * written as JSON.
 */
function parsed(text: string): unknown {
  if (text.length > LONGEST_SHOWN || nestsTooDeep(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
