import type { ErasePorts } from "#domain/use-cases/leaving/erase-ports.ts";
import { createPersonalRows } from "#infra/erasure/personal-rows.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import type { Queries } from "#projections/all.ts";
import { modelsSettled } from "#runners/clean-up/models-settled.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";
import type { Jobs } from "./lifecycle.ts";

/** What the job needs that erases a deleted account. */
export function erasePorts(
  infra: InfraPlatform,
  {
    jobs,
    queries,
    readModels,
  }: { readonly jobs: Jobs; readonly queries: Queries; readonly readModels: WatchedReadModels },
): ErasePorts {
  const { data } = infra;
  return {
    log: infra.eventLog,
    clock: infra.clock,
    ids: infra.ids,
    vault: infra.vault,
    sessions: infra.sessions,
    tokens: infra.tokens,
    accessKeys: infra.accessKeys,
    jobs,
    belongings: {
      instances: queries.instances.idsOf,
      connectors: queries.catalogue.connectorIdsOf,
      datasets: queries.catalogue.datasetIdsOf,
      accesses: queries.catalogue.accessIdsOf,
      requests: queries.requests.openIdsOf,
      drafts: queries.drafts.idsOf,
      dataApps: queries.catalogue.dataAppIdsOf,
      likes: queries.posts.likedIdsOf,
    },
    files: {
      async removeOf(itemId) {
        await data.uploads.remove(itemId);
        await data.images.removeOthers(itemId, null);
      },
    },
    personalRows: createPersonalRows({
      pool: infra.database.pool,
      dataDir: infra.config.dataDir,
      mail: infra.mail,
      textsHeld: queries.drafts.textsHeld,
    }),
    modelsSettled: () => modelsSettled(infra.store, readModels),
  };
}
