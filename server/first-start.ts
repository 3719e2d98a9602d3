import { setTimeout as delay } from "node:timers/promises";
import { type FirstStart, firstStart } from "#domain/use-cases/administration/first-start.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { sandboxConnectors } from "#infra/sandbox-api/sandbox-connectors.ts";
import { starterContent } from "#infra/starter-catalogue/starter-content.ts";
import { openQueries, type Queries } from "#projections/all.ts";
import { type Jobs, VERSION } from "./lifecycle.ts";

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
export async function printWelcome(infra: InfraPlatform, { sample, adminToken }: FirstStart): Promise<void> {
  const { config, log } = infra;
  if (sample && !(await isReadable(openQueries(infra.queriesDb), sample.tableName)))
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

/** Waits for the sample's rows, a moment on the first start, so that the printed line works as printed. */
async function isReadable(queries: Queries, tableName: string): Promise<boolean> {
  for (let look = 0; look < 150; look += 1) {
    if ((await queries.tables.find(tableName, null))?.table.current) return true;
    await delay(100);
  }
  return false;
}
