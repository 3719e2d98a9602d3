import { notices } from "./projection.ts";

const schema = `model_${notices.name}`;

/**
 * SQL of the notices that concern a user: id, kind, facts, at, position. `userId`: SQL of the user's id, a parameter or
 * a column with its table. Read state and choices are beside the log, so the statement around it is made by
 * infra/beside-log/notice-box.ts.
 */
export function noticesOfSql(userId: string): string {
  const columns = "n.id, n.kind, n.facts, n.at, n.position";
  return `(
    SELECT ${columns} FROM ${schema}.notices n WHERE n.user_id = ${userId}
    UNION ALL
    SELECT ${columns} FROM ${schema}.uses u
    JOIN ${schema}.notices n ON n.about_id = u.item_id AND n.user_id IS NULL AND n.position > u.since
    WHERE u.user_id = ${userId} AND (u.until IS NULL OR u.until > now()) AND n.caused_by IS DISTINCT FROM ${userId}
  )`;
}

const DUE = `SELECT id, kind, facts, position, about_id, user_id, caused_by FROM ${schema}.notices`;

/** SQL of the notices to mail. Parameters: a position, the id of the notice at it and, for the next one, its kinds. */
export const mailedNoticesSql = {
  /** The next one after this, unless it is old news. */
  next: `${DUE} WHERE (position, id) > ($1, $2) AND kind = ANY($3) AND at > now() - interval '2 days' ORDER BY position, id LIMIT 1`,
  /** This one, if it is still as it was. */
  same: `${DUE} WHERE (position, id) = ($1, $2)`,
  /** Position and id of the newest of all; no parameters. */
  newest: `SELECT position, id FROM ${schema}.notices ORDER BY position DESC, id DESC LIMIT 1`,
};

/**
 * SQL of the ids of the next users who use what a notice is about, in their order: user_id. All parts are SQL: the notice's
 * `aboutId`, `position` and `causedBy`, the user `after` whom they follow, `limit`, and `wants`, the condition on a user's
 * id. The parts of the notice should be parameters: for an item with 10,000 users Postgres then reads them in the order of
 * the index, and no more of them than are asked for.
 */
export function noticeAudienceSql(parts: {
  readonly aboutId: string;
  readonly position: string;
  readonly causedBy: string;
  readonly after: string;
  readonly limit: string;
  readonly wants: (userId: string) => string;
}): string {
  const { aboutId, position, causedBy, after, limit, wants } = parts;
  return `(
    SELECT u.user_id FROM ${schema}.uses u
    WHERE u.item_id = ${aboutId} AND u.user_id > ${after} AND u.since < ${position}
      AND u.user_id IS DISTINCT FROM ${causedBy} AND (u.until IS NULL OR u.until > now()) AND ${wants("u.user_id")}
    ORDER BY u.user_id LIMIT ${limit}
  )`;
}

/** SQL about who may hear of a dataset or connection, and of changed columns, for those who send webhooks. */
export const hearersSql = {
  /** user_id: the owner of a dataset and all who use it. `about`: SQL of its id. */
  ofDataset: (about: string): string => `(
    SELECT t.owner_id AS user_id FROM ${schema}.titles t WHERE t.id = ${about}
    UNION SELECT u.user_id FROM ${schema}.uses u
    WHERE u.item_id = ${about} AND (u.until IS NULL OR u.until > now())
      AND NOT EXISTS (SELECT FROM ${schema}.taken_down hidden WHERE hidden.item_id = ${about}))`,
  /** Whether a user may hear of a dataset or connection now. */
  mayHear: (about: string, userId: string): string => `(
    EXISTS (SELECT FROM ${schema}.titles t WHERE t.id = ${about} AND t.owner_id = ${userId})
    OR EXISTS (SELECT FROM ${schema}.instances i WHERE i.id = ${about} AND i.owner_id = ${userId})
    OR EXISTS (SELECT FROM ${schema}.uses u
      WHERE u.item_id = ${about} AND u.user_id = ${userId} AND (u.until IS NULL OR u.until > now())
        AND NOT EXISTS (SELECT FROM ${schema}.taken_down hidden WHERE hidden.item_id = ${about})))`,
  /** The notices of changed columns at these positions ($1): id, about_id, user_id, facts, at. */
  changedColumns: `SELECT id, about_id, user_id, facts, at FROM ${schema}.notices
    WHERE position = ANY ($1) AND kind = 'schema' ORDER BY position, id`,
};
