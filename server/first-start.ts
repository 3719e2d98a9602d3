import { type FirstStart, firstStart } from "#domain/use-cases/administration/first-start.ts";
import { engineOf } from "#infra/engines/engine-unavailable.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { VERSION } from "#infra/config/version.ts";
import { sandboxConnectors } from "#infra/sandbox-api/sandbox-connectors.ts";
import { starterContent } from "#infra/starter-catalogue/starter-content.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";
import { modelQueries } from "./model-queries.ts";
import type { Jobs } from "./lifecycle.ts";

const SAMPLE_TIMEOUT_MS = 15_000;

/** Fills an empty installation with its admin and the starter catalogue. Later starts only look up what to print. */
export async function runFirstStart(infra: InfraPlatform, jobs: Jobs): Promise<FirstStart> {
  const { config, data, tokens } = infra;
  const ports = {
    log: infra.eventLog,
    clock: infra.clock,
    ids: infra.ids,
    vault: infra.vault,
    tokens,
    jobs,
    storeUpload: (datasetId: string, bytes: Uint8Array) => data.uploads.keep(datasetId, bytes),
  };
  let first: FirstStart = { adminToken: null, adminWaits: false, sample: null };
  await infra.exclusive.run("first-start", async () => {
    const content = () => starterContent(config.databaseUrl ? [] : sandboxConnectors);
    const request = {
      content,
      logIsEmpty: (await infra.store.head()) === null,
      makesAdmin: config.adminEmails.length === 0,
    };
    first = await firstStart(ports, request, {
      actor: { kind: "system", name: "starter-catalogue" },
      commandId: "first-start",
      correlationId: "first-start",
    });
  });
  return first;
}

/** Prints the URL of the product, the admin's link and a dataset to begin with: no key, since logs are kept and passed on. */
export async function printWelcome(
  infra: InfraPlatform,
  { sample, adminToken, adminWaits }: FirstStart,
  readModels: WatchedReadModels,
): Promise<void> {
  const { config, log } = infra;
  if (sample && !(await isReadable(infra, sample.tableName, readModels)))
    log.warn({ table: sample.tableName }, "The sample table is still being loaded");
  const lines = [
    `Tributary ${VERSION} runs at ${config.appUrl}`,
    ...(adminToken === null
      ? adminWaits
        ? ["", "The admin has no password yet: npm run admin-link prints a link to set it."]
        : []
      : [
          "",
          "Set the password of the admin (admin@localhost), once, within 24 hours:",
          `  ${config.appUrl}/reset-password/${adminToken}`,
        ]),
    ...(sample === null
      ? []
      : ["", "Log in, and stream a table:", `  ${config.appUrl}/dataset_profile/${sample.datasetId}`]),
  ];
  console.log(`\n${lines.join("\n")}\n`);
}

/**
 * Waits for the sample's rows, which the first start has just begun to load, so that the printed page shows them. While an
 * engine is away or read models are rebuilt they are not there either: the server goes on.
 */
async function isReadable(infra: InfraPlatform, tableName: string, readModels: WatchedReadModels): Promise<boolean> {
  const { tables } = modelQueries(infra, readModels);
  const rows = async () => {
    try {
      return (await tables.find(tableName, null))?.table.current ?? null;
    } catch (error) {
      if (engineOf(error) === null) throw error;
      return null;
    }
  };
  return (await readModels.until(rows, { timeoutMs: SAMPLE_TIMEOUT_MS })) !== null;
}
