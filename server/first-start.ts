import type { ReadModels } from "#domain/core/ports/ports.ts";
import { type FirstStart, firstStart } from "#domain/use-cases/administration/first-start.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { sandboxConnectors } from "#infra/sandbox-api/sandbox-connectors.ts";
import { starterContent } from "#infra/starter-catalogue/starter-content.ts";
import { openQueries } from "#projections/all.ts";
import { type Jobs, VERSION } from "./lifecycle.ts";

const SAMPLE_MS = 15_000;

/** Fills an empty installation with its admin and the starter catalogue; later starts only look up what to greet with. */
export async function runFirstStart(infra: InfraPlatform, jobs: Jobs): Promise<FirstStart> {
  const { config, data, accessKeys, tokens } = infra;
  const ports = {
    log: infra.eventLog,
    clock: infra.clock,
    ids: infra.ids,
    vault: infra.vault,
    tokens,
    accessKeys,
    jobs,
    storeUpload: (datasetId: string, bytes: Uint8Array) => data.uploads.keep(datasetId, bytes),
  };
  let first: FirstStart = { adminToken: null, sample: null };
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

/** Says where the product is, and what to try first. */
export async function printWelcome(
  infra: InfraPlatform,
  readModels: ReadModels,
  { sample, adminToken }: FirstStart,
): Promise<void> {
  const { config, log } = infra;
  const queries = openQueries(infra.queriesDb);
  // The sample's rows take a moment on the first start, and the printed line should work as printed.
  const readable = async () => (sample && (await queries.tables.find(sample.tableName, null))?.table.current) ?? null;
  if (sample && (await readModels.until(readable, { timeoutMs: SAMPLE_MS })) === null)
    log.warn({ table: sample.tableName }, "The sample table is still being loaded");
  const lines = [
    `Tributary ${VERSION} runs at ${config.appUrl}`,
    ...(adminToken === null
      ? []
      : [
          "",
          "Set the password of the admin (admin@localhost), once, within 24 hours:",
          `  ${config.appUrl}/reset-password/${adminToken}`,
        ]),
    ...(sample === null
      ? []
      : ["", "Stream a table:", `  curl "${config.appUrl}/d/${sample.tableName}.csv?api_key=${sample.key}"`]),
  ];
  console.log(`\n${lines.join("\n")}\n`);
}
