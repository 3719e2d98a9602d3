import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { findingSchema } from "../core/findings/finding-schema.ts";
import { unknownFinding } from "../core/findings/finding.ts";
import type { JsonObject } from "../core/values/json.ts";
import { ownerSchema } from "../core/values/owner.ts";
import { countSchema } from "../core/values/schemas.ts";

/**
 * A draft may hold an invalid definition, so it is stored as the author's text, beside the log under its hash
 * (core/texts.ts); events of version 1 contained the text and read as `text`.
 */
const definition = z.union([
  z.strictObject({ hash: z.string(), bytes: z.number().int().nonnegative() }),
  z.strictObject({ text: z.string() }),
]);

const content = z.strictObject({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  apiDocUrl: z.string().nullable(),
  isPublic: z.boolean(),
  definition,
});

/** Upcasts events with a content from version 1 to 2. */
function withoutDefinitionText(data: JsonObject): JsonObject {
  const { definitionText, ...rest } = data["content"] as JsonObject;
  return { ...data, content: { ...rest, definition: { text: definitionText ?? "" } } };
}

/** What drafts are imported from. */
export const DRAFT_SOURCES = ["openapi", "curl", "airbyte", "postman", "har"] as const;

/** What an import guessed, changed or left out: the first of its places, and how many more there are. */
const importNotes = z.strictObject({
  places: z.array(findingSchema).min(1).max(2),
  more: countSchema,
  finding: findingSchema,
});

/** What costs rows or fields: where it is in the source, and what it is there. */
const importLoss = z.strictObject({ place: findingSchema, feature: z.string().max(100), finding: findingSchema });

/** Version 1 of an import stored sentences, and nobody looked for what costs rows or fields. */
function withFindings(data: JsonObject): JsonObject {
  const notes = (data["notes"] as readonly JsonObject[]).map(({ place, message }) => ({
    ...{ places: [unknownFinding(place)], more: 0 },
    finding: unknownFinding(message),
  }));
  return { ...data, notes, lost: [] };
}

/** Streams `draft-<id>`. `parentId` is the connector version it started from, `rootId` that version's lineage. */
export const draftEvents = {
  DraftCreated: event({
    version: 2,
    upcasts: { 1: withoutDefinitionText },
    schema: z.strictObject({
      draftId: z.string(),
      owner: ownerSchema,
      parentId: z.string().nullable(),
      rootId: z.string().nullable(),
      content,
    }),
  }),
  /**
   * Follows DraftCreated if the content was imported from another description: what was guessed or changed, what is
   * lost, and where.
   */
  DraftImported: event({
    version: 2,
    upcasts: { 1: withFindings },
    schema: z.strictObject({
      draftId: z.string(),
      source: z.enum(DRAFT_SOURCES),
      notes: z.array(importNotes),
      lost: z.array(importLoss),
    }),
  }),
  DraftSaved: event({
    version: 2,
    upcasts: { 1: withoutDefinitionText },
    schema: z.strictObject({ draftId: z.string(), content }),
  }),
  DraftPublished: event({
    version: 1,
    schema: z.strictObject({ draftId: z.string(), rootId: z.string(), connectorId: z.string() }),
  }),
  DraftDiscarded: event({ version: 1, schema: z.strictObject({ draftId: z.string() }) }),
};
export type DraftEvent = EventOf<typeof draftEvents>;
export type DraftContent = z.infer<typeof content>;
export type DraftDefinition = DraftContent["definition"];
/** What a draft's content was imported from. */
export type DraftSource = Pick<
  Extract<DraftEvent, { readonly type: "DraftImported" }>["data"],
  "source" | "notes" | "lost"
>;
