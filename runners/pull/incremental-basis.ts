import type { Definition, Operation } from "#domain/connector-language/definition.ts";
import type { InstanceSetup } from "#domain/instance/events.ts";
import type { InstanceConfig } from "#domain/processes/instance-config.ts";
import type { RunStart } from "#domain/run/decider.ts";
import type { PullPorts } from "./pull-ports.ts";

/**
 * Where each operation that is read incrementally goes on: behind the rows that were stored for the very same question. Who
 * asks for another region, or another field to go by, starts at the beginning of that.
 */
export async function resumeOf(
  ports: Pick<PullPorts, "vault">,
  start: Pick<RunStart, "incremental">,
  definition: Definition,
  config: InstanceConfig,
  setup: Pick<InstanceSetup, "method">,
): Promise<ReadonlyMap<string, { readonly basis: string; readonly cursor: string | undefined }>> {
  const resume = new Map<string, { basis: string; cursor: string | undefined }>();
  for (const operation of definition.operations) {
    if (operation.incremental === null) continue;
    const basis = await ports.vault.fingerprint("incremental", question(operation, config, setup));
    const found = start.incremental.find((entry) => entry.operation === operation.id && entry.basis === basis);
    resume.set(operation.id, { basis, cursor: found?.cursor });
  }
  return resume;
}

/** All that decides which rows an operation asks for, but not how it signs in or what becomes of the rows. */
function question({ id, method, url, baseUrl, incremental }: Operation, { settings, bodyTemplate }: InstanceConfig, setup: Pick<InstanceSetup, "method">): string {
  const sorted = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([id, setup.method ?? method, baseUrl ?? "", url, incremental?.cursor_field, sorted, bodyTemplate]);
}
