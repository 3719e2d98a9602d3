import { CamelCasePlugin, type Kysely } from "kysely";
import { catalogue } from "./catalogue/projection.ts";
import { catalogueQueries } from "./catalogue/queries.ts";
import type { CatalogueTables } from "./catalogue/tables.ts";
import { drafts, type DraftsTables } from "./drafts/projection.ts";
import { draftsQueries } from "./drafts/queries.ts";
import { history } from "./history/projection.ts";
import { historyQueries } from "./history/queries.ts";
import type { HistoryTables } from "./history/tables.ts";
import { instances, type InstancesTables } from "./instances/projection.ts";
import { instancesQueries } from "./instances/queries.ts";
import { posts, type PostsTables } from "./posts/projection.ts";
import { postsQueries } from "./posts/queries.ts";
import { notices } from "./notices/projection.ts";
import { hearersSql, mailedNoticesSql, noticeAudienceSql, noticesOfSql } from "./notices/notices-sql.ts";
import { requests, type RequestsTables } from "./requests/projection.ts";
import { requestsQueries } from "./requests/queries.ts";
import { schedules } from "./schedules/projection.ts";
import { schedulesQueries } from "./schedules/queries.ts";
import type { SchedulesTables } from "./schedules/tables.ts";
import { namedColumns } from "./named-columns.ts";
import type { Tables } from "./table.ts";
import { tables, type TablesTables } from "./tables/projection.ts";
import { outputVersionsSql } from "./tables/output-versions-sql.ts";
import { tablesQueries } from "./tables/queries.ts";
import { usage, type UsageTables } from "./usage/projection.ts";
import { usageQueries } from "./usage/queries.ts";
import { webhooks, type WebhooksTables } from "./webhooks/projection.ts";
import { webhooksQueries } from "./webhooks/queries.ts";
import { webhooksTable } from "./webhooks/webhooks-sql.ts";
import { users, type UsersTables } from "./users/projection.ts";
import { userRowSql, type UserRow, usersQueries } from "./users/queries.ts";

/** Every read model. */
export const allProjections = [
  users,
  catalogue,
  drafts,
  instances,
  schedules,
  usage,
  tables,
  posts,
  requests,
  notices,
  webhooks,
  history,
] as const;

/** The questions that can be asked of the live read models, in the names that their tables are declared with. */
export function openQueries(db: Kysely<unknown>) {
  // Values of json columns keep the names that events gave them.
  const inCode = new CamelCasePlugin({ maintainNestedObjectKeys: true });
  const bound = <DB>({ name, tables: made }: { readonly name: string; readonly tables: Tables }) =>
    db.withPlugin(namedColumns(made)).withPlugin(inCode).withSchema(`model_${name}`) as Kysely<DB>;
  return {
    users: usersQueries(bound<UsersTables>(users)),
    catalogue: catalogueQueries(bound<CatalogueTables>(catalogue)),
    drafts: draftsQueries(bound<DraftsTables>(drafts)),
    instances: instancesQueries(bound<InstancesTables>(instances)),
    schedules: schedulesQueries(bound<SchedulesTables>(schedules)),
    usage: usageQueries(bound<UsageTables>(usage)),
    tables: tablesQueries(bound<TablesTables>(tables)),
    posts: postsQueries(bound<PostsTables>(posts)),
    requests: requestsQueries(bound<RequestsTables>(requests)),
    webhooks: webhooksQueries(bound<WebhooksTables>(webhooks)),
    history: historyQueries(bound<HistoryTables>(history)),
  };
}
export type Queries = ReturnType<typeof openQueries>;
export { hearersSql, mailedNoticesSql, noticeAudienceSql, noticesOfSql, outputVersionsSql, userRowSql, webhooksTable };
export type { UserRow };
