import type { ComparedPart } from "#domain/core/history/compared-events.ts";
import type { Rows } from "../projection.ts";
import { type DatabaseOf, integer, nullable, table, text, time } from "../table.ts";

export const historyTables = {
  /** One row for each subject that an event is about. Its data stay in the log, at the revision of the stream. */
  entries: table(
    {
      /** `connector/<root id>`, `dataset/<id>`, `instance/<id>`, `user/<id>`; `draft/<id>` until its first version. */
      subject: text(),
      position: text(),
      /** null: the subject's own, or that of its run. */
      stream: nullable(text()),
      /** The number of the run whose event it is. */
      run: nullable(integer()),
      revision: integer(),
      type: text(),
      recordedAt: time(),
      /** The user who did it; null: the system or a visitor. */
      actorId: nullable(text()),
      /** The user whom it is about. */
      aboutId: nullable(text()),
      /** What it says from then on: the event before that says the same shows what changed. */
      compared: nullable(text<ComparedPart>()),
    },
    {
      key: ["subject", "position"],
      indexes: [{ on: ["subject", "compared", "position"], where: "compared IS NOT NULL" }],
    },
  ),
  /** The lineage that an open draft belongs to; null: it is not published yet. */
  draftRoots: table({ draftId: text(), rootId: nullable(text()) }, { key: ["draftId"] }),
};
export type HistoryTables = DatabaseOf<typeof historyTables>;
export type HistoryRows = Rows<typeof historyTables>;
