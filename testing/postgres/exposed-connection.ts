import type { Pool } from "pg";
import { aggregate } from "#domain/core/aggregate.ts";
import { instance } from "#domain/instance/decider.ts";
import { step } from "#domain/use-cases/step.ts";
import { PRODUCT_SECRET } from "../product.ts";
import { causeOf, portsOver } from "../use-case-ports.ts";

/** Lets a new connection look as the check after a start finds one whose host a program could have named. */
export async function exposeConnection(pool: Pool, instanceId: string): Promise<void> {
  const { log, store } = await portsOver(pool, PRODUCT_SECRET);
  const state = await aggregate(log, instance).load(instanceId);
  if (state.status !== "active") throw new Error("The connection is gone");
  const found = { consent: { ...state.consent, version: 2 }, stopped: null, exposed: "host-setting" } as const;
  await log.append(`instance-${instanceId}`, [{ type: "InstanceConsentChecked", data: { instanceId, ...found } }], {
    expectedRevision: 0,
    context: step(causeOf(), "check"),
  });
  await store.close();
}
