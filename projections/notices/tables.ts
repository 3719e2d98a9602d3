import type { NoticeFacts, NoticeKind } from "#domain/core/notices.ts";
import type { Rows } from "../projection.ts";
import { boolean, integer, jsonb, line, nullable, table, text, time } from "../table.ts";

export const noticesTables = {
  /** One row for each happening, however many users it concerns. */
  notices: table(
    {
      id: text(),
      kind: text<NoticeKind>(),
      /** The dataset, connector (root id) or instance that it is about. */
      aboutId: text(),
      /** The one user whom it concerns; null: all who use what it is about. */
      userId: nullable(text()),
      /** Who caused it, and is not told. */
      causedBy: nullable(text()),
      facts: jsonb<NoticeFacts>(),
      at: time(),
      position: text(),
    },
    {
      key: ["id"],
      indexes: [{ on: ["userId", "position"] }, { on: ["aboutId", "position"] }, { on: ["position"] }],
    },
  ),
  /** Who uses what, since the event at this position. */
  uses: table(
    {
      itemId: text(),
      userId: text(),
      since: text(),
      /** When the access ends. */
      until: nullable(time()),
    },
    { key: ["itemId", "userId"], indexes: [{ on: ["userId"] }] },
  ),
  /** Datasets by their id, connector versions by theirs. */
  titles: table({ id: text(), title: line(), ownerId: text() }, { key: ["id"] }),
  /** Items that an admin has hidden: the datasets and connectors (root id) about which nothing is told. */
  takenDown: table({ itemId: text() }, { key: ["itemId"] }),
  /** `failures`: runs in a row that have failed; the notice of them has `failingId`. */
  instances: table(
    {
      id: text(),
      ownerId: text(),
      connectorId: text(),
      failures: integer(),
      failingId: nullable(text()),
    },
    { key: ["id"] },
  ),
  /** The refreshes of a dataset from its address: of how many scheduled ones in a row have failed. */
  refreshes: table(
    { datasetId: text(), isScheduled: boolean(), failures: integer(), failingId: nullable(text()) },
    { key: ["datasetId"] },
  ),
  /** Names and types of the columns of a dataset, or of the newest whole output `<instance id>/<operation>`. */
  shapes: table({ id: text(), columns: jsonb<readonly (readonly [name: string, type: string])[]>() }, { key: ["id"] }),
  /** Datasets that show the output of an operation. */
  followers: table(
    { datasetId: text(), instanceId: text(), operation: text() },
    { key: ["datasetId"], indexes: [{ on: ["instanceId", "operation"] }] },
  ),
};
export type NoticeRows = Rows<typeof noticesTables>;
