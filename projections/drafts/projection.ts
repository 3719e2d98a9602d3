import type { DraftContent, DraftSource } from "#domain/draft/events.ts";
import { projection } from "../projection.ts";
import { type DatabaseOf, json, nullable, table, text, time } from "../table.ts";

const tables = {
  drafts: table(
    {
      id: text(),
      ownerId: text(),
      parentId: nullable(text()),
      rootId: nullable(text()),
      /** Holds the definition's hash, not its text (domain/core/ports/texts.ts). */
      content: json<DraftContent>(),
      textHash: nullable(text()),
      /** Its source, if it was imported. */
      imported: nullable(json<DraftSource>()),
      createdAt: time(),
      updatedAt: time(),
    },
    { key: ["id"], indexes: [{ on: ["ownerId", "updatedAt"] }, { on: ["textHash"] }] },
  ),
};
export type DraftsTables = DatabaseOf<typeof tables>;

/** Open drafts of connectors. */
export const drafts = projection({
  name: "drafts",
  version: 5,
  tables,
  on: {
    DraftCreated(rows, { data: { draftId: id, owner, parentId, rootId, content }, recordedAt: at }) {
      const made = { id, ownerId: owner.id, parentId, rootId, imported: null, createdAt: at, updatedAt: at };
      rows.drafts.put({ ...made, ...contentColumns(content) });
    },
    DraftImported: (rows, { data: { draftId, ...imported } }) => rows.drafts.patch({ id: draftId }, { imported }),
    DraftSaved: (rows, { data: { draftId, content }, recordedAt }) =>
      rows.drafts.patch({ id: draftId }, { ...contentColumns(content), updatedAt: recordedAt }),
    DraftPublished: (rows, { data }) => rows.drafts.remove({ id: data.draftId }),
    DraftDiscarded: (rows, { data }) => rows.drafts.remove({ id: data.draftId }),
  },
});

function contentColumns(content: DraftContent) {
  return { content, textHash: "hash" in content.definition ? content.definition.hash : null };
}
